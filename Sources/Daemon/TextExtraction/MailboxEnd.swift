import Hashing
public import LinuxSystem

/// The end of a mailbox when it was read; if messages are appended later, reading continues there.
///
/// Thunderbird writes into the messages whether they were read. These marks are ignored, except that a message
/// was deleted.
public struct MailboxEnd: Hashable, Sendable {
  /// The size of the mailbox in bytes at that time.
  public var offset: Int64
  /// Two hashes: in the higher half of the last 64 KiB before the offset, in the lower half of all bytes.
  public var checksum: UInt64

  private static let tailLength: Int64 = 64 << 10
  /// The hash of all bytes is the sum of those of blocks, so that a longer mailbox costs only its new blocks.
  private static let blockSize: Int64 = 1 << 20

  /// Creates an end from stored values.
  public init(offset: Int64, checksum: UInt64) {
    (self.offset, self.checksum) = (offset, checksum)
  }

  /// Hashes the bytes before an offset; nil if it was interrupted.
  ///
  /// O(bytes), or of those after an earlier end.
  ///
  /// - Parameters:
  ///   - file: a regular file; its file offset does not change.
  ///   - offset: the end of the mailbox; not negative.
  ///   - old: an earlier end for which ``isBeginning(of:size:)`` is true; nil for none.
  ///   - isInterrupted: called before each MiB.
  /// - Throws: the error of pread(2).
  public init?(
    of file: borrowing FileDescriptor, at offset: Int64, after old: MailboxEnd? = nil,
    isInterrupted: () -> Bool = { false }
  ) throws(SystemError) {
    var sum = UInt32(truncatingIfNeeded: old?.checksum ?? 0)
    var start: Int64 = 0
    if let old {
      start = old.offset - old.offset % Self.blockSize
      if start < old.offset { sum &-= try Self.hash(of: file, start..<old.offset) }
    }
    while start < offset {
      if isInterrupted() { return nil }
      let end = min(start + Self.blockSize, offset)
      sum &+= try Self.hash(of: file, start..<end)
      start = end
    }
    let tail = try Self.tail(of: file, before: offset)
    self.init(offset: offset, checksum: UInt64(tail) << 32 | UInt64(sum))
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
    return try Self.tail(of: file, before: offset) == UInt32(checksum >> 32)
  }

  private static func tail(
    of file: borrowing FileDescriptor, before offset: Int64
  ) throws(SystemError) -> UInt32 {
    try hash(of: file, max(0, offset - tailLength)..<offset)
  }

  /// Hashes a range of a file without the marks of Thunderbird in it.
  private static func hash(
    of file: borrowing FileDescriptor, _ range: Range<Int64>
  ) throws(SystemError) -> UInt32 {
    // A line with marks may begin before the range.
    let before = min(range.lowerBound, Int64(MailboxMarks.longestLine))
    var bytes = try file.read(range.lowerBound - before..<range.upperBound)
    MailboxMarks.clear(&bytes)
    var checksum = FNV1a()
    for index in min(Int(before), bytes.count)..<bytes.count { checksum.add(bytes[index]) }
    checksum.add(UInt64(bitPattern: range.lowerBound))
    return UInt32(truncatingIfNeeded: checksum.value ^ checksum.value >> 32)
  }
}
