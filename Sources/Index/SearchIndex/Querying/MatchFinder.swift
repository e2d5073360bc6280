import FullText
import HitOrder
import IndexStorage
import Passages
import SittaSQLite

/// Finds the first documents that match a plan, in the order of the options.
struct MatchFinder {
  let plan: SearchPlan
  let options: SearchOptions
  /// A document whose score is needed for an explanation.
  var watched: DocumentID?

  /// The documents that were found.
  struct Result {
    /// The first documents in order, including those before the options' offset.
    var rows: [FoundRow]
    /// The words to which the occurrences in ``rows`` refer; empty if the rows have no occurrences.
    var words: [PassageWord] = []
    /// The number of documents that match.
    var count: Int
    /// The number of further documents that match a part of the query.
    var partialCount = 0
    /// Whether documents with only some of the words were searched.
    var isRelaxed = false
    /// The number of matching documents that are copies of others in ``rows``, or replies.
    var hidden = 0
    /// Whether all matches were seen before the deadline.
    var isComplete: Bool
    /// The properties for ranking the ``rows`` together with other indexes; nil if this is not needed.
    var ranking: SearchRanking?
    /// The search by meaning that found some of the rows; nil if there was none.
    var meaning: MeaningSearch?
    /// The watched document, and the search that found it; nil if it is not a hit, or hits are not ranked.
    var watched: (row: RankedRow, among: CandidateSearch.Result)?
  }

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Result {
    if let known = options.documents, options.isLookup { return try lookUp(known, in: snapshot) }
    if options.order == .relevance, plan.match != nil { return try rank(in: snapshot) }
    switch options.order {
    case .relevance, .modified:
      // Without words, all documents match equally well.
      return try sort(by: "document.modified", in: snapshot) { -$0.integer(at: 1) }
    case .created, .date:
      // The complement reverses the order as the negative number does, and exists for each number.
      return try sort(by: options.order.timeColumn, in: snapshot) {
        $0.isNull(at: 1) ? Int64.max : min(~$0.integer(at: 1), .max - 1)
      }
    case .name: return try sort(by: "document.name", in: snapshot) { Bytes(bytes: $0.bytes(at: 1)) }
    case .size: return try sort(by: "document.size", in: snapshot) { -$0.integer(at: 1) }
    }
  }

  private var limit: Int { options.offset + options.limit }

  /// Returns those of the known documents that still meet the conditions.
  ///
  /// O(documents), because it does not search for the words of the query again.
  private func lookUp(
    _ documents: Set<DocumentID>, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Result {
    let numbers = documents.map { "\($0)" }.joined(separator: ",")
    let all = plan.conditions(with: FilterCondition("id IN (\(numbers))"))
    var rows: [FoundRow] = []
    try snapshot.database.prepare("SELECT id FROM document WHERE \(all.sql)")
      .forEachRow(all.values) { rows.append(FoundRow(id: $0.document(at: 0))) }
    return Result(rows: rows, count: rows.count, isComplete: true)
  }

  private func rank(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Result {
    try snapshot.reader.lengths.update(in: snapshot)
    try snapshot.reader.folders.update(in: snapshot)
    let found = try CandidateSearch(plan: plan, options: options, watched: watched)
      .run(in: snapshot)
    snapshot.setDeadline(nil)
    let byWords = try RelevanceOrder(found, options).run(in: snapshot)
    let meaning = try meaningSearch(beside: found, in: snapshot)
    var ranked =
      try meaning.map { search throws(SQLiteError) in
        try adding(search, to: byWords, found, in: snapshot)
      } ?? byWords
    ranked.numberConversations()
    let folded = try CopyFolding(
      database: snapshot.database, joinsCopies: !options.showsCopies,
      joinsThreads: !options.showsMessages
    ).fold(ranked)
    let hidden = folded.reduce(0) { $0 + $1.copies.count + $1.replies.count }
    let rows = folded.map { entry in
      FoundRow(
        id: entry.hit.id, score: entry.hit.score,
        occurrences: entry.hit.candidate.hasAllOccurrences || found.query.words.count == 1
          ? entry.hit.candidate.occurrences : nil,
        missing: found.missing(in: entry.hit.candidate), copies: entry.copies.map(\.id),
        replies: entry.replies.map(\.id), isSimilar: entry.hit.similarity != nil)
    }
    let words = found.query.words.indices.map {
      PassageWord($0, of: found.query, weight: found.weights[$0], snapshot.reader.words)
    }
    var result = Result(
      rows: rows, words: words, count: found.fullCount, partialCount: found.partialCount,
      isRelaxed: found.isRelaxed, hidden: hidden,
      // If no document is found, the word may be in the name of a folder that was not read yet.
      isComplete: found.isComplete
        && (found.fullCount > 0 || snapshot.reader.folders.areComplete), meaning: meaning)
    if watched != nil {
      var order = RelevanceOrder(found, options)
      order.explains = true
      let row = try order.watched(in: snapshot)
      let merged = ranked.first { $0.id == watched }
      result.watched = (merged?.explained(by: row) ?? row).map { ($0, found) }
    }
    if options.statistics != nil {
      result.ranking = try SearchRanking(ranked, found, options, in: snapshot)
    }
    return result
  }

  /// The search by meaning; nil if only words should count.
  ///
  /// A document that has all words of the query near each other hardly has them by chance.
  private func meaningSearch(
    beside found: CandidateSearch.Result, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> MeaningSearch? {
    guard let table = snapshot.reader.settings.meaning, found.isRelaxed,
      found.nearMatches == 0, options.weights.meaning > 0, options.statistics == nil,
      options.documents == nil,
      try MeaningBits.areComplete(for: table, in: snapshot.database)
    else { return nil }
    return MeaningSearch(
      plan, language: found.query.language, table, encoded: options.encodedQuery)
  }

  /// Adds the documents that a search by meaning finds.
  private func adding(
    _ search: MeaningSearch, to rows: [RankedRow], _ found: CandidateSearch.Result,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [RankedRow] {
    let matches = try search.matches(in: snapshot)
    if matches.isEmpty { return rows }
    // Each further word makes it more probable that the right document has some of them.
    // A question has stop words. What has none is often the beginning of a title or a name.
    let isEncoded = options.encodedQuery != nil && found.query.language != nil
    let (factor, most) = isEncoded ? Self.encoderWeight : Self.tableWeight
    let weight = min(factor * options.weights.meaning / Double(search.words.count), most)
    var merged = rows.merged(
      with: matches, weight: found.fullCount == 0 ? weight : weight * Self.shareBesideMatches)
    for index in merged.indices where merged[index].similarity != nil {
      // The names are needed to fold copies and versions.
      if merged[index].document != nil { continue }
      merged[index].document = try snapshot.reader.documents.document(
        merged[index].id, in: snapshot.database)
    }
    return merged
  }

  /// The factor of a rank by meaning, and the most that it counts beside 1 for a rank by words.
  private static let tableWeight = (factor: 1.0, most: 0.9)
  /// The same for a question that a sentence encoder has read: its order is right more often.
  private static let encoderWeight = (factor: 2.0, most: 2.0)
  /// How much less it counts if a document has all words.
  private static let shareBesideMatches = 0.25

  private func sort<Key: Comparable>(
    by column: String, in snapshot: borrowing Snapshot, _ key: (borrowing Row) -> Key
  ) throws(SQLiteError) -> Result {
    let database = snapshot.database
    var top = TopElements<Keyed<Key>>(limit: limit)
    var count = 0
    let isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      try plan.run(plan.documents(selecting: "document.id, \(column)"), in: database) { row in
        count += 1
        top.insert(Keyed(key: key(row), id: row.document(at: 0)))
      }
    }
    let rows = top.sorted.map { FoundRow(id: $0.id) }
    var result = Result(rows: rows, count: count, isComplete: isComplete)
    if options.statistics != nil {
      snapshot.setDeadline(nil)
      result.ranking = try SearchRanking(rows, count: count, options, in: snapshot)
    }
    return result
  }
}

/// A document that was found, before its properties are read.
struct FoundRow {
  let id: DocumentID
  var score = 0.0
  /// Where the words of the query occur; nil if not all places are known.
  var occurrences: [FTS5Candidate.Occurrence]?
  /// The words of the query that the document lacks.
  var missing: [String] = []
  /// Other documents with the same content, and other versions.
  var copies: [DocumentID] = []
  /// Other messages of the same conversation.
  var replies: [DocumentID] = []
  /// Whether the document was found by meaning.
  var isSimilar = false
}

/// A document with the key by which it is sorted.
private struct Keyed<Key: Comparable>: Comparable {
  let key: Key
  let id: DocumentID

  static func < (first: Self, second: Self) -> Bool {
    first.key < second.key || first.key == second.key && first.id < second.id
  }
}

/// Bytes that are compared like SQLite's BLOBs.
private struct Bytes: Comparable {
  let bytes: [UInt8]

  static func < (first: Bytes, second: Bytes) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}
