/// A digest of 128 bits by which equal texts are recognized, on each machine the same.
///
/// SipHash-1-3 with the long result and a fixed key, so it is not safe against forgery. See
/// <https://www.aumasson.jp/siphash/siphash.pdf>.
struct ContentDigest: Hashable, Sendable {
  /// Its 16 bytes.
  let bytes: [UInt8]

  /// Reads stored bytes; nil for another number of bytes.
  init?(stored bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Computes the digest of a text; O(text), about 2 GB/s.
  init(of text: [UInt8]) {
    var state = State()
    let words = text.count / 8
    unsafe text.withUnsafeBytes { text in
      for index in 0..<words {
        state.take(
          UInt64(
            littleEndian: unsafe text.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)))
      }
    }
    var last = UInt64(truncatingIfNeeded: text.count) << 56
    for index in words * 8..<text.count { last |= UInt64(text[index]) << UInt64(8 * (index % 8)) }
    state.take(last)
    bytes = state.finish()
  }

  /// 32 hexadecimal digits.
  var text: String {
    bytes.reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  private struct State {
    private var v0: UInt64 = 0x736f_6d65_7073_6575
    private var v1: UInt64 = 0x646f_7261_6e64_6f6d ^ 0xee
    private var v2: UInt64 = 0x6c79_6765_6e65_7261
    private var v3: UInt64 = 0x7465_6462_7974_6573

    @inline(__always)
    mutating func take(_ word: UInt64) {
      v3 ^= word
      mix()
      v0 ^= word
    }

    mutating func finish() -> [UInt8] {
      v2 ^= 0xee
      for _ in 0..<3 { mix() }
      let first = v0 ^ v1 ^ v2 ^ v3
      v1 ^= 0xdd
      for _ in 0..<3 { mix() }
      return [first, v0 ^ v1 ^ v2 ^ v3].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      }
    }

    @inline(__always)
    private mutating func mix() {
      v0 &+= v1
      v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
      v0 = v0 &<< 32 | v0 &>> 32
      v2 &+= v3
      v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
      v0 &+= v3
      v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
      v2 &+= v1
      v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
      v2 = v2 &<< 32 | v2 &>> 32
    }
  }
}
