/// The steps from an empty database to the current schema; each one runs once, in order.
///
/// The table `migration` has the names of the steps that have run. A released step never changes.
public struct Migrations: Sendable {
  /// One named step.
  public struct Step: Sendable {
    /// Its unique name, which never changes.
    public let name: String
    /// The statements it runs.
    public let sql: String

    /// Describes a step.
    public init(_ name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// The error for a database with a step that this program does not know.
  public struct UnknownStep: Error, Equatable, CustomStringConvertible {
    /// The name of the step.
    public let name: String

    /// The sentence for people.
    public var description: String {
      "The database was made by a newer version: the migration '\(name)' is unknown."
    }
  }

  private let steps: [Step]

  /// The names of the steps, oldest first.
  public var names: [String] { steps.map(\.name) }

  /// Registers the steps, oldest first.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Runs the steps that have not run yet, each in its own transaction.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - last: the name of the last step to run, so that tests can make an older schema.
  /// - Throws: ``UnknownStep`` for a database of a newer version; nothing has changed then.
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
