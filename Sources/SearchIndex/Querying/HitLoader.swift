import FullText
import SQLite
import TextAnalysis

/// Reads the documents that were found, and makes their snippets.
struct HitLoader {
  let plan: SearchPlan
  let options: SearchOptions
  /// No snippet is made after this.
  let deadline: ContinuousClock.Instant?

  /// The hits of some rows, in their order, without documents that are not in the index.
  func hits(
    for rows: ArraySlice<FoundRow>, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [SearchHit] {
    snapshot.setDeadline(deadline)
    let positions = try positions(in: rows, of: snapshot)
    // Only a few short look-ups for each hit are left; the loop checks the time itself.
    snapshot.setDeadline(nil)
    var documents = try ListedDocuments(in: snapshot)
    var hits: [SearchHit] = []
    for row in rows {
      guard let document = try documents.document(row.id) else { continue }
      var snippet = Snippet()
      var part: FoundPart?
      if let positions = positions[row.id], deadline.map({ .now < $0 }) ?? true {
        if let passage = try passage(of: row.id, showing: positions, in: snapshot.reader) {
          snippet = Snippet(passage)
          if let offset = passage.matchOffset {
            part = try self.part(of: row.id, at: offset, in: snapshot.database)
          }
        }
      }
      hits.append(SearchHit(document: document, score: row.score, snippet: snippet, part: part))
    }
    return hits
  }

  /// Where the words of the query occur in the texts of some documents.
  ///
  /// Ranking has often seen it already. Otherwise one statement finds it for all: the plus makes
  /// FTS5 go through its matches once, instead of starting again for each document.
  ///
  /// - Parameters:
  ///   - rows: the documents.
  ///   - snapshot: the state of the index.
  /// - Returns: the positions, of the documents that were reached before the deadline.
  /// - Throws: the error of SQLite.
  private func positions(
    in rows: ArraySlice<FoundRow>, of snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [DocumentID: FTS5Places] {
    guard options.snippetWords > 0, let highlight = plan.highlight, !rows.isEmpty else {
      return [:]
    }
    var positions: [DocumentID: FTS5Places] = [:]
    for row in rows { positions[row.id] = row.positions }
    if positions.count == rows.count { return positions }
    let (database, best) = (snapshot.database, snapshot.reader.best)
    var request = FTS5BestMatches.Request(limit: rows.count)
    request.column = Schema.bodyColumn
    request.isRanked = false
    best.begin(request)
    let numbers = rows.map { "\($0.id)" }.joined(separator: ",")
    _ = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      let gathering = SearchPlan.gathering(
        highlight, where: [FilterCondition("+rowid IN (\(numbers))")])
      try database.prepare(gathering.sql).run(gathering.values)
    }
    for row in best.rows { positions[DocumentID(rawValue: row.rowID)] = row.places }
    return positions
  }

  /// The passage of a document's text that shows the query best.
  private func passage(
    of document: DocumentID, showing positions: FTS5Places, in reader: IndexReader
  ) throws(SQLiteError) -> Passage? {
    guard let highlight = plan.highlight else { return nil }
    let stored = try reader.database.first(
      "SELECT text FROM body WHERE id = ?1", .document(document)
    ) { row in row.withBytes(at: 0) { reader.decompressor.text(from: $0) } }
    guard let stored else { return nil }
    guard let text = stored else {
      throw .corruption("a stored text cannot be decompressed")
    }
    let finder = PassageFinder(
      highlight, reader.words, counts: positions.counts, length: options.snippetWords)
    let hits = positions.hits.map { hit in
      PassageHit(token: hit.token, count: hit.count, word: hit.phrase)
    }
    // The analyzer throws only the errors of its receiver.
    let passages = try? finder.passages(in: text.span, hits: hits) { receiver in
      try reader.analyzer.analyze(text.span, for: .document) { token, range, flags in
        try receiver(token, range, flags.contains(.colocated))
      }
    }
    return passages?.first
  }

  /// The part of a document that contains an offset of its text; nil if none does.
  private func part(
    of document: DocumentID, at offset: Int, in database: Database
  ) throws(SQLiteError) -> FoundPart? {
    let stored = try database.first("SELECT list FROM part WHERE id = ?1", .document(document)) {
      $0.bytes(at: 0)
    }
    // A damaged list costs the number of the page only.
    guard let found = stored.flatMap(PartList.init(stored:))?.part(at: offset) else { return nil }
    return FoundPart(found.part.kind, number: found.number, label: found.part.label)
  }
}
