import FullText
import SittaSQLite

/// Candidates from FTS5's pages, which is quicker than FTS5 for words in any column.
extension CandidateSearch {
  /// Makes a request for the words of an expression.
  ///
  /// - Parameters:
  ///   - request: the request for FTS5.
  ///   - expression: the expression.
  ///   - groups: the numbers of words of which every row has at least one.
  ///   - query: the ranked query.
  ///   - words: the words of the index that match the words of the query.
  /// - Returns: nil if the expression has anything but words.
  func segmentRequest(
    _ request: FTS5Candidates.Request, _ expression: MatchExpression, _ groups: [[Int]],
    _ query: RankedQuery, _ words: QueryWords
  ) -> FTS5SegmentRequest? {
    guard plan.condition == nil, plan.presence == nil, query.conditions.isEmpty,
      query.exclusions.isEmpty, !groups.contains(where: \.isEmpty)
    else { return nil }
    var phrases: [[[UInt8]]] = []
    for phrase in expression.phrases {
      // A phrase without a ranked form only repeats the condition of the groups.
      guard phrase.rankedForm != nil else {
        phrases.append([])
        continue
      }
      guard let terms = words.terms(of: phrase) else { return nil }
      phrases.append(terms)
    }
    return FTS5SegmentRequest(request, phrases: phrases, groups: groups)
  }
}

extension IndexReader {
  /// Returns the number of documents that match an expression, of about `rowCount` documents.
  func count(
    matching expression: MatchExpression, of rowCount: Int64
  ) throws(SQLiteError) -> Int {
    let text = expression.description
    return try phraseCounts.count(of: text, rowCount: rowCount) { () throws(SQLiteError) in
      if case .phrase(let phrase) = expression, let terms = words.terms(of: phrase),
        let count = countFromSegments(terms)
      {
        return count
      }
      return try phraseCounts.count(matching: text, in: "search", of: rowCount, database)
    }
  }

  /// Returns the number of documents with one of some terms; nil if only FTS5 can count them.
  private func countFromSegments(_ terms: [[UInt8]]) -> Int? {
    // After an error FTS5 counts, or reports it.
    guard let segments, !segments.state.isOff else { return nil }
    return try? (prepared(segments)).documentCount(ofAny: terms)
  }

  /// Returns the reader of FTS5's pages after it has looked at the snapshot, once in each.
  func prepared(
    _ segments: FTS5SegmentReader
  ) throws(FTS5SegmentError) -> FTS5SegmentReader {
    if !areSegmentsPrepared { try segments.refresh() }
    areSegmentsPrepared = true
    return segments
  }

  /// Collects candidates from FTS5's pages, or with FTS5 if that is not possible.
  ///
  /// The first queries, and later one in a thousand, are answered in both ways. After a difference only FTS5 is
  /// asked; the answer of such a query is the one of FTS5.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - search: asks FTS5.
  /// - Throws: the error of SQLite.
  func collect(
    _ request: FTS5SegmentRequest, orWith search: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard let segments, !segments.state.isOff else { return try search() }
    do {
      let segments = try prepared(segments)
      if segments.state.countQuery() {
        _ = try segments.compare(request, in: candidates, with: search)
      } else {
        try segments.collect(request, into: candidates)
      }
    } catch let error as SQLiteError {
      throw error
    } catch {
      // FTS5 reports damage, and after the deadline it still passes some rows.
      candidates.begin(request.candidates)
      try search()
    }
  }
}
