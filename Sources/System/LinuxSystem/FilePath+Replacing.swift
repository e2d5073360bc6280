import Glibc

extension FilePath {
  /// Replaces the file at this path atomically.
  ///
  /// The new file is written to `.name.new` in the same folder, and renamed when it is on the disk.
  /// If a process was killed, the next one that uses the same name removes its new file.
  ///
  /// - Parameters:
  ///   - bytes: the new content.
  ///   - permissions: its permissions, less the process's umask; only the owner may read it by default.
  ///   - isShared: whether several processes may do so at once: the new file is then `.name.PROCESS.new`, and
  ///     the last one wins.
  /// - Throws: an error of creating, writing or renaming a file; the old file is unchanged then.
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
