/// SQLite's fifth full-text module; see <https://www.sqlite.org/fts5.html>.
public struct FTS5: Sendable {
  /// The treatment of accents by the tokenizer `unicode61`.
  public enum Diacritics: Sendable {
    /// They are kept: "Jérôme" and "Jerome" are two words.
    case keep
    /// They are removed where a character has one accent: `remove_diacritics 1`, SQLite's default.
    case removeLegacy
    /// They are removed everywhere: `remove_diacritics 2`.
    case remove
  }

  /// The comparison of the tokenizer `trigram`.
  public enum TrigramMatching: Sendable {
    /// Upper and lower case are one.
    case caseInsensitive
    /// Upper and lower case differ.
    case caseSensitive
  }

  /// The detail that the index of a table stores for each occurrence of a word.
  public enum Detail: String, Sendable {
    /// Its column and its place: all queries work.
    case full
    /// Its column: no phrases, no `NEAR`; ranking is slow.
    case column
    /// Neither: no columns, no phrases, no `NEAR`; ranking is slow.
    case none
  }

  /// Names the module, for ``SQLite/Database/create(virtualTable:ifNotExists:using:_:)``.
  public init() {}
}
