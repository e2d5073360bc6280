/// A column of an FTS5 table.
public final class FTS5ColumnDefinition {
  let name: String
  private(set) var isIndexed = true

  init(_ name: String) {
    self.name = name
  }

  /// Keeps the column's text, but out of the index: UNINDEXED.
  ///
  /// - Returns: the column, to say more about it.
  @discardableResult
  public func notIndexed() -> FTS5ColumnDefinition {
    isIndexed = false
    return self
  }
}
