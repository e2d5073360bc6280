/// A column of an FTS4 table.
public final class FTS4ColumnDefinition {
  let name: String
  private(set) var isIndexed = true
  private(set) var isLanguageID = false

  init(_ name: String) {
    self.name = name
  }

  /// Stores the column's text without indexing it: `notindexed=`.
  ///
  /// - Returns: the column, for further calls.
  @discardableResult
  public func notIndexed() -> FTS4ColumnDefinition {
    isIndexed = false
    return self
  }

  /// Makes the column a hidden one that contains the language of a row: `languageid=`.
  ///
  /// - Returns: the column, for further calls.
  @discardableResult
  public func asLanguageId() -> FTS4ColumnDefinition {
    isLanguageID = true
    return self
  }
}
