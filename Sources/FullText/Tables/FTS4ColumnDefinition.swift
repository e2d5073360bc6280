/// A column of an FTS4 table.
public final class FTS4ColumnDefinition {
  let name: String
  private(set) var isIndexed = true
  private(set) var isLanguageID = false

  init(_ name: String) {
    self.name = name
  }

  /// Keeps the column's text, but out of the index: `notindexed=`.
  ///
  /// - Returns: the column, to say more about it.
  @discardableResult
  public func notIndexed() -> FTS4ColumnDefinition {
    isIndexed = false
    return self
  }

  /// Makes it the hidden column that tells languages apart: `languageid=`.
  ///
  /// - Returns: the column, to say more about it.
  @discardableResult
  public func asLanguageId() -> FTS4ColumnDefinition {
    isLanguageID = true
    return self
  }
}
