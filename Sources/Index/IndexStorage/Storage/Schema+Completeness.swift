import FullText
import SittaSQLite
import TextAnalysis

extension Schema {
  /// The names of the tables, views and indexes that an index has to have.
  private static let expectedNames: Set<String> = {
    let found = try? names(in: empty())
    return found ?? []
  }()

  /// Whether all tables, views and indexes exist.
  ///
  /// Without this check, a missing table looks like a statement with a wrong name.
  static func isComplete(in database: Database) throws(SQLiteError) -> Bool {
    expectedNames.isSubset(of: try names(in: database))
  }

  private static func names(in database: Database) throws(SQLiteError) -> Set<String> {
    var names: Set<String> = []
    try database.forEachRow("SELECT name FROM main.sqlite_schema") { row in
      if let name = row.text(at: 0) { names.insert(name) }
    }
    return names
  }

  /// An index without documents, in memory.
  private static func empty() throws -> Database {
    let database = try Database(path: Array(":memory:".utf8))
    try addFunctions(to: database)
    try add({ FTS5AnalyzerTokenizer(SittaAnalyzer()) }, to: database)
    try migrations.run(on: database)
    return database
  }
}
