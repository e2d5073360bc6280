/// Decodes the bytes from read(2) into inotify records, one after the other.
///
/// A record is a `struct inotify_event`: four 32-bit words, little-endian, then a name padded with NULs; see
/// "Reading events" in inotify(7). O(bytes) for all records.
public struct INotifyDecoder: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>

  /// Creates a decoder that begins with the first byte.
  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether some bytes are not decoded yet.
  ///
  /// After ``next()`` has returned nil, the rest is a truncated record. The kernel never writes such a
  /// record, so events are lost.
  public var hasRest: Bool { !rest.isEmpty }

  /// Returns the next record; nil if no complete record remains.
  public mutating func next() -> INotifyRecord? {
    let header = 16
    guard rest.count >= header else { return nil }
    let length = Int(word(at: 12))
    guard rest.count - header >= length else { return nil }
    let record = INotifyRecord(
      watch: Int32(bitPattern: word(at: 0)), events: INotifyRecord.Events(rawValue: word(at: 4)),
      cookie: word(at: 8), name: Array(rest.dropFirst(header).prefix(length).prefix { $0 != 0 }))
    rest = rest.dropFirst(header + length)
    return record
  }

  private func word(at offset: Int) -> UInt32 {
    let start = rest.startIndex + offset
    return (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(rest[start + $1]) }
  }
}
