import IndexStorage
import SittaSQLite

extension ContentDigest {
  /// The digest of the text of a document; nil if it has no text.
  ///
  /// `stored` are the stored bytes; nil for a document that an earlier version wrote.
  static func stored(
    _ stored: [UInt8]?, of document: DocumentID, in reader: IndexReader
  ) throws(SQLiteError) -> ContentDigest? {
    if let stored, let digest = ContentDigest(stored: stored) { return digest }
    return try HitLoader.text(of: document, in: reader).map(ContentDigest.init(of:))
  }
}
