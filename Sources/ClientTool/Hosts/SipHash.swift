/// A keyed hash of bytes that nobody without the key can compute.
///
/// SipHash-2-4: Aumasson and Bernstein, <https://www.aumasson.jp/siphash/siphash.pdf>.
enum SipHash {
  /// The hash of some bytes; O(bytes).
  static func hash(_ bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
    var state = State(key)
    var start = 0
    while start + 8 <= bytes.count {
      state.add(word(bytes[start..<start + 8]))
      start += 8
    }
    state.add(word(bytes[start...]) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finish()
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct State {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64)

    init(_ key: (UInt64, UInt64)) {
      a = key.0 ^ 0x736f_6d65_7073_6575
      b = key.1 ^ 0x646f_7261_6e64_6f6d
      c = key.0 ^ 0x6c79_6765_6e65_7261
      d = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func add(_ word: UInt64) {
      d ^= word
      for _ in 0..<2 { mix() }
      a ^= word
    }

    mutating func finish() -> UInt64 {
      c ^= 0xff
      for _ in 0..<4 { mix() }
      return a ^ b ^ c ^ d
    }

    private mutating func mix() {
      func rotated(_ number: UInt64, _ count: UInt64) -> UInt64 {
        number &<< count | number &>> (64 - count)
      }
      a &+= b
      b = rotated(b, 13) ^ a
      a = rotated(a, 32)
      c &+= d
      d = rotated(d, 16) ^ c
      a &+= d
      d = rotated(d, 21) ^ a
      c &+= b
      b = rotated(b, 17) ^ c
      c = rotated(c, 32)
    }
  }
}
