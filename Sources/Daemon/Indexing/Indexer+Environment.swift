package import Cooldown
package import LinuxSystem
package import SearchIndex

extension Indexer {
  /// The parts of the daemon that the indexer uses.
  package struct Environment: Sendable {
    /// Reports changes.
    let watcher: any FolderWatching
    /// Lets clients wait until the index has all earlier changes.
    package let barrier: SyncBarrier
    /// The connections of all readers of the index.
    package let readers: ReaderPool
    /// Decides when bulk work may run.
    package let gate: BulkGate
    /// Knows which file systems do not answer; checked before each access to a network or FUSE file system.
    let files: FileSystemGuard
    /// Runs timeouts.
    package let tasks: LoopTaskExecutor
    /// Hooks for tests.
    package var hooks = IndexingHooks()

    /// Takes the parts; without `files`, all file systems count as answering.
    package init(
      watcher: any FolderWatching, barrier: SyncBarrier, readers: ReaderPool, gate: BulkGate,
      files: FileSystemGuard = FileSystemGuard { _ in true }, tasks: LoopTaskExecutor
    ) {
      (self.watcher, self.barrier, self.readers) = (watcher, barrier, readers)
      (self.gate, self.files, self.tasks) = (gate, files, tasks)
    }
  }
}
