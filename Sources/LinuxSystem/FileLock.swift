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
  /// A full or read-only disk is no hindrance: without a lock file that can be written, one that is there is
  /// locked as it is, and without any the folder that it would lie in.
  ///
  /// - Parameter path: the lock file; it is made where there is none.
  /// - Throws: ``Held`` where another process has it, or a ``SystemError``.
  public init(at path: FilePath) throws {
    let file = try Self.open(path)
    if flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw SystemError.last("Cannot lock", path) }
      // A folder has no text.
      let text = (try? file.read(upTo: 32, expecting: 16))?.prefix { $0 >= 0x30 && $0 <= 0x39 }
      throw Held(process: text.flatMap { Int32(String(decoding: $0, as: UTF8.self)) })
    }
    // The number only tells people who holds the lock.
    if ftruncate(file.number, 0) == 0 { try? file.write(Array("\(getpid())\n".utf8)) }
    descriptor = file
  }

  private static func open(_ path: FilePath) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      guard error.isReadOnly || error.isOutOfRoom else { throw error }
    }
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW)
    } catch {
      guard error.isMissing else { throw error }
      return try FileDescriptor(openingDirectory: path.parent)
    }
  }
}
