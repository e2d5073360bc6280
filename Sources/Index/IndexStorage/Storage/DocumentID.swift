package import SittaSQLite

/// The number of a document in one index; it stays the same when the file changes or moves.
///
/// A rebuilt index numbers its documents anew, and the number of a removed document can be reused.
public struct DocumentID: IndexNumber {
  /// The `id` in the table `document`, and the rowid in the table of FTS5.
  public let rawValue: Int64

  /// Makes a number.
  @inlinable public init(rawValue: Int64) {
    self.rawValue = rawValue
  }
}

extension SQLiteValue {
  package static func document(_ document: DocumentID) -> SQLiteValue {
    .integer(document.rawValue)
  }
}

extension Row {
  package func document(at column: Int32) -> DocumentID {
    DocumentID(rawValue: integer(at: column))
  }
}
