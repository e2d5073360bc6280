import FullText
import SittaSQLite
import TextAnalysis

extension Schema {
  /// The names of all tables, views and indexes of the schema.
  private static let expectedNames: Set<String> = {
    let found = try? names(in: empty())
    return found ?? []
  }()

  /// Whether all tables, views and indexes exist.
  ///
  /// Without this check, a missing table would look like a wrong name in a statement.
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
