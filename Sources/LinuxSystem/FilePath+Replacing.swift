import Glibc

extension FilePath {
  /// Puts a file with these bytes in the place of what has this name, all at once, for its owner
  /// alone.
  ///
  /// It is written beside its place, as `.name.new`, and renamed when it is on the disk.
  ///
  /// - Parameter bytes: what the file is to hold.
  /// - Throws: what making, writing or renaming a file fails with; then everything is as before.
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
