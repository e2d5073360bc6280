import LinuxSystem
import SearchIndex
import Watching

/// Compares items of work with the disk, and asks the watcher and the readers if necessary.
///
/// It awaits their answers, because ``Reconciler`` itself never suspends.
final class DiskComparison {
  private let reconciler: Reconciler
  private let watcher: any FolderWatching
  private let readers: ReaderPool
  private let hooks: IndexingHooks

  init(_ reconciler: Reconciler, _ environment: Indexer.Environment) {
    (self.reconciler, watcher) = (reconciler, environment.watcher)
    (readers, hooks) = (environment.readers, environment.hooks)
  }

  /// Makes the index agree with the disk about one item of work.
  ///
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func compare(_ current: Reconciler.CurrentItem) async throws -> Outcome {
    var outcome = Outcome()
    do {
      let first = try reconciler.begin(current)
      let finding: Outcome.Finding =
        first.isEmpty ? try await look(at: current.item) : .done(first + [current.item.work])
      outcome = reconciler.end(finding)
    } catch {
      reconciler.end(nil)
      throw error
    }
    for request in outcome.watches {
      switch request {
      case .forgetMissing(let folder): await watcher.forgetMissing(folder)
      case .forget(let folder): await watcher.forget(folder)
      case .watch(let files): await watcher.watch(ruleFiles: files)
      case .expect(let root): await watcher.expect(root: root)
      case .watchAgain(let folder):
        let scan = ChangeBatch.Scan(folder.path, isRecursive: false)
        if await watch(folder) == .watched { outcome.add(.scan(scan)) }
      }
    }
    return outcome
  }

  private func look(at item: WorkQueue.Item) async throws -> Outcome.Finding {
    switch item.work {
    case .path(let path, let isReported, let isRead):
      return try reconciler.compare(path, item.confirmed, isReported: isReported, isRead: isRead)
    case .scan(let scan):
      switch try reconciler.open(scan, item.confirmed) {
      case .finished(let finding): return finding
      case .opened(let folder):
        await hooks.reach?(.willWatchFolder)
        let outcome = await watch(
          folder, age: folder.status.timeSinceChange,
          isResolved: item.confirmed.contains(.watchedOtherwise))
        await hooks.reach?(.didWatchFolder)
        return try reconciler.compare(folder, scan, watch: outcome, item.confirmed)
      }
    case .exclusions(let number):
      if number == 0 { try reconciler.session.commit() }
      let folders = try await readers.read { reader in
        try reader.folders(after: number, limit: 100)
      }
      return .done(try reconciler.findExcluded(in: folders.map(\.path), last: folders.last?.number))
    }
  }

  private func watch(
    _ folder: OpenFolder, age: Duration = .zero, isResolved: Bool = false
  ) async -> WatchOutcome {
    await watcher.watch(
      folder.path, descriptor: folder.descriptor.number, age: age, fileSystem: folder.fileSystem,
      isResolved: isResolved)
  }

  /// Finds the folders in a slice of a round.
  ///
  /// - Returns: the folders to compare, the number of folders without a watch (0 except in a poll
  ///   round), and the number of the last folder; nil at the end of the round.
  func folders(
    of slice: FolderRound.Slice, in round: RescanPlanner.Round
  ) async throws -> (folders: [FilePath], unwatched: Int, last: Int64?) {
    let found = try await readers.read { reader in
      try reader.folders(after: slice.after, limit: slice.count)
    }
    let last = found.count < slice.count ? nil : found.last?.number
    let folders = found.map(\.path).filter(reconciler.mayBeCompared)
    guard round == .poll else { return (folders, 0, last) }
    let unwatched = await watcher.unwatched(among: folders)
    let unreliable = await watcher.unreliable(among: folders)
    return (Set(unwatched).union(unreliable).sorted(), unwatched.count, last)
  }
}
