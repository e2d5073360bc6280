/// A cache of the compiled statements that a connection used last.
struct StatementCache {
  /// The most statements that are kept.
  static let capacity = 256

  private struct Entry {
    let statement: Statement
    var lastUse: Int
  }

  private var entries: [String: Entry] = [:]
  private var uses = 0

  /// The number of statements in the cache.
  var count: Int { entries.count }

  /// The statement for some SQL; nil if it is not in the cache.
  subscript(sql: String) -> Statement? {
    mutating get {
      uses += 1
      guard let index = entries.index(forKey: sql) else { return nil }
      entries.values[index].lastUse = uses
      return entries.values[index].statement
    }
  }

  /// Adds a statement; if the cache is full, removes the statement that was not used for the longest time.
  ///
  /// O(1), or O(capacity) if a statement is removed, which is still faster than compiling one.
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
