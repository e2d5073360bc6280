/// Writes zip files, right or wrong ones.
public struct ZipBuilder {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  private var list: [UInt8] = []
  private var count = 0

  /// Begins a file without members.
  public init() {}

  /// Adds a member that is not compressed, unless the content is deflated already.
  public mutating func add(
    _ path: [UInt8], _ content: [UInt8], isEncrypted: Bool = false, checksum: UInt32? = nil,
    deflatedFrom size: UInt32? = nil
  ) {
    let offset = UInt32(bytes.count)
    var header: [UInt8] = [20, 0, isEncrypted ? 1 : 0, 8, size == nil ? 0 : 8, 0]
    header += [0, 0, 0x21, 0x5c]
    header += Self.number(checksum ?? Self.checksum(content))
    header += Self.number(UInt32(content.count)) + Self.number(size ?? UInt32(content.count))
    header += Self.number(UInt32(path.count)).prefix(2) + [0, 0]
    bytes += Array("PK\u{3}\u{4}".utf8) + header + path + content
    list += Array("PK\u{1}\u{2}".utf8) + [20, 3] + header
    list += [0, 0, 0, 0, 0, 0, 0, 0, 0xa4, 0x81] + Self.number(offset) + path
    count += 1
  }

  /// Adds a text.
  public mutating func add(_ path: String, _ content: String) {
    add(Array(path.utf8), Array(content.utf8))
  }

  /// The file, with the list of its members.
  public var file: [UInt8] {
    let number = Self.number(UInt32(count)).prefix(2)
    var end = Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0]
    end += number + number + Self.number(UInt32(list.count)) + Self.number(UInt32(bytes.count))
    return bytes + list + end + [0, 0]
  }

  /// A number in little-endian order.
  public static func number(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The CRC-32 of ISO 3309.
  public static func checksum(_ content: [UInt8]) -> UInt32 {
    var rest: UInt32 = 0xffff_ffff
    for byte in content {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xedb8_8320 : rest >> 1 }
    }
    return ~rest
  }

  /// Zeros, deflated: a literal and matches of 258 bytes with the fixed codes of RFC 1951.
  ///
  /// - Parameter blocks: the number of blocks of 2,064 bytes.
  /// - Returns: the stream, without its end.
  public static func zeros(blocks: Int) -> [UInt8] {
    // One final block with fixed codes; the literal 0 is 00110000, 258 bytes are 11000101, distance 1 is
    // 00000. Huffman codes begin with their highest bit.
    let bits = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    let match = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
    let start = bits + Array(repeating: match, count: 24).joined()
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: start.count - 7, by: 8) {
      bytes.append((0..<8).reduce(0) { $0 | UInt8(start[index + $1]) << UInt8($1) })
    }
    // Eight matches are 13 bytes, wherever they begin.
    return Array(bytes.prefix(2)) + Array(repeating: bytes[2..<15], count: blocks).joined()
  }
}
