import FileSelection
import LinuxSystem
import Watching

/// File systems that do not answer: the indexer does not touch them, so that it hangs with none.
extension JobRunner {
  /// Puts an item off if its file system does not answer.
  ///
  /// - Returns: whether the item was put off.
  func putOffHanging(_ item: WorkQueue.Item) -> Bool {
    // An excluded path is removed from the index without a look at the disk.
    guard let path = item.work.path, let mount = files.obstacle(at: path),
      case .included(let root) = selection.rules.verdict(on: path)
    else { return false }
    // The root may lie around the mount point.
    let top = root.isInside(mount) ? root : mount
    hanging.add(item.work, on: mount, top: top, at: .now, second: .now)
    agenda.finish(item, Outcome(), at: .now)
    return true
  }

  /// Plans the work on file systems that answer again.
  func resumeHanging() {
    if let due = hanging.due, due > .now { return }
    for mount in hanging.due(at: .now) {
      if files.obstacle(at: mount) != nil {
        hanging.postpone(mount, at: .now)
      } else {
        agenda.add(hanging.take(mount), to: .bulk)
      }
    }
    if hanging.holdsRebuild, !hanging.delaysRebuild(at: .now) {
      hanging.holdsRebuild = false
      agenda.add(barriers: [IndexingAgenda.rebuiltBarrier])
    }
  }

  /// The earlier of a moment and the one at which a file system is asked again.
  func untilHanging(_ deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
    [deadline, hanging.due].compactMap(\.self).min()
  }
}
