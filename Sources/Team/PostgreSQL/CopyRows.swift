/// Rows for `COPY … FROM STDIN` in its format for text.
///
/// See <https://www.postgresql.org/docs/15/sql-copy.html>.
public struct CopyRows: Sendable {
  /// The rows so far.
  public private(set) var bytes: [UInt8] = []
  /// The number of rows.
  public private(set) var count = 0

  /// Makes an empty list.
  public init() {}

  /// Adds a row; O(bytes).
  ///
  /// - Parameter values: its values in the order of the columns.
  public mutating func add(_ values: [PostgreSQLValue]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(0x09) }
      guard let text = value.bytes else {
        bytes += [0x5c, UInt8(ascii: "N")]
        continue
      }
      bytes.reserveCapacity(bytes.count + text.count + 64)
      for byte in text {
        switch byte {
        case 0x5c: bytes += [0x5c, 0x5c]
        case 0x09: bytes += [0x5c, UInt8(ascii: "t")]
        case 0x0a: bytes += [0x5c, UInt8(ascii: "n")]
        case 0x0d: bytes += [0x5c, UInt8(ascii: "r")]
        default: bytes.append(byte)
        }
      }
    }
    bytes.append(0x0a)
    count += 1
  }
}
