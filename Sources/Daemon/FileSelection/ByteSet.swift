/// A set of bytes, for a bracket expression of a pattern.
struct ByteSet: Hashable, Sendable {
  private var bits: SIMD4<UInt64> = .zero

  /// All bytes except the slash; `?` matches these.
  static let anyButSlash = ByteSet().inverted()

  func contains(_ byte: UInt8) -> Bool {
    bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
  }

  mutating func insert(_ byte: UInt8) {
    bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  mutating func insert(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  mutating func remove(_ byte: UInt8) {
    bits[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63))
  }

  mutating func formUnion(_ other: ByteSet) {
    bits |= other.bits
  }

  /// All bytes that are not in this set, except the slash, which no set matches.
  func inverted() -> ByteSet {
    var set = self
    set.bits = ~bits
    set.remove(UInt8(ascii: "/"))
    return set
  }

  /// The bytes of the class `[:name:]`: only ASCII, as in git, whatever the locale.
  ///
  /// - Returns: nil if there is no class with this name.
  static func named(_ name: some Sequence<UInt8>) -> ByteSet? {
    let digits = Array("0123456789".utf8)
    let upper = Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let lower = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    let visible: [UInt8] = Array(0x21...0x7e)
    let members: [UInt8]
    switch String(decoding: Array(name), as: UTF8.self) {
    case "alnum": members = digits + upper + lower
    case "alpha": members = upper + lower
    case "blank": members = [0x20, 0x09]
    case "cntrl": members = Array(0...0x1f) + [0x7f]
    case "digit": members = digits
    case "graph": members = visible
    case "lower": members = lower
    case "print": members = [0x20] + visible
    case "punct": members = visible.filter { !(digits + upper + lower).contains($0) }
    case "space": members = [0x20, 0x09, 0x0a, 0x0d]
    case "upper": members = upper
    case "xdigit": members = digits + Array("abcdefABCDEF".utf8)
    default: return nil
    }
    var set = ByteSet()
    set.insert(members)
    return set
  }
}
