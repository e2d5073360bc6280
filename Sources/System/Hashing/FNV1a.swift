/// FNV-1a with 64 bits: a fast hash for short texts, which is not safe against forged collisions.
///
/// The hash is the same in every process, so it can be stored. Source: Fowler, Noll, Vo,
/// <http://www.isthe.com/chongo/tech/comp/fnv/>.
package struct FNV1a: Equatable, Sendable {
  /// The hash of the bytes that were added so far.
  package var value: UInt64

  /// Creates the hash of no bytes.
  @inlinable
  package init() {
    value = 0xcbf2_9ce4_8422_2325
  }

  /// Adds a byte.
  @inlinable
  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// Adds bytes, then their number; O(bytes).
  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { add(byte) }
    add(UInt64(bytes.count))
  }

  /// Adds the eight bytes of a number, the lowest byte first.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
