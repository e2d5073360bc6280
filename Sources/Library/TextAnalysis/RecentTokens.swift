/// A cache of recent tokens: a hash table in which a new token replaces the old one in its slot.
///
/// Most tokens of a text have occurred shortly before, so usually one lookup is enough. Tokens are compared
/// by a 64-bit hash; the probability that two tokens are confused is below 10⁻¹⁴.
public struct RecentTokens: Sendable {
  @usableFromInline static let bits = 15
  /// The golden ratio in 64 bits, for multiplicative hashing.
  ///
  /// Knuth, The Art of Computer Programming, volume 3, section 6.4.
  @usableFromInline static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15
  @usableFromInline var keys = [UInt64](repeating: 0, count: 1 << bits)

  /// Makes an empty table of 256 KiB.
  public init() {}

  /// Adds a token; O(bytes of the token).
  ///
  /// - Parameter token: The bytes of the token.
  /// - Returns: Whether the table already contained it.
  @inlinable @inline(__always)
  public mutating func remember(_ token: Span<UInt8>) -> Bool {
    let hash = unsafe Self.hash(of: token.bytes)
    let slot = Int(truncatingIfNeeded: hash >> (64 - UInt64(Self.bits)))
    if keys[slot] == hash { return true }
    keys[slot] = hash
    return false
  }

  /// Removes all tokens.
  public mutating func removeAll() {
    for slot in keys.indices { keys[slot] = 0 }
  }

  /// Hashes four or eight bytes at a time; the last block may overlap the one before it.
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
