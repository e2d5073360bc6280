import SQLite

/// The number of a document in one index, which it keeps when its file changes or moves.
///
/// A rebuilt index numbers its documents anew, and the number of a removed document can be reused.
public struct DocumentID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The `id` in the table `document`, and the rowid in the table of FTS5.
  public let rawValue: Int64

  /// Makes a number.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Whether the first is the smaller number.
  public static func < (first: DocumentID, second: DocumentID) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension DocumentID: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int64) {
    self.init(rawValue: value)
  }
}

extension DocumentID: CustomStringConvertible {
  /// The bare number.
  public var description: String { "\(rawValue)" }
}

extension SQLiteValue {
  static func document(_ document: DocumentID) -> SQLiteValue { .integer(document.rawValue) }
}

extension Row {
  func document(at column: Int32) -> DocumentID { DocumentID(rawValue: integer(at: column)) }
}
