import Glibc

/// A file that only one process at a time holds locked; see flock(2).
///
/// The lock goes with the process, however it ends. The file holds the process number of its owner.
public struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// What came of trying to take a lock.
  public enum Outcome: ~Copyable, Sendable {
    /// The lock is ours, for as long as the value lives.
    case taken(FileLock)
    /// Another process has it; nil where it has not written its number.
    case held(byProcess: Int32?)
  }

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Tries to take the lock, without waiting.
  public static func take(at path: FilePath) throws(SystemError) -> Outcome {
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    if flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw .last("Cannot lock", path) }
      let text = try file.read(upTo: 32, expecting: 16).prefix { $0 >= 0x30 && $0 <= 0x39 }
      return .held(byProcess: Int32(String(decoding: text, as: UTF8.self)))
    }
    let number = file.number
    try retrying("Cannot write to", path) { ftruncate(number, 0) }
    try file.write(Array("\(getpid())\n".utf8))
    return .taken(FileLock(file))
  }
}
