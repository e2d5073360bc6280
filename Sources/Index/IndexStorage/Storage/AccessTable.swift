import LinuxSystem
package import SittaSQLite

/// The table `access`: each rule once, because few different ones exist.
///
/// The column `access` of a document or folder has the number of a rule, 0 if the rule is not known, and NULL if it has
/// not been looked at.
package struct AccessTable {
  /// The number for ``RecordedAccess/unknown``.
  private static let unknown: Int64 = 0
  private static let mostKnown = 10_000

  private let database: Database
  private var known: [AccessRule: Int64] = [:]

  init(in database: Database) {
    self.database = database
  }

  /// Whether access is recorded; if it was in former times only, the columns are out of date.
  package static func isRecorded(in database: Database) throws(SQLiteError) -> Bool {
    try MetaTable(of: database).contains(.access)
  }

  /// Drops the numbers that were looked up, because their rows may have been rolled back.
  mutating func forget() {
    known = [:]
  }

  /// Returns the number of a rule; nil if the table does not have it.
  mutating func number(of access: RecordedAccess) throws(SQLiteError) -> Int64? {
    guard case .rule(let rule) = access else { return Self.unknown }
    if let number = known[rule] { return number }
    let number = try database.first(
      "SELECT id FROM access WHERE rule = ?1", .text(rule.description)
    ) { $0.integer(at: 0) }
    if let number { remember(rule, number) }
    return number
  }

  /// Adds a rule that the table does not have, and returns its number.
  mutating func add(_ access: RecordedAccess) throws(SQLiteError) -> Int64 {
    guard case .rule(let rule) = access else { return Self.unknown }
    try database.run("INSERT INTO access(rule) VALUES(?1)", .text(rule.description))
    remember(rule, database.lastInsertedRowID)
    return database.lastInsertedRowID
  }

  private mutating func remember(_ rule: AccessRule, _ number: Int64) {
    if known.count >= Self.mostKnown { known = [:] }
    known[rule] = number
  }
}
