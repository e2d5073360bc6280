package import FileSelection
package import LinuxSystem
package import Watching

/// The part of a ``Watching/TreeWatcher`` that the indexer uses, which describes it; tests can replace it.
package protocol FolderWatching: Sendable {
  var limit: WatchLimit { get }
  var dueChanges: DueChanges { get }
  var hasLostMarkers: Bool { get async }
  var needsPolling: Bool { get async }
  func nextBatch(until deadline: ContinuousClock.Instant?) async -> ChangeBatch?
  func dueBatch() async -> ChangeBatch?
  func wake() async
  func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration, fileSystem: FileSystemType?,
    isResolved: Bool
  ) async -> WatchOutcome
  func watch(ruleFiles files: Set<FilePath>) async
  func setRules(_ rules: SelectionRules) async
  func expect(root: FilePath) async
  func forgetMissing(_ folder: FilePath) async
  func forget(_ folder: FilePath) async
  func unwatched(among folders: [FilePath]) async -> [FilePath]
  func unreliable(among folders: [FilePath]) async -> [FilePath]
  func finishRound(unwatched: Int) async
}

extension TreeWatcher: FolderWatching {}
