/// The steps that lead from an empty database to today's schema, each done once and in order.
///
/// Names of done steps are kept in the table `migration`. A step never changes once it is released.
public struct Migrations: Sendable {
  /// One named step.
  public struct Step: Sendable {
    /// Its name, unique and for ever.
    public let name: String
    /// The statements it runs.
    public let sql: String

    /// Describes a step.
    public init(_ name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// What is wrong with a database's history.
  public struct UnknownStep: Error, Equatable, CustomStringConvertible {
    /// A step that was done and that this program does not know.
    public let name: String

    /// A sentence for people.
    public var description: String {
      "The database was made by a newer version: it has the migration '\(name)'."
    }
  }

  private let steps: [Step]

  /// The names of the steps, oldest first.
  public var names: [String] { steps.map(\.name) }

  /// Registers the steps, oldest first.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Does the steps that are not done yet, each in a transaction of its own.
  ///
  /// - Parameters:
  ///   - database: what to bring up to date.
  ///   - last: stops after the step of that name, so that tests can make an older schema.
  /// - Throws: ``UnknownStep`` for a database from the future; nothing is changed then.
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
