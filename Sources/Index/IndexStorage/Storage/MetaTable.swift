package import SittaSQLite

/// The table `meta`: facts about the index, one row per key.
package struct MetaTable {
  /// The keys; their raw values are stored in every index and never change.
  enum Key: String, CaseIterable {
    /// The random name of the index.
    case index
    /// The number of the last commit.
    case sequence
    /// A fingerprint of all settings that decide the stored tokens; see
    /// ``Schema/fingerprint(of:)``.
    case fingerprint
    /// 1 after an orderly shutdown, 0 while a daemon writes the index.
    case clean
    /// Why and since when the index is being built; see ``Rebuild/storedText``. Missing in a finished index.
    case rebuild
    /// Present once an index that is being built is complete, so that it can replace the old one.
    case rebuilt
    /// Present until all files have been compared with a new index once. Missing in a rebuilt index.
    case first
    /// The last recoveries, one line each; see ``Recovery/storedLine``.
    case recoveries
    /// When the index was last found to be sound, in seconds since 1970.
    case checked
    /// The conditions under which files were read; see ``IndexWriter/setReadingConditions(_:)``.
    case conditions
    /// The language whose stems are being added; see ``StemTable/AddedLanguage``.
    case addedLanguage
    /// The commits after which a consumer of the feed can continue; see ``FeedHistory``.
    case feed
    /// Texts of documents up to this number may lack their ``TextLayout``; missing if none does.
    case layouts
    /// The identity of the table with which vectors of documents are made, in hexadecimal digits; missing if none
    /// are made.
    case meaning
    /// Documents up to this number may lack their vectors; missing if none does.
    case meaningDue
    /// Present as long as it is recorded who may read each file; see ``IndexWriter/setRecordsAccess(_:)``.
    case access
    /// The identity of the sentence encoder that makes vectors in idle time, in hexadecimal digits; missing if none
    /// does.
    case encoder
  }

  private let database: Database

  package init(of database: Database) {
    self.database = database
  }

  /// The value of a key as an integer; nil if the key is missing.
  func integer(_ key: Key) throws(SQLiteError) -> Int64? {
    try database.first(Self.selection, .text(key.rawValue)) { $0.integer(at: 0) }
  }

  /// The value of a key as text; nil if the key is missing.
  func text(_ key: Key) throws(SQLiteError) -> String? {
    try database.first(Self.selection, .text(key.rawValue)) { $0.text(at: 0) } ?? nil
  }

  /// Whether a key has a value.
  func contains(_ key: Key) throws(SQLiteError) -> Bool {
    try database.first(Self.selection, .text(key.rawValue)) { _ in true } ?? false
  }

  /// Returns the name of the index and the number of its last commit, read by one statement.
  package func clock() throws(SQLiteError) -> IndexClock {
    let clock = try database.first(
      "SELECT (SELECT value FROM meta WHERE key = ?1), (SELECT value FROM meta WHERE key = ?2)",
      .text(Key.index.rawValue), .text(Key.sequence.rawValue)
    ) { IndexClock(index: $0.text(at: 0) ?? "", sequence: $0.commit(at: 1)) }
    return clock ?? IndexClock(index: "", sequence: 0)
  }

  /// Inserts the first values of an index; none of the keys may exist.
  func insert(_ values: KeyValuePairs<Key, SQLiteValue>) throws(SQLiteError) {
    for (key, value) in values {
      try database.run("INSERT INTO meta(key, value) VALUES(?1, ?2)", .text(key.rawValue), value)
    }
  }

  /// Sets the value of a key.
  func set(_ key: Key, to value: SQLiteValue) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)", .text(key.rawValue), value)
  }

  /// Adds one to the value of a key.
  func increment(_ key: Key) throws(SQLiteError) {
    try database.run("UPDATE meta SET value = value + 1 WHERE key = ?1", .text(key.rawValue))
  }

  /// Removes a key, if it exists.
  func remove(_ key: Key) throws(SQLiteError) {
    try database.run("DELETE FROM meta WHERE key = ?1", .text(key.rawValue))
  }

  private static let selection = "SELECT value FROM meta WHERE key = ?1"
}
