import Hashing
import LinuxSystem
import SittaSQLite

/// A digest of 128 bits, by which equal texts are recognized, also on different machines.
///
/// SipHash-1-3 with the long result and a fixed key, so it is not safe against forgery. See
/// <https://www.aumasson.jp/siphash/siphash.pdf>.
package struct ContentDigest: Hashable, Sendable {
  /// The 16 bytes of the digest.
  package let bytes: [UInt8]

  /// Reads stored bytes; nil if they are not 16 bytes.
  package init?(stored bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Computes the digest of a text; O(text).
  package init(of text: [UInt8]) {
    bytes = SipHash.fastLongHash(text.span, key: SipHash.Key(0, 0))
  }

  /// The digest as 32 hexadecimal digits.
  package var text: String { bytes.hexadecimalDigits }
}

extension ContentDigest: Comparable {
  package static func < (first: ContentDigest, second: ContentDigest) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}

extension SQLiteValue {
  /// The digest of a text, as an SQL value; NULL if there is no text.
  static func digest(_ text: [UInt8]?) -> SQLiteValue {
    guard let text, !text.isEmpty else { return .null }
    return .blob(ContentDigest(of: text).bytes)
  }
}
