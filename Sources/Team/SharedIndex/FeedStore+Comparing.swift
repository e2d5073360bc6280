import LinuxSystem
import PostgreSQL
package import SearchInterface

/// The rows as a comparison sees them.
extension FeedStore {
  /// The tables that a daemon's index has as well.
  enum Table: String {
    case folder
    case document

    /// The expression for the checksum of a row.
    ///
    /// It covers all that a feed writes, and whether the rights that follow from it are right. Other rows are looked
    /// up one by one: for a join, the server would read whole tables for each bucket.
    fileprivate var checksum: String {
      let parent = self == .folder ? "t.parent" : "t.folder"
      let passage = """
        with_rule(CASE WHEN \(parent) = 1 THEN '{}' ELSE (
          SELECT f.passage FROM folder f
          WHERE f.source = t.source AND f.id = \(parent) AND f.generation >= $4) END, t.rule)
        """
      let old = "CASE WHEN t.generation < $4 THEN 'old' END"
      switch self {
      case .folder:
        return RowChecksum.sql([
          "t.id", "t.parent", "t.suffix", "t.away", "t.rule",
          "CASE WHEN t.passage IS DISTINCT FROM \(passage) THEN 'passage' END", old,
        ])
      case .document:
        return RowChecksum.sql([
          "t.id", "t.folder", "t.suffix", "t.name", "t.type", "t.size", "t.modified", "t.created",
          "t.language", "t.state", "t.digest", "t.message", "t.rule",
          """
          (SELECT split_part(c.signature, ' ', 1) FROM content c WHERE c.source = t.source AND c.id = t.id)
          """,
          """
          CASE WHEN (SELECT r.rules FROM readers r WHERE r.source = t.source AND r.id = t.readers)
          IS DISTINCT FROM \(passage) THEN 'readers' END
          """, old,
        ])
      }
    }

    /// The expression for the classes of readers that rows have.
    fileprivate var classes: String {
      self == .folder
        ? "NULL" : "array_agg(DISTINCT t.readers) FILTER (WHERE t.readers IS NOT NULL)"
    }
  }

  /// How long rows are not compared again.
  private static let comparisonAge: Int64 = 86_400

  /// Whether the rows have to be compared with the index: a day after the last time, and after the daemon could not
  /// continue from the clock.
  package var isComparisonDue: Bool {
    guard position.complete == position.generation, let compared = position.compared else {
      return position.generation > 1
    }
    return compared.seconds + Self.comparisonAge <= now().seconds
  }

  /// Whether rows of an earlier generation may be there, which nothing but a comparison finds.
  package var isIncomplete: Bool { position.generation > max(position.complete, 1) }

  /// Goes on from another clock, because the daemon cannot continue from the last one; then all rows are compared.
  ///
  /// In another index, the number of a folder is that of another folder. So nobody may read the rows of the former
  /// one any more.
  ///
  /// - Parameter clock: a commit of the daemon.
  /// - Throws: a ``Refusal`` or the error of the server.
  package func beginAgain(
    at clock: ClockMessage
  ) async throws {
    var next = position
    (next.clock, next.generation, next.compared) = (clock, position.generation + 1, nil)
    let isOther = clock.index != indexName
    if isOther { next.oldest = next.generation }
    try await inTransaction(reaching: next) {
      if isOther { try await rights.takeAway(in: connection) }
    }
    if isOther { rights = try await FeedRights(of: source, in: connection) }
  }

  /// The name of the index, without what a clock of a page has behind it.
  var indexName: String? { position.clock?.index.split(separator: "@").first.map(String.init) }

  /// Reads once more what the rules say, which the rows of the index are compared with.
  func beginComparison() async throws {
    rights = try await FeedRights(of: source, in: connection)
    rights.beginCounting()
  }

  /// Records that all rows were compared, and removes what no row needs.
  func endComparison() async throws {
    var next = position
    (next.complete, next.compared) = (position.generation, now())
    try await inTransaction(reaching: next) { try await rights.removeUnused(in: connection) }
  }

  /// The checksum that the row of a folder has to have.
  func checksum(of folder: ChangedFolderMessage) -> Int64 {
    let row = row(folder, 0)
    return RowChecksum.of([row[1]] + row[4...7])
  }

  /// The checksum that the row of a document has to have.
  func checksum(of document: ChangedDocumentMessage) -> Int64 {
    var row = row(document, 0)
    for time in [9, 10] { row[time] = Self.printed(row[time]) }
    return RowChecksum.of([row[1]] + row[4...15] + [.text(document.digest ?? "")])
  }

  /// A time as the server prints it.
  private static func printed(_ time: PostgreSQLValue) -> PostgreSQLValue {
    guard case .text(let text) = time, text.hasSuffix("Z") else { return time }
    return .text(text.dropLast().replacing("T", with: " ") + "+00")
  }

  /// Writes the rules that are new, which the checksums of rows need.
  func addRules(of changes: ChangesMethod.Reply) async throws {
    try await rights.add(
      Set(changes.folders.compactMap(\.access) + changes.documents.compactMap(\.access)),
      to: connection)
  }

  /// Counts the rows with some numbers, and adds up their checksums.
  func sum(
    of table: Table, _ numbers: ClosedRange<Int64>
  ) async throws(PostgreSQLError) -> (count: Int, sum: Int64) {
    let found = try await connection.run(
      """
      SELECT count(*), \(RowChecksum.sumSQL(table.checksum)), \(table.classes) FROM \(table.rawValue) t
      WHERE t.source = $1 AND t.id BETWEEN $2 AND $3
      """,
      [
        .integer(source), .integer(numbers.lowerBound), .integer(numbers.upperBound),
        .integer(position.oldest),
      ])
    if let classes = found.text(0, 2) { rights.count(classes) }
    return (Int(found.integer(0, 0) ?? 0), found.integer(0, 1) ?? 0)
  }

  /// The checksums of the rows with some numbers.
  func checksums(
    of table: Table, _ numbers: ClosedRange<Int64>
  ) async throws(PostgreSQLError) -> [Int64: Int64] {
    let found = try await connection.run(
      "SELECT t.id, \(table.checksum) FROM \(table.rawValue) t WHERE t.source = $1 AND t.id BETWEEN $2 AND $3",
      [
        .integer(source), .integer(numbers.lowerBound), .integer(numbers.upperBound),
        .integer(position.oldest),
      ])
    return (0..<found.count).reduce(into: [:]) { checksums, row in
      if let id = found.integer(row, 0) { checksums[id] = found.integer(row, 1) }
    }
  }

  /// The first number of a row from some number on; nil if there is none.
  func firstNumber(
    of table: Table, from number: Int64
  ) async throws(PostgreSQLError) -> Int64? {
    let found = try await connection.run(
      "SELECT min(id) FROM \(table.rawValue) WHERE source = $1 AND id >= $2",
      [.integer(source), .integer(number)])
    return found.integer(0, 0)
  }

  /// Writes rows as the index has them now, in place of those that differ.
  func mend(_ changes: ChangesMethod.Reply) async throws {
    try await write(changes, reaching: position, isMend: true)
  }
}
