/// The definition of an FTS3 table; see
/// <https://www.sqlite.org/fts3.html#creating_and_destroying_fts_tables>.
public final class FTS3TableDefinition {
  /// The tokenizer; nil means `simple`.
  public var tokenizer: FTS3TokenizerDescriptor?

  private(set) var columns: [String] = []

  init() {}

  /// Adds a column; without any, the table gets the column `content`.
  public func column(_ name: String) {
    columns.append(name)
  }
}
