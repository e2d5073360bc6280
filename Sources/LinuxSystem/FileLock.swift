import Glibc

/// A file that only one process at a time holds locked; see flock(2).
///
/// The lock goes with the process, however it ends. The file holds the process number of its owner.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Another process has the lock.
  public struct Held: Error, Equatable, Sendable {
    /// The process; nil where it has not written its number.
    public let process: Int32?
  }

  /// Takes the lock, without waiting; it is ours for as long as the value lives.
  ///
  /// - Parameter path: the lock file; it is made where there is none.
  /// - Throws: ``Held`` where another process has it, or a ``SystemError``.
  public init(at path: FilePath) throws {
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    if flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw SystemError.last("Cannot lock", path) }
      let text = try file.read(upTo: 32, expecting: 16).prefix { $0 >= 0x30 && $0 <= 0x39 }
      throw Held(process: Int32(String(decoding: text, as: UTF8.self)))
    }
    let number = file.number
    try retrying("Cannot write to", path) { ftruncate(number, 0) }
    try file.write(Array("\(getpid())\n".utf8))
    descriptor = file
  }
}
