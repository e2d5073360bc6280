public import Meaning
public import SittaSQLite

/// The beginning of a document, as a sentence encoder gets it.
public struct EncoderInput: Equatable, Sendable {
  /// The document.
  public let document: DocumentID
  /// The title and the beginning of the text; empty if the document is gone or has no text by now.
  public let texts: [String]

  /// The title and the beginning of the text, as the encoder reads them.
  public var text: String { texts.joined(separator: ". ") }
}

/// The vectors of a sentence encoder, which replace those of the table.
extension IndexWriter {
  /// Whether a document waits for the sentence encoder; O(1).
  public func hasEncoderInputs() throws(SQLiteError) -> Bool {
    try meaning.hasEncoderInputs()
  }

  /// Returns the beginnings of documents that wait for the sentence encoder, the newest ones first.
  ///
  /// - Parameter limit: the most documents.
  /// - Returns: the beginnings.
  /// - Throws: the error of SQLite.
  public func encoderInputs(upTo limit: Int) throws(SQLiteError) -> [EncoderInput] {
    try meaning.encoderInputs(upTo: limit)
  }

  /// Replaces the vectors of documents; there must be no uncommitted changes.
  ///
  /// A document that was changed since ``encoderInputs(upTo:)`` keeps its vector, and waits further.
  ///
  /// - Parameter vectors: the vectors; nil for a passage without one, which keeps the vector of the table.
  /// - Throws: the error of SQLite.
  public func record(
    _ vectors: [(input: EncoderInput, vector: MeaningVector?)]
  ) throws(SQLiteError) {
    try meaning.record(vectors)
  }
}
