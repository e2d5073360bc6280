import Glibc

extension FilePath {
  /// Creates a folder that only its owner may enter; throws EEXIST if the path exists.
  public func createDirectory() throws(SystemError) {
    try retrying("Cannot create the folder", self) {
      unsafe withCString { unsafe mkdir($0, 0o700) }
    }
  }

  /// Removes an empty folder; the corresponding C function is `rmdir`.
  public func removeEmptyDirectory() throws(SystemError) {
    try retrying("Cannot remove the folder", self) {
      unsafe withCString { unsafe rmdir($0) }
    }
  }
}

extension FileDescriptor {
  /// Creates a file that only its owner may read, and opens it for writing; throws EEXIST if it exists.
  public init(creatingReadOnly path: FilePath) throws(SystemError) {
    try self.init(
      opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o400)
  }
}
