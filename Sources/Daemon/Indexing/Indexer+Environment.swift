package import Cooldown
package import LinuxSystem
package import SearchIndex

extension Indexer {
  /// The parts of the daemon that the indexer works with.
  package struct Environment: Sendable {
    /// Reports changes.
    let watcher: any FolderWatching
    /// Lets others wait for the index.
    package let barrier: SyncBarrier
    /// Those who read the index.
    package let readers: ReaderPool
    /// Decides when bulk work may run.
    package let gate: BulkGate
    /// Asked before any file system that others serve.
    let files: FileSystemGuard
    /// Runs timeouts.
    package let tasks: LoopTaskExecutor
    /// For tests.
    package var hooks = IndexingHooks()

    /// Takes the parts; by default all file systems answer.
    package init(
      watcher: any FolderWatching, barrier: SyncBarrier, readers: ReaderPool, gate: BulkGate,
      files: FileSystemGuard = FileSystemGuard { _ in true }, tasks: LoopTaskExecutor
    ) {
      (self.watcher, self.barrier, self.readers) = (watcher, barrier, readers)
      (self.gate, self.files, self.tasks) = (gate, files, tasks)
    }
  }
}
