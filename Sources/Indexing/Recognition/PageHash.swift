/// A keyed hash of 128 bits: SipHash-2-4 with the long result.
///
/// The key is random, so that nobody can make two pages with the same hash, and nobody can find out from a
/// hash which page it is. See <https://www.aumasson.jp/siphash/siphash.pdf>.
struct PageHash {
  private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

  private init(_ first: UInt64, _ second: UInt64) {
    v0 = 0x736f_6d65_7073_6575 ^ first
    v1 = 0x646f_7261_6e64_6f6d ^ second ^ 0xee
    v2 = 0x6c79_6765_6e65_7261 ^ first
    v3 = 0x7465_6462_7974_6573 ^ second
  }

  /// Hashes bytes.
  ///
  /// O(bytes), about 1 GB/s.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - key: 16 bytes.
  /// - Returns: 16 bytes.
  static func hash(_ bytes: Span<UInt8>, key: [UInt8]) -> [UInt8] {
    var state = PageHash(word(key.span, 0), word(key.span, 8))
    let wholeWords = bytes.count / 8
    for index in 0..<wholeWords { state.take(word(bytes, index * 8)) }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for index in wholeWords * 8..<bytes.count {
      last |= UInt64(bytes[index]) << UInt64(8 * (index % 8))
    }
    state.take(last)
    state.v2 ^= 0xee
    for _ in 0..<4 { state.mix() }
    let first = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    state.v1 ^= 0xdd
    for _ in 0..<4 { state.mix() }
    let second = state.v0 ^ state.v1 ^ state.v2 ^ state.v3
    return [first, second].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }

  private static func word(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 where offset + index < bytes.count {
      word |= UInt64(bytes[offset + index]) << UInt64(8 * index)
    }
    return word
  }

  private mutating func take(_ word: UInt64) {
    v3 ^= word
    mix()
    mix()
    v0 ^= word
  }

  private mutating func mix() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
