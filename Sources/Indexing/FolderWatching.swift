package import FileSelection
package import LinuxSystem
package import Watching

/// What the indexer needs of a ``Watching/TreeWatcher``; a test can have another one.
package protocol FolderWatching: Sendable {
  /// How many folders the kernel lets a user watch.
  var limit: WatchLimit { get }
  /// Whether changes are ripe, for a consumer that is at work.
  var ripeChanges: RipeChanges { get }
  /// See ``Watching/TreeWatcher/hasLostMarkers``.
  var hasLostMarkers: Bool { get async }
  /// See ``Watching/TreeWatcher/needsPolling``.
  var needsPolling: Bool { get async }
  /// See ``Watching/TreeWatcher/nextBatch(until:)``.
  func nextBatch(until deadline: ContinuousClock.Instant?) async -> ChangeBatch?
  /// See ``Watching/TreeWatcher/ripeBatch()``.
  func ripeBatch() async -> ChangeBatch?
  /// See ``Watching/TreeWatcher/wake()``.
  func wake() async
  /// See ``Watching/TreeWatcher/watch(_:descriptor:age:fileSystem:isExplained:)``.
  func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration, fileSystem: FileSystemType?,
    isExplained: Bool
  ) async -> WatchOutcome
  /// See ``Watching/TreeWatcher/watch(ruleFiles:)``.
  func watch(ruleFiles files: Set<FilePath>) async
  /// See ``Watching/TreeWatcher/adopt(_:)``.
  func adopt(_ rules: SelectionRules) async
  /// See ``Watching/TreeWatcher/expect(root:)``.
  func expect(root: FilePath) async
  /// See ``Watching/TreeWatcher/forgetMissing(_:)``.
  func forgetMissing(_ folder: FilePath) async
  /// See ``Watching/TreeWatcher/forget(_:)``.
  func forget(_ folder: FilePath) async
  /// See ``Watching/TreeWatcher/unwatched(among:)``.
  func unwatched(among folders: [FilePath]) async -> [FilePath]
  /// See ``Watching/TreeWatcher/untold(among:)``.
  func untold(among folders: [FilePath]) async -> [FilePath]
  /// See ``Watching/TreeWatcher/noteRound(unwatched:)``.
  func noteRound(unwatched: Int) async
}

extension TreeWatcher: FolderWatching {}
