import Hashing
public import LinuxSystem

/// The end of a mailbox when it was read; if messages are appended later, reading continues there.
public struct MailboxEnd: Hashable, Sendable {
  /// The size of the mailbox in bytes at that time.
  public var offset: Int64
  /// A hash of the last 64 KiB before the offset, or of all bytes if there are fewer.
  public var checksum: UInt64

  private static let length: Int64 = 64 << 10

  /// Creates an end from stored values.
  public init(offset: Int64, checksum: UInt64) {
    (self.offset, self.checksum) = (offset, checksum)
  }

  /// Hashes the bytes before an offset.
  ///
  /// - Parameters:
  ///   - file: a regular file; its file offset does not change.
  ///   - offset: the end of the mailbox; not negative.
  /// - Throws: the error of pread(2).
  init(of file: borrowing FileDescriptor, at offset: Int64) throws(SystemError) {
    var checksum = FNV1a()
    checksum.add(try file.read(max(0, offset - Self.length)..<offset))
    self.init(offset: offset, checksum: checksum.value)
  }

  /// Whether a file has only grown since then; checks only the hashed bytes before the old end.
  ///
  /// - Parameters:
  ///   - file: the file; its file offset does not change.
  ///   - size: its size in bytes.
  /// - Returns: false also if the file has not grown.
  /// - Throws: the error of pread(2).
  public func isBeginning(
    of file: borrowing FileDescriptor, size: Int64
  ) throws(SystemError) -> Bool {
    guard offset > 0, size > offset else { return false }
    return try Self(of: file, at: offset) == self
  }
}
