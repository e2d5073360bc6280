package import FullText
package import SittaSQLite

/// Compares ``FullText/FTS5SegmentReader`` with FTS5 on a table `t`.
package final class SegmentComparison {
  /// A difference between both.
  package struct Difference: Error {
    package let text: String
  }

  private struct Row: Equatable, CustomStringConvertible {
    let id: Int64
    let counts: [Int]

    var description: String { "\(id) \(counts)" }
  }

  private let db: Database
  package let reader: FTS5SegmentReader
  private let candidates: FTS5Candidates
  private let lengths = FTS5DocumentLengths()
  private let truth: Truth

  /// The rows that FTS5 passes to the function `truth`.
  private final class Truth {
    var rows: [Row] = []
    var limit = Int.max
  }

  /// Opens a table; its tokenizer must be ``AlternativesTokenizer``.
  package init(_ db: Database) throws {
    self.db = db
    reader = try FTS5SegmentReader(table: "t", in: db)
    candidates = FTS5Candidates(lengths: lengths)
    let truth = Truth()
    self.truth = truth
    try db.add(auxiliaryFunction: .candidates(into: candidates))
    try db.add(
      auxiliaryFunction: FTS5AuxiliaryFunction("truth") { match, _ in
        var counts = Array(repeating: 0, count: 8)
        var left = truth.limit
        try match.forEachInstance(ofPhrase: 0) { found in
          if left > 0, found.column < 8 { counts[found.column] += 1 }
          left -= 1
        }
        truth.rows.append(Row(id: match.rowID, counts: counts))
        return .null
      })
  }

  /// Calls `body` in a read transaction that the reader knows.
  package func inSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try db.transaction(.deferred) {
      try reader.refresh()
      return try body()
    }
  }

  /// All words of the table.
  package func words() throws -> [String] {
    try db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.v USING fts5vocab(main, t, row)")
    return try db.all("SELECT term FROM temp.v") { $0.text(at: 0) ?? "" }
  }

  /// Compares the rows and counts of a word, all of them and in some rows.
  package func compare(word: String, _ choices: inout Choices) throws {
    let limit = choices.one(of: [24, 24, 1, 255])
    (truth.rows, truth.limit) = ([], limit)
    try db.run("SELECT 1 FROM t WHERE t MATCH ?1 AND truth(t)", .text("\"\(word)\""))
    // A count has eight bits.
    let expected = truth.rows
    var found: [Row] = []
    let term = Array(word.utf8)
    func row(_ id: Int64, _ counts: ColumnCounts) {
      found.append(Row(id: id, counts: (0..<8).map { counts[$0] }))
    }
    try reader.forEachRow(with: term, countingUpTo: limit) { row($0, $1) }
    try check(found == expected, "rows of \(word): \(found.count) instead of \(expected.count)")
    let least = choices.below(400)
    let wanted = (0..<choices.below(40)).map { Int64(least + $0 * (1 + choices.below(9))) }
    found = []
    try reader.forEachRow(with: term, among: wanted, countingUpTo: limit) { row($0, $1) }
    try check(found == expected.filter { wanted.contains($0.id) }, "some rows of \(word)")
    let count = try reader.documentCount(ofAny: [term])
    try check(count == expected.count, "number of rows of \(word)")
  }

  private func check(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
    if !isTrue { throw Difference(text: text()) }
  }

  /// Compares the candidates of a random request.
  package func compareCandidates(_ choices: inout Choices, columnCount: Int) throws {
    if choices.once(in: 2) { try lengths.load(fromTable: "t", in: db) }
    let search = RandomSearch(&choices, columnCount: columnCount)
    candidates.begin(search.request.candidates)
    let condition =
      search.acceptsEven ? "CASE WHEN t.rowid % 2 = 0 THEN candidate(t) END" : "candidate(t)"
    try db.run("SELECT 1 FROM t WHERE t MATCH ?1 AND \(condition)", .text(search.expression))
    let expected = describe()
    try reader.collect(search.request, into: candidates)
    let found = describe()
    let difference = zip(found, expected).first { $0 != $1 }
    try check(found == expected, "\(search.expression): \(difference ?? ("", ""))")
  }

  /// Reads words and candidates of a damaged table; any answer and any typed error will do.
  package func readDamaged(_ choices: inout Choices, columnCount: Int) throws {
    do {
      try inSnapshot {
        for _ in 0..<3 {
          let term = Array(SegmentTable.word(&choices).utf8)
          try reader.forEachRow(with: term) { _, _ in }
          try reader.forEachRow(with: term, among: [Int64(choices.below(300))]) { _, _ in }
          _ = try reader.documentCount(ofAny: [term])
        }
        let search = RandomSearch(&choices, columnCount: columnCount)
        try reader.collect(search.request, into: candidates)
      }
    } catch is FTS5SegmentError {
    }
  }

  /// Reads a word in a damaged table with FTS5 and with the reader.
  ///
  /// - Returns: whether both gave an answer.
  /// - Throws: ``Difference`` if both gave different answers.
  package func compareDamaged(word: String) throws -> Bool {
    var found: [Row] = []
    do {
      try inSnapshot {
        try reader.forEachRow(with: Array(word.utf8)) { id, counts in
          found.append(Row(id: id, counts: (0..<8).map { counts[$0] }))
        }
      }
    } catch is FTS5SegmentError {
      return false
    }
    (truth.rows, truth.limit) = ([], ColumnCounts.most)
    do throws(SQLiteError) {
      try db.run("SELECT 1 FROM t WHERE t MATCH ?1 AND truth(t)", .text("\"\(word)\""))
    } catch {
      return false
    }
    let differing =
      [found.filter { !truth.rows.contains($0) }]
      + [truth.rows.filter { !found.contains($0) }]
    try check(found == truth.rows, "\(word): \(differing)")
    return true
  }

  private func describe() -> [String] {
    func text(_ row: FTS5Candidate) -> String {
      let occurrences = row.occurrences.map {
        "\($0.word).\($0.form).\($0.column).\($0.token).\($0.count)"
      }
      return """
        \(row.rowID) \(row.words) \(row.given) \(row.score) \(row.isFull) \(row.wordScores) \
        \(occurrences) \(row.hasAllOccurrences)
        """
    }
    return ["\(candidates.fullCount) \(candidates.partialCount)"]
      + candidates.rows.map(text) + [candidates.watched.map(text) ?? "none"]
  }
}
