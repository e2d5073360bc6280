/// A hash that changes with the content: FNV-1a with 64 bits, which is not safe against forgery.
///
/// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm".
package struct Checksum {
  /// The hash of the added bytes.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the hash of nothing.
  package init() {}

  /// Adds bytes and their number; O(bytes).
  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    add(UInt64(bytes.count))
  }

  /// Adds a number.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ (number >> shift & 0xff)) &* 0x100_0000_01b3
    }
  }
}
