import Glibc

/// A lock file that only one process can hold at a time; see flock(2).
///
/// The lock ends with the process, even after a crash. The file contains the process number.
public struct FileLock: ~Copyable, Sendable {
  /// The locked folder; nil if the file system cannot lock folders.
  private let folder: FileDescriptor?
  /// The locked file; nil if it could not be created.
  private let file: FileDescriptor?

  /// The error if another process has the lock.
  public struct Held: Error, Equatable, Sendable {
    /// The process that has the lock; nil if it is unknown.
    public let process: Int32?
  }

  /// Takes the lock without waiting; the lock ends when this value is destroyed.
  ///
  /// First locks the folder of the lock file, which works even on a full or read-only disk. Then locks the
  /// lock file too, if it exists or can be created: earlier versions lock only the file, and NFS cannot lock
  /// folders; see flock(2).
  ///
  /// - Parameter path: the lock file; created if it is missing.
  /// - Throws: ``Held`` if another process has the lock, or a ``SystemError``.
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
      // The number only tells people which process has the lock.
      if ftruncate(file.number, 0) == 0 { try? file.write(Array("\(getpid())\n".utf8)) }
      self.file = consume file
    } else {
      if let folderFailure { throw folderFailure }
      file = nil
    }
    self.folder = folderFailure == nil ? consume folder : nil
  }

  /// Tries to lock an open file or folder without waiting.
  ///
  /// - Returns: nil on success; EWOULDBLOCK if another process has the lock.
  private static func lock(
    _ descriptor: borrowing FileDescriptor, _ path: FilePath
  ) -> SystemError? {
    flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 ? nil : .last("Cannot lock", path)
  }

  /// Returns the process whose number is in the lock file; nil if no such process exists.
  private static func livingProcess(in path: FilePath) -> Int32? {
    let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard let text = try? file?.read(upTo: 32, expecting: 16),
      let process = Int32(
        String(decoding: text.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)),
      process > 0, kill(process, 0) == 0 || errno == EPERM
    else { return nil }
    return process
  }

  /// Opens or creates the lock file; nil if it is missing, and the disk is read-only or full.
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
