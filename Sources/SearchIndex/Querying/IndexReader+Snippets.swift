import FullText
import SQLite
import TextAnalysis

extension IndexReader {
  /// Where the words of a query stand in the texts of some documents.
  ///
  /// Ranking has often seen it already; otherwise one statement finds it for all: with the plus FTS5
  /// goes through its matches once, where it would begin anew for each document.
  ///
  /// - Parameters:
  ///   - rows: the documents.
  ///   - plan: the query.
  ///   - options: whether there are snippets at all.
  /// - Returns: the places, of those documents that can show any before the deadline.
  /// - Throws: what SQLite fails with.
  func places(
    in rows: ArraySlice<FoundRow>, of plan: SearchPlan, _ options: SearchOptions
  ) throws(SQLiteError) -> [Int64: FTS5Places] {
    guard options.snippetWords > 0, let highlight = plan.highlight, !rows.isEmpty else {
      return [:]
    }
    var places: [Int64: FTS5Places] = [:]
    for row in rows { places[row.id] = row.places }
    if places.count == rows.count { return places }
    var request = FTS5BestMatches.Request(limit: rows.count)
    request.column = Schema.bodyColumn
    request.isRanked = false
    best.begin(request)
    let numbers = rows.map { "\($0.id)" }.joined(separator: ",")
    _ = try untilDeadline { () throws(SQLiteError) in
      let gathering = SearchPlan.gathering(
        highlight, where: [FilterCondition("+rowid IN (\(numbers))")])
      try database.prepare(gathering.sql).run(gathering.values)
    }
    for row in best.rows { places[row.rowID] = row.places }
    return places
  }

  /// The piece of a document's text that shows the most of some places.
  func snippet(
    of document: Int64, showing places: FTS5Places, words: Int
  ) throws(SQLiteError) -> Snippet {
    let stored = try database.first("SELECT text FROM body WHERE id = ?1", .integer(document)) {
      row in
      row.withBytes(at: 0) { decompressor.text(from: $0) }
    }
    guard let stored else { return Snippet() }
    guard let text = stored else {
      throw .corruption("a stored text cannot be decompressed")
    }
    // The analyzer has buffers of its own, and throws only what stops it.
    let piece = try? TextSnippet(of: text.span, showing: places, count: words) { receiver in
      try analyzer.analyze(text.span, for: .document) { _, range, flags in
        try receiver(flags.contains(.colocated), range)
      }
    }
    return piece.map(Snippet.init) ?? Snippet()
  }
}
