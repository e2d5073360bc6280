import FullText
import SittaSQLite

extension FTS5Candidate {
  /// The candidate of a row with words at some positions, found in a table like `search`.
  ///
  /// - Parameters:
  ///   - occurrences: the positions; at least one.
  ///   - id: the number of the row.
  ///   - isFull: whether no decisive word is missing.
  ///   - given: the words that the row has otherwise.
  /// - Returns: the candidate, or nil without occurrences.
  /// - Throws: the error of SQLite.
  static func found(
    _ occurrences: [Occurrence], id: Int64 = 1, isFull: Bool = true, given: UInt64 = 0
  ) throws -> FTS5Candidate? {
    let db = try Database(path: Array(":memory:".utf8))
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(title, name, tags, body, authors, to_)")
    var columns = [[String]](repeating: [], count: 6)
    for occurrence in occurrences {
      let missing = max(0, occurrence.token + 1 - columns[occurrence.column].count)
      columns[occurrence.column] += [String](repeating: "x", count: missing)
      columns[occurrence.column][occurrence.token] = "w\(occurrence.word)"
    }
    try db.statement(
      "INSERT INTO t(rowid, title, name, tags, body, authors, to_) VALUES(?,?,?,?,?,?,?)"
    )
    .run([.integer(id)] + columns.map { .text($0.joined(separator: " ")) })
    let candidates = FTS5Candidates(lengths: FTS5DocumentLengths())
    try db.add(auxiliaryFunction: .candidates(into: candidates))
    var words = (0..<3).map { word in
      RankedWord([.init(phrase: word, factor: 1)], weight: 1, isDecisive: false)
    }
    if !isFull { words.append(RankedWord([], weight: 1)) }
    var request = FTS5Candidates.Request(words: words, fields: [], limit: 1)
    request.given = ({ _ in given }, 0)
    candidates.begin(request)
    try db.statement("SELECT 1 FROM t WHERE t MATCH ? AND candidate(t)")
      .run([.text("w0 OR w1 OR w2")])
    return candidates.rows.first
  }
}
