/// The compiled statements of a connection that were used last.
struct StatementCache {
  /// The most statements that are kept.
  static let capacity = 256

  private struct Entry {
    let statement: Statement
    var lastUse: Int
  }

  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// The number of statements.
  var count: Int { entries.count }

  /// The statement of a text; nil if it is not kept.
  subscript(sql: String) -> Statement? {
    mutating get {
      uses += 1
      guard let index = entries.index(forKey: sql) else { return nil }
      entries.values[index].lastUse = uses
      return entries.values[index].statement
    }
  }

  /// Adds a statement; if the cache is full, removes the statement that was not used for the
  /// longest time.
  ///
  /// O(1), and O(capacity) if one is taken out; to compile a statement takes longer.
  mutating func insert(_ statement: Statement) {
    if entries.count >= Self.capacity,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
    }
    uses += 1
    entries[statement.sql] = Entry(statement: statement, lastUse: uses)
  }
}
