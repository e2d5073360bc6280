import CSittaSQLite

/// The purpose of a tokenization; see <https://www.sqlite.org/fts5.html#custom_tokenizers>.
public struct FTS5Tokenization: OptionSet, Sendable {
  /// The bits of FTS5's constants.
  public let rawValue: Int32

  /// Makes a set from the bits of FTS5's constants.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The text is a word or a quoted string of a query (FTS5_TOKENIZE_QUERY).
  public static let query = FTS5Tokenization(rawValue: FTS5_TOKENIZE_QUERY)

  /// In addition to ``query``: a star follows, so the last token is a prefix (FTS5_TOKENIZE_PREFIX).
  public static let prefix = FTS5Tokenization(rawValue: FTS5_TOKENIZE_PREFIX)

  /// The text is a document that is inserted or deleted (FTS5_TOKENIZE_DOCUMENT).
  public static let document = FTS5Tokenization(rawValue: FTS5_TOKENIZE_DOCUMENT)

  /// An auxiliary function needs the tokens, for example for highlighting (FTS5_TOKENIZE_AUX).
  public static let aux = FTS5Tokenization(rawValue: FTS5_TOKENIZE_AUX)
}
