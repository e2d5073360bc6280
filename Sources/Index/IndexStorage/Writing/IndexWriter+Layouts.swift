import SittaSQLite
import TextAnalysis

/// The layouts of long texts.
extension IndexWriter {
  /// The numbers of documents that one step looks at.
  private static let stepDocuments: Int64 = 1_000

  /// The stored form of a text.
  ///
  /// O(text).
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - places: its places, if they are known.
  /// - Returns: what the column holds.
  func stored(_ text: [UInt8], _ places: [TokenPlace]? = nil) -> [UInt8] {
    if text.count < TextLayout.shortest { return compressor.compress(text, []) }
    return compressor.compress(
      text, places ?? analyzer.places(in: text.span, every: TextLayout.interval))
  }

  /// Stores a text of an earlier version with its layout, or passes over documents that have none.
  ///
  /// There must be no uncommitted changes. O(text).
  ///
  /// - Returns: false if there was nothing to do.
  /// - Throws: the error of SQLite.
  func takeLayoutStep() throws(SQLiteError) -> Bool {
    guard let last = layoutsDue else { return false }
    let first = max(0, last - Self.stepDocuments)
    try database.begin()
    do {
      let found = try database.first(
        """
        SELECT id FROM body WHERE id > ?1 AND id <= ?2 AND length(text) > ?3 ORDER BY id DESC LIMIT 1
        """, .integer(first), .integer(last), .integer(Int64(TextLayout.shortest / 16))
      ) { $0.integer(at: 0) }
      if let found { try addLayout(toTextOf: found) }
      let next = (found ?? first + 1) - 1
      layoutsDue = next > 0 ? next : nil
      if let layoutsDue {
        try meta.set(.layouts, to: .integer(layoutsDue))
      } else {
        try meta.remove(.layouts)
      }
      try database.commit()
    } catch {
      layoutsDue = last
      database.rollBack()
      throw error
    }
    return true
  }

  private func addLayout(toTextOf id: Int64) throws(SQLiteError) {
    let text = try database.first("SELECT decompress(text) FROM body WHERE id = ?1", .integer(id)) {
      $0.bytes(at: 0)
    }
    guard let text, text.count >= TextLayout.shortest else { return }
    try database.run(
      "UPDATE body SET text = ?2 WHERE id = ?1", .integer(id), .blob(stored(text)))
  }
}
