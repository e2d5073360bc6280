import Hashing
public import LinuxSystem

/// Where a mailbox ended when it was read: reading goes on there once messages were appended.
public struct MailboxEnd: Hashable, Sendable {
  /// The size of the mailbox in bytes.
  public var offset: Int64
  /// A hash of the bytes before the offset, at most 64 KiB.
  public var checksum: UInt64

  private static let length: Int64 = 64 << 10

  /// Takes a stored end.
  public init(offset: Int64, checksum: UInt64) {
    (self.offset, self.checksum) = (offset, checksum)
  }

  /// Reads the bytes before an offset.
  ///
  /// - Parameters:
  ///   - file: a regular file; its own offset stays.
  ///   - offset: the end, not negative.
  /// - Throws: the error of pread(2).
  init(of file: borrowing FileDescriptor, at offset: Int64) throws(SystemError) {
    var checksum = FNV1a()
    checksum.add(try file.read(max(0, offset - Self.length)..<offset))
    self.init(offset: offset, checksum: checksum.value)
  }

  /// Whether a file only grew since then; it compares only the hashed bytes before the old end.
  ///
  /// - Parameters:
  ///   - file: the file; its offset stays.
  ///   - size: its size in bytes.
  /// - Returns: false also if it did not grow.
  /// - Throws: the error of pread(2).
  public func isBeginning(
    of file: borrowing FileDescriptor, size: Int64
  ) throws(SystemError) -> Bool {
    guard offset > 0, size > offset else { return false }
    return try Self(of: file, at: offset) == self
  }
}
