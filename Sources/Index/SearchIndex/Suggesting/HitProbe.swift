import QueryLanguage
import SittaSQLite

/// Finds out whether queries have hits.
///
/// The number of queries is limited, not their time: the same suggestions are made on a busy machine.
struct HitProbe {
  /// How texts are read.
  let reading: Query.ReadingOptions
  let search: SearchOptions
  /// How many more queries may be searched.
  var left = Int.max
  /// The numbers of documents with a word that were counted.
  private var counts: [[UInt8]: Int] = [:]

  init(reading: Query.ReadingOptions = Query.ReadingOptions(), search: SearchOptions) {
    (self.reading, self.search) = (reading, search)
  }

  /// - Returns: false also if no more queries may be searched.
  mutating func hasHits(_ text: String, in snapshot: borrowing Snapshot) throws(SQLiteError) -> Bool
  {
    guard let query = try? Query(parsing: text, reading) else { return false }
    return try hasHits(query.root, in: snapshot)
  }

  /// - Returns: false also if no more queries may be searched.
  mutating func hasHits(
    _ node: Query.Node, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Bool {
    if left <= 0 { return false }
    left -= 1
    return try snapshot.hasHits(Query(node), search)
  }

  /// The words of a replacement as ``SearchOptions/within`` allows to name them.
  ///
  /// The words of the index come from all documents, so a word that only others have must not be
  /// suggested, even if the whole text has hits without it.
  ///
  /// - Parameters:
  ///   - replacement: the replacement.
  ///   - snapshot: the state of the index.
  /// - Returns: the same with the numbers of documents inside; nil if a word is in none of them.
  /// - Throws: the error of SQLite.
  mutating func inside(
    _ replacement: Replacement, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Replacement? {
    var entries: [WordList.Entry] = []
    for entry in replacement.words {
      guard let inside = try inside(entry, in: snapshot) else { return nil }
      entries.append(inside)
    }
    return Replacement(
      span: replacement.span, range: replacement.range, words: entries, score: replacement.score)
  }

  /// The same for one word.
  mutating func inside(
    _ entry: WordList.Entry, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> WordList.Entry? {
    guard search.within != nil else { return entry }
    let count: Int
    if let known = counts[entry.word] {
      count = known
    } else {
      count = try self.count(entry.word, in: snapshot)
      counts[entry.word] = count
    }
    return count > 0 ? WordList.Entry(word: entry.word, documents: count) : nil
  }

  private func count(
    _ word: [UInt8], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Int {
    let term = Query.Term(.exact, String(decoding: word, as: UTF8.self))
    let counting = try SearchPlan(Query(.term(term)), search, in: snapshot)
      .documents(selecting: "count(*)")
    return try snapshot.database.prepare(counting.sql).first(counting.values) {
      Int($0.integer(at: 0))
    } ?? 0
  }
}

extension Snapshot {
  /// Whether a query has hits.
  ///
  /// - Throws: the error of SQLite, which can be an interruption.
  func hasHits(_ query: Query, _ options: SearchOptions) throws(SQLiteError) -> Bool {
    let plan = try SearchPlan(query, options, in: self)
    let membership = plan.membership(selecting: "1", among: nil, lookingUp: false, limit: 1)
    return try database.prepare(membership.sql).first(membership.values) { _ in true } ?? false
  }
}
