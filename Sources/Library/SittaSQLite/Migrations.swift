/// The steps from an empty database to the current schema; each step runs once, in order.
///
/// The table `migration` contains the names of the steps that have run. A released step never changes.
public struct Migrations: Sendable {
  /// A step of a migration.
  public struct Step: Sendable {
    /// The unique name of the step, which never changes.
    public let name: String
    /// The SQL statements that the step runs.
    public let sql: String

    /// Makes a step.
    public init(_ name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// The error for a database with a step that this program does not know.
  public struct UnknownStep: Error, Equatable, CustomStringConvertible {
    /// The name of the step.
    public let name: String

    /// The error as a sentence for people.
    public var description: String {
      "The database was made by a newer version: the migration '\(name)' is unknown."
    }
  }

  private let steps: [Step]

  /// The names of the steps, the oldest first.
  public var names: [String] { steps.map(\.name) }

  /// Makes migrations from steps, the oldest first.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Runs the steps that have not run yet, each in a transaction of its own.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - last: the name of the last step to run, with which tests make an older schema; nil for all.
  /// - Throws: the error of SQLite; ``UnknownStep`` for a database of a newer version, before any change.
  public func run(on database: Database, upTo last: String? = nil) throws {
    try database.execute(
      "CREATE TABLE IF NOT EXISTS migration(name TEXT PRIMARY KEY) WITHOUT ROWID")
    var done: Set<String> = []
    try database.forEachRow("SELECT name FROM migration") { row in
      done.insert(row.text(at: 0) ?? "")
    }
    if let unknown = done.subtracting(steps.map(\.name)).min() {
      throw UnknownStep(name: unknown)
    }
    for step in steps {
      if !done.contains(step.name) { try run(step, on: database) }
      if step.name == last { return }
    }
  }

  private func run(_ step: Step, on database: Database) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try database.execute(step.sql)
      try database.run("INSERT INTO migration(name) VALUES(?1)", .text(step.name))
    }
  }
}
