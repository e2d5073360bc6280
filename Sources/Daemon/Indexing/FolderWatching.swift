package import FileSelection
package import LinuxSystem
package import Watching

/// The part of a ``Watching/TreeWatcher`` that the indexer uses; a test can replace it.
package protocol FolderWatching: Sendable {
  /// How many folders the kernel lets a user watch.
  var limit: WatchLimit { get }
  /// Whether changes are ripe, for a consumer that is at work.
  var dueChanges: DueChanges { get }
  /// See ``Watching/TreeWatcher/hasLostMarkers``.
  var hasLostMarkers: Bool { get async }
  /// See ``Watching/TreeWatcher/needsPolling``.
  var needsPolling: Bool { get async }
  /// See ``Watching/TreeWatcher/nextBatch(until:)``.
  func nextBatch(until deadline: ContinuousClock.Instant?) async -> ChangeBatch?
  /// See ``Watching/TreeWatcher/dueBatch()``.
  func dueBatch() async -> ChangeBatch?
  /// See ``Watching/TreeWatcher/wake()``.
  func wake() async
  /// See ``Watching/TreeWatcher/watch(_:descriptor:age:fileSystem:isResolved:)``.
  func watch(
    _ folder: FilePath, descriptor: Int32, age: Duration, fileSystem: FileSystemType?,
    isResolved: Bool
  ) async -> WatchOutcome
  /// See ``Watching/TreeWatcher/watch(ruleFiles:)``.
  func watch(ruleFiles files: Set<FilePath>) async
  /// See ``Watching/TreeWatcher/setRules(_:)``.
  func setRules(_ rules: SelectionRules) async
  /// See ``Watching/TreeWatcher/expect(root:)``.
  func expect(root: FilePath) async
  /// See ``Watching/TreeWatcher/forgetMissing(_:)``.
  func forgetMissing(_ folder: FilePath) async
  /// See ``Watching/TreeWatcher/forget(_:)``.
  func forget(_ folder: FilePath) async
  /// See ``Watching/TreeWatcher/unwatched(among:)``.
  func unwatched(among folders: [FilePath]) async -> [FilePath]
  /// See ``Watching/TreeWatcher/unreliable(among:)``.
  func unreliable(among folders: [FilePath]) async -> [FilePath]
  /// See ``Watching/TreeWatcher/finishRound(unwatched:)``.
  func finishRound(unwatched: Int) async
}

extension TreeWatcher: FolderWatching {}
