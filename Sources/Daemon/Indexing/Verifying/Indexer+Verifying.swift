import IndexStorage
import LinuxSystem

extension Indexer {
  /// How the indexer reads files now.
  func readingContext() -> ReadingContext {
    runner.reconciler.reader.context(in: runner.session.store.file.parent)
  }

  /// Requests that files are read again as if they were new, because the index is wrong about them.
  ///
  /// Files that are no longer there are removed from the index. It is bulk work.
  nonisolated func distrust(_ paths: [FilePath]) {
    add(.distrust(paths))
  }
}

extension JobRunner {
  /// Plans to read files again as if they were new.
  func distrust(_ paths: [FilePath]) throws {
    for path in paths {
      try session.writer().distrust(path)
      // A folder that the index does not know is compared with everything in it.
      var path = path
      while !path.isRoot, try session.writer().inode(ofFolder: path.parent) == nil {
        path = path.parent
      }
      agenda.add([.path(path, isReported: true, isRead: true)], to: .bulk)
    }
    session.countWrite()
  }
}
