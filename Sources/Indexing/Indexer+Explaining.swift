package import LinuxSystem

extension Indexer {
  /// Where work waits that concerns a path.
  package func lane(of path: FilePath) -> WorkQueue.Lane? {
    queue.lane(of: path)
  }
}
