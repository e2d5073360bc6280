import FileSelection
import LinuxSystem
import Watching

/// File systems that do not answer: the indexer does not touch them, so that it never hangs.
extension JobRunner {
  /// Postpones an item if the file system of its path does not answer.
  ///
  /// - Returns: whether the item is postponed.
  func putOffHanging(_ item: WorkQueue.Item) -> Bool {
    // An excluded path is removed from the index without touching the disk.
    guard let path = item.work.path, let mount = files.obstacle(at: path),
      case .included(let root) = selection.rules.verdict(on: path)
    else { return false }
    // The root may contain the mount point, or lie below it.
    let top = root.isInside(mount) ? root : mount
    hanging.add(item.work, on: mount, top: top, at: .now, second: .now)
    agenda.finish(item, Outcome(), at: .now)
    return true
  }

  /// Plans the work on file systems that answer again, and completes a rebuild that has waited long enough.
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

  /// The earlier of a deadline and the moment when a file system is asked again.
  func untilHanging(_ deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
    [deadline, hanging.due].compactMap(\.self).min()
  }
}
