import CLinux
import Glibc
public import LinuxSystem

/// Changes of file names by programs, beside `rename`, `link` and `symlink`.
extension FilePath {
  /// Writes a file that has no name until its text is complete, and then gives it this path.
  ///
  /// See `O_TMPFILE` in open(2), and linkat(2).
  ///
  /// - Parameters:
  ///   - text: the content of the file when it gets its name.
  ///   - body: runs between that and the close; it may write more.
  /// - Throws: the errors of system calls and of the body.
  public func writeNameless(
    _ text: String, thenLinked body: (_ write: (String) throws -> Void) throws -> Void = { _ in }
  ) throws {
    // O_TMPFILE, which no importer of C understands.
    let file = try FileDescriptor(opening: parent, flags: 0o20_000_000 | O_DIRECTORY | O_WRONLY)
    try file.write(Array(text.utf8))
    let number = file.number
    try unsafe call("Cannot link") { path in
      unsafe linkat(
        AT_FDCWD, "/proc/self/fd/\(number)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
    }
    try body { more in try file.write(Array(more.utf8)) }
  }

  /// Sets the time of the last change of a file's content; the C function is `utimensat`.
  public func setModified(_ time: FileTime) throws(SystemError) {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let stamp = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    try unsafe call("Cannot set the times") { path in
      unsafe [stamp, stamp].withUnsafeBufferPointer { times in
        unsafe utimensat(AT_FDCWD, path, times.baseAddress, 0)
      }
    }
  }
}
