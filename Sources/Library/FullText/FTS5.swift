/// SQLite's fifth full-text module; see <https://www.sqlite.org/fts5.html>.
public struct FTS5: Sendable {
  /// The treatment of accents by the tokenizer `unicode61`.
  public enum Diacritics: Sendable {
    /// Keeps accents: "Jérôme" and "Jerome" are two words.
    case keep
    /// Removes the accent from characters with only one: `remove_diacritics 1`, SQLite's default.
    case removeLegacy
    /// Removes all accents: `remove_diacritics 2`.
    case remove
  }

  /// Whether the tokenizer `trigram` distinguishes upper and lower case.
  public enum TrigramMatching: Sendable {
    /// Upper and lower case are equal.
    case caseInsensitive
    /// Upper and lower case differ.
    case caseSensitive
  }

  /// The data that the index stores for each occurrence of a token.
  public enum Detail: String, Sendable {
    /// The row, the column and the position: all queries work.
    case full
    /// The row and the column: no phrases and no `NEAR`; ranking is slow.
    case column
    /// Only the row: no column filters, no phrases, no `NEAR`; ranking is slow.
    case none
  }

  /// Makes the module, for ``SittaSQLite/Database/create(virtualTable:ifNotExists:using:_:)``.
  public init() {}
}
