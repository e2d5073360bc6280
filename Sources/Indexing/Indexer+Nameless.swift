import LinuxSystem
import SearchIndex

/// Files that were opened without a name and got one later; see `O_TMPFILE` in open(2).
extension Indexer {
  /// The names that a file has got in its folder since it was opened without one.
  ///
  /// As long as it stays open, inotify reports writes and the close by the name that the kernel shows
  /// in `/proc/self/fd`, `#` and the inode number, whatever linkat(2) has named it.
  ///
  /// - Parameter path: the path that an event named, where nothing is.
  /// - Returns: none for any other path.
  /// - Throws: what SQLite fails with.
  func filesLinked(from path: FilePath) throws -> [FilePath] {
    guard path.name.first == UInt8(ascii: "#"),
      let inode = UInt64(String(decoding: path.name.dropFirst(), as: UTF8.self))
    else { return [] }
    return try writer().files(in: path.parent, inode: inode)
  }
}
