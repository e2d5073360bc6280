/// A column of an FTS5 table.
public final class FTS5ColumnDefinition {
  let name: String
  private(set) var isIndexed = true

  init(_ name: String) {
    self.name = name
  }

  /// Stores the column's text without indexing it: UNINDEXED.
  ///
  /// - Returns: the column, for further calls.
  @discardableResult
  public func notIndexed() -> FTS5ColumnDefinition {
    isIndexed = false
    return self
  }
}
