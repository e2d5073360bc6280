/// Decodes the bytes that `read` returned into records, one after the other: a value.
///
/// A record is a `struct inotify_event`, little-endian as on every Linux machine with Swift: four
/// words, then a name padded with NULs; see "Reading events" in inotify(7). O(bytes) in total.
public struct INotifyDecoder: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>

  /// Creates a decoder at the first byte.
  public init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether bytes are left.
  ///
  /// After ``next()`` returned nil, they are a truncated record. The kernel never writes one, so
  /// events are lost then.
  public var hasRest: Bool { !rest.isEmpty }

  /// Returns the next record; nil if there is no complete record left.
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
