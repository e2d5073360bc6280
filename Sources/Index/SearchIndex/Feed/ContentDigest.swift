import Hashing
import SittaSQLite

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

  /// Computes the digest of a text; O(text).
  init(of text: [UInt8]) {
    bytes = SipHash.fastLongHash(text.span, key: SipHash.Key(0, 0))
  }

  /// 32 hexadecimal digits.
  var text: String {
    bytes.reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

extension ContentDigest {
  /// The digest of the text of a document.
  ///
  /// - Parameters:
  ///   - stored: the stored bytes; nil for a document that an earlier version wrote.
  ///   - document: the document.
  ///   - reader: the connection.
  /// - Returns: nil if it has no text.
  /// - Throws: the error of SQLite.
  static func stored(
    _ stored: [UInt8]?, of document: DocumentID, in reader: IndexReader
  ) throws(SQLiteError) -> ContentDigest? {
    if let stored, let digest = ContentDigest(stored: stored) { return digest }
    return try HitLoader.text(of: document, in: reader).map(ContentDigest.init(of:))
  }
}

extension SQLiteValue {
  /// The digest of a text; null without text.
  static func digest(_ text: [UInt8]?) -> SQLiteValue {
    guard let text, !text.isEmpty else { return .null }
    return .blob(ContentDigest(of: text).bytes)
  }
}
