import SittaSQLite

/// The stored lists of parts.
extension IndexWriter {
  /// The stored parts of a document; nil if it has none.
  func storedParts(of id: DocumentID) throws(SQLiteError) -> [UInt8]? {
    try database.statement("SELECT list FROM part WHERE id = ?1")
      .first([.document(id)]) { $0.bytes(at: 0) }
  }

  /// Stores the parts of a document; nil removes the stored ones.
  func write(_ parts: [UInt8]?, of id: DocumentID) throws(SQLiteError) {
    guard let parts else {
      return try database.run("DELETE FROM part WHERE id = ?1", .document(id))
    }
    try database.run(
      """
      INSERT INTO part(id, list) VALUES(?1, ?2) ON CONFLICT(id) DO UPDATE SET list = excluded.list
      """, .document(id), .blob(parts))
  }
}
