import Glibc

extension FilePath {
  /// Replaces the file at this path atomically by a file that only its owner may read.
  ///
  /// The new file is written to `.name.new` in the same folder, and renamed when it is on the disk.
  ///
  /// - Parameter bytes: the new content.
  /// - Throws: an error of creating, writing or renaming a file; the old file is unchanged then.
  public func replaceContent(with bytes: [UInt8]) throws(SystemError) {
    let temporary = parent.appending(Array(".".utf8) + name + Array(".new".utf8))
    try temporary.removeFile()
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try file.write(bytes)
      try retrying("Cannot write", temporary) { fsync(file.number) }
      try temporary.rename(to: self)
    } catch {
      try? temporary.removeFile()
      throw error
    }
  }
}
