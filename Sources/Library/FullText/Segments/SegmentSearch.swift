import SittaSQLite

/// Finds the best rows of a request, and counts the full and the partial matches.
///
/// First the postings of all words are added up by row: which words it has, and an upper bound for its score.
/// Then the positions of the best rows are read, and ``CandidateCollector`` scores these rows exactly, until no
/// other row can be among the best.
struct SegmentSearch {
  /// A row that counts as a match.
  private struct Match: Comparable {
    let row: Int64
    let isFull: Bool
    /// Whether the titles have all decisive words.
    let isTitled: Bool
    let most: Double

    /// Whether the first must be scored before the second.
    static func < (first: Self, second: Self) -> Bool {
      if first.isFull != second.isFull { return first.isFull }
      return first.most > second.most || first.most == second.most && first.row > second.row
    }
  }

  /// An upper bound is rounded in single precision in several steps.
  private static let roundingMargin = 1.0001
  /// The rows whose positions are read together.
  private static let batchSize = 256

  let table: String
  let terms: SegmentTermReader
  let snapshot: SegmentSnapshot
  let request: FTS5SegmentRequest
  let plan: SegmentPlan

  /// Passes the best rows to a collector.
  ///
  /// - Parameters:
  ///   - states: the states of rows.
  ///   - collector: has the same request.
  ///   - lengths: the lengths of the table's rows.
  /// - Throws: ``FTS5SegmentError``; the collector can have a part of the rows.
  func run(
    _ states: inout SegmentRowStates, into collector: inout CandidateCollector,
    _ lengths: LengthTable
  ) throws(FTS5SegmentError) {
    let scores = try scores(&states, lengths)
    let (matches, fullCount, partialCount) = matches(scores)
    collector.setCounts(full: fullCount, partial: partialCount)
    guard request.candidates.limit > 0 else { return }
    var first = TopElements<Match>(limit: request.candidates.limit)
    var titled = TopElements<Match>(limit: request.candidates.titledLimit)
    for match in matches {
      first.insert(match)
      if match.isTitled { titled.insert(match) }
    }
    var scored = Set<Int64>()
    try score(first.sorted, into: &collector, &scored)
    try score(titled.sorted.filter { !scored.contains($0.row) }, into: &collector, &scored)
    func isWanted(_ match: Match) -> Bool {
      collector.canKeep(isFull: match.isFull, isTitled: match.isTitled, most: match.most)
        || match.row == request.candidates.watched
    }
    var others = matches.filter { isWanted($0) && !scored.contains($0.row) }
    others.sort()
    while !others.isEmpty {
      try score(Array(others.prefix(Self.batchSize)), into: &collector, &scored)
      others.removeFirst(min(others.count, Self.batchSize))
      others.removeAll { !isWanted($0) }
    }
    collector.setCounts(full: fullCount, partial: partialCount)
  }

  /// Adds up the scores of all words.
  private func scores(
    _ states: inout SegmentRowStates, _ lengths: LengthTable
  ) throws(FTS5SegmentError) -> SegmentScores {
    guard let limit = snapshot.rowLimit else { throw .unsupported(.sparseRows) }
    let termCount = plan.steps.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.termCount } }
    let (table, stamp) = states.states(below: limit, termCount: termCount)
    var scores = SegmentScores(
      SegmentFieldScores(request.candidates, lengths), table, stamp: stamp, below: limit,
      columnCount: snapshot.columnCount, titles: titles)
    for step in plan.steps {
      for word in step.words { try scores.read(word, from: terms) }
      scores.isSelective = true
      if step.required != 0 { scores.keepRows(with: step.required) }
    }
    return scores
  }

  private var titles: SegmentScores.Titles {
    SegmentScores.Titles(
      columnCount: request.candidates.titles, words: WordTable(request.candidates.words).decisive)
  }

  /// The rows that count as matches, and how many are full and partial ones.
  private func matches(_ scores: SegmentScores) -> ([Match], full: Int, partial: Int) {
    let threshold = MatchThreshold(
      request.candidates.words, leastShare: request.candidates.leastShare)
    let given = request.candidates.given
    var matches: [Match] = []
    var (fullCount, partialCount) = (0, 0)
    scores.rows.forEach { row in
      if let accepts = request.accepts, !accepts(row) { return }
      let state = scores.states[Int(row)]
      let givenWords = given?.words(row) ?? 0
      var most = Double(state.most)
      if let given, givenWords != 0 {
        most += given.score * threshold.words.weight(of: givenWords)
      }
      switch threshold.kind(of: UInt64(state.words) | givenWords) {
      case .full:
        fullCount += 1
        matches.append(
          Match(
            row: row, isFull: true, isTitled: scores.titled?.contains(row) ?? false,
            most: most * Self.roundingMargin))
      case .partial:
        partialCount += 1
        matches.append(
          Match(row: row, isFull: false, isTitled: false, most: most * Self.roundingMargin))
      case .none: break
      }
    }
    return (matches, fullCount, partialCount)
  }

  /// Reads the positions of some rows and passes the rows to the collector.
  private func score(
    _ matches: [Match], into collector: inout CandidateCollector, _ scored: inout Set<Int64>
  ) throws(FTS5SegmentError) {
    let rows = matches.map(\.row).sorted()
    scored.formUnion(rows)
    var batch = SegmentPositionBatch(
      rows, phraseCount: plan.phraseCount, columnCount: snapshot.columnCount)
    for (phrase, alternatives) in plan.terms {
      try batch.read(phrase: phrase, alternatives, from: terms)
    }
    let scoredRows = SegmentMatch.Rows(batch, readLength: length)
    for index in rows.indices {
      do throws(FullTextError) {
        try collector.collect(SegmentMatch(rows: scoredRows, index: index))
      } catch {
        if let cause = error.cause { throw .failed(cause) }
        throw .damaged(.lengths)
      }
    }
  }

  private func length(of row: Int64) throws(FullTextError) -> Int {
    let columns = try FTS5DocumentLengths.columns(
      of: row, fromTable: table, in: terms.pages.database)
    guard let columns else {
      throw FullTextError(.databaseFailed, "A row has no length.")
    }
    return columns.reduce(0) { $0 &+ $1 }
  }
}
