import Glibc

extension FilePath {
  /// Replaces the file at this path atomically.
  ///
  /// Writes the content to `.name.new` in the same folder, and renames this file when it is on the disk. If a
  /// process is killed before the rename, the next call for the same path removes the file.
  ///
  /// - Parameters:
  ///   - bytes: the new content.
  ///   - permissions: the permissions, reduced by the umask; by default, only the owner may read the file.
  ///   - isShared: whether several processes may replace the file at once; each then writes to
  ///     `.name.PROCESS.new`, and the last rename wins.
  /// - Throws: an error in creating, writing or renaming a file; the old file stays unchanged then.
  public func replaceContent(
    with bytes: [UInt8], permissions: UInt32 = 0o600, isShared: Bool = false
  ) throws(SystemError) {
    let process = isShared ? ".\(ProcessEnvironment.processNumber)" : ""
    let temporary = parent.appending(Array(".".utf8) + name + Array("\(process).new".utf8))
    try temporary.removeFile()
    do throws(SystemError) {
      let file = try FileDescriptor(
        opening: temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
        permissions: permissions)
      try file.write(bytes)
      try retrying("Cannot write", temporary) { fsync(file.number) }
      try temporary.rename(to: self)
    } catch {
      try? temporary.removeFile()
      throw error
    }
  }
}
