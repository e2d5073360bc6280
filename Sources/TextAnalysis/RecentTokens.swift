/// The most recent tokens, in a table with one slot for each hash.
///
/// Most tokens of a text occurred shortly before, so one lookup is usually enough. A token that replaces
/// another one in its slot removes it from the table, and has no other effect. Tokens are compared by
/// a hash of 64 bits; the probability that two are confused is less than one in 10¹⁴.
public struct RecentTokens: Sendable {
  @usableFromInline static let bits = 15
  /// The golden ratio in 64 bits, as of multiplicative hashing.
  ///
  /// Knuth, The Art of Computer Programming, volume 3, section 6.4.
  @usableFromInline static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15
  @usableFromInline var keys = [UInt64](repeating: 0, count: 1 << bits)

  /// Makes an empty table of 256 KiB.
  public init() {}

  /// Puts a token in; O(its bytes).
  ///
  /// - Parameter token: its bytes.
  /// - Returns: whether it was there.
  @inlinable @inline(__always)
  public mutating func remember(_ token: Span<UInt8>) -> Bool {
    let hash = unsafe Self.hash(of: token.bytes)
    let place = Int(truncatingIfNeeded: hash >> (64 - UInt64(Self.bits)))
    if keys[place] == hash { return true }
    keys[place] = hash
    return false
  }

  /// Forgets all tokens.
  public mutating func removeAll() {
    for place in keys.indices { keys[place] = 0 }
  }

  /// Takes in four or eight bytes at once; the last ones may overlap those before.
  @inlinable @inline(__always)
  static func hash(of token: RawSpan) -> UInt64 {
    let count = token.byteCount
    var hash = UInt64(count)
    if count >= 8 {
      var offset = 0
      while offset < count - 8 {
        hash ^= unsafe token.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        hash = mixed(hash)
        offset += 8
      }
      hash ^= unsafe token.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      let first = unsafe token.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = unsafe token.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      hash ^= (UInt64(first) << 32 | UInt64(last)) &* multiplier
    } else {
      for offset in 0..<count {
        let byte = unsafe token.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        hash = hash << 8 | UInt64(byte)
      }
    }
    return mixed(hash)
  }

  @inlinable @inline(__always)
  static func mixed(_ hash: UInt64) -> UInt64 {
    let product = hash &* multiplier
    return (product ^ product >> 32) &* multiplier
  }
}
