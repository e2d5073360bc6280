import Glibc

/// A file that only one process at a time holds locked; see flock(2).
///
/// The lock goes with the process, however it ends. The file holds the process number of its owner.
public struct FileLock: ~Copyable, Sendable {
  /// The folder; nil where its file system locks no folders.
  private let folder: FileDescriptor?
  /// The file; nil where it cannot be made.
  private let file: FileDescriptor?

  /// Another process has the lock.
  public struct Held: Error, Equatable, Sendable {
    /// The process; nil where it has not written its number.
    public let process: Int32?
  }

  /// Takes the lock, without waiting; it is ours for as long as the value lives.
  ///
  /// The lock file's folder is locked first, which works on a full or read-only disk, too. A lock file is
  /// locked as well, if it exists or can be made: earlier versions lock nothing else, and NFS does not
  /// lock folders; see flock(2).
  ///
  /// - Parameter path: the lock file; it is made where there is none.
  /// - Throws: ``Held`` where another process has it, or a ``SystemError``.
  public init(at path: FilePath) throws {
    let folder = try FileDescriptor(
      opening: path.parent, flags: O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    let folderFailure = Self.lock(folder, path.parent)
    if folderFailure?.code == EWOULDBLOCK { throw Held(process: Self.livingProcess(in: path)) }
    if let file = try Self.open(path) {
      if let failure = Self.lock(file, path) {
        guard failure.code == EWOULDBLOCK else { throw failure }
        throw Held(process: Self.livingProcess(in: path))
      }
      // The number only tells people who holds the lock.
      if ftruncate(file.number, 0) == 0 { try? file.write(Array("\(getpid())\n".utf8)) }
      self.file = consume file
    } else {
      if let folderFailure { throw folderFailure }
      file = nil
    }
    self.folder = folderFailure == nil ? consume folder : nil
  }

  /// Locks an open file or folder without waiting.
  ///
  /// - Returns: the failure, EWOULDBLOCK where another process has the lock; nil for none.
  private static func lock(
    _ descriptor: borrowing FileDescriptor, _ path: FilePath
  ) -> SystemError? {
    flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 ? nil : .last("Cannot lock", path)
  }

  /// The process whose number is in the lock file; nil where there is no such process.
  private static func livingProcess(in path: FilePath) -> Int32? {
    let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard let text = try? file?.read(upTo: 32, expecting: 16),
      let process = Int32(
        String(decoding: text.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)),
      process > 0, kill(process, 0) == 0 || errno == EPERM
    else { return nil }
    return process
  }

  /// Opens the lock file; nil where there is none and the disk has no room for one.
  private static func open(_ path: FilePath) throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      guard error.isReadOnly || error.isOutOfRoom else { throw error }
    }
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }
}
