import FullText
import IndexStorage
import Passages
import SecretMasking
import SittaSQLite
import TextAnalysis

/// Reads the documents of the hits, and makes their snippets.
struct HitLoader {
  let plan: SearchPlan
  let options: SearchOptions
  /// The words of the query, to which the occurrences in the rows refer.
  var words: [PassageWord] = []
  /// Says why documents were found by meaning; nil if none was.
  var meaning: MeaningSearch?
  /// The moment after which no snippet is made; nil for no limit.
  let deadline: ContinuousClock.Instant?
  /// How much another form of a word weighs in a snippet, compared to the word as it was typed.
  private static let otherForm = 0.6
  /// The number of bytes of texts after which their passages are made, before more texts are read.
  private static let textsInMemory = 4 << 20
  /// For up to this many documents, looking each up is quicker than going through all matches.
  private static let fewDocuments = 8

  /// Returns the hits for some rows, in their order; documents that are no longer in the index are left out.
  func hits(
    for rows: ArraySlice<FoundRow>, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [SearchHit] {
    snapshot.setDeadline(deadline)
    let shown = try shownWords(in: rows, of: snapshot)
    // Only short look-ups for each hit follow; the loops check the deadline themselves.
    snapshot.setDeadline(nil)
    var documents = try ListedDocuments(in: snapshot)
    var hits: [SearchHit] = []
    for row in rows {
      guard let document = try documents.document(row.id) else { continue }
      var hit = SearchHit(document: document, score: row.score, passages: [])
      hit.missing = row.missing
      if row.isSimilar, let meaning {
        hit.similar = try meaning.pairs(with: document, in: snapshot.reader)
      }
      for copy in row.copies {
        if let other = try documents.document(copy) { hit.copies.append(other) }
      }
      for reply in row.replies {
        if let other = try documents.document(reply) { hit.replies.append(other) }
      }
      hits.append(hit)
    }
    try addPassages(showing: shown, to: &hits, in: snapshot.reader)
    return hits
  }

  /// Adds passages to hits, until the deadline.
  ///
  /// - Parameters:
  ///   - shown: the words and places that the snippets show, by document.
  ///   - hits: the hits.
  ///   - reader: reads their texts.
  /// - Throws: the error of SQLite.
  private func addPassages(
    showing shown: [DocumentID: PassageMaker.Shown], to hits: inout [SearchHit],
    in reader: IndexReader
  ) throws(SQLiteError) {
    var start = 0
    while start < hits.count, deadline.map({ .now < $0 }) ?? true {
      // All texts of a page are in memory at once, unless they exceed the limit.
      var texts: [PassageMaker.Text] = []
      var (end, size) = (start, 0)
      while end < hits.count, size < Self.textsInMemory {
        let document = hits[end].document.id
        if let shown = shown[document], let text = try text(of: document, shown.windows, in: reader)
        {
          texts.append(PassageMaker.Text(hit: end, text: text, shown: shown))
          size += text.bytes.count
        }
        end += 1
      }
      let made = PassageMaker(texts: texts, deadline: deadline).passages(reader.helpers)
      for (text, passages) in zip(texts, made) {
        hits[text.hit].passages = try found(
          passages, of: text.text, hits[text.hit].document.id, in: reader.database)
      }
      start = end
    }
  }

  /// Finds where the words of the query occur in the texts of some documents.
  ///
  /// Ranking often knows the places already. Few other documents are looked up one by one; for many, FTS5
  /// goes through all matches once, which the plus before `rowid` enforces.
  ///
  /// - Parameters:
  ///   - rows: the documents.
  ///   - snapshot: the state of the index.
  /// - Returns: the words and places to show, for the documents that were reached before the deadline.
  /// - Throws: the error of SQLite.
  private func shownWords(
    in rows: ArraySlice<FoundRow>, of snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [DocumentID: PassageMaker.Shown] {
    guard options.snippetWords > 0, !options.isLookup, let highlight = plan.highlight, !rows.isEmpty
    else {
      return [:]
    }
    var shown: [DocumentID: PassageMaker.Shown] = [:]
    let ranked = PassageFinder(
      words: words, length: options.snippetWords, count: options.passages)
    for row in rows {
      guard let occurrences = row.occurrences else { continue }
      let hits = occurrences.filter { $0.column == Schema.bodyColumn }.map { occurrence in
        PassageHit(
          token: occurrence.token, count: occurrence.count, word: occurrence.word,
          factor: occurrence.form == 0 ? 1 : Self.otherForm)
      }
      shown[row.id] = PassageMaker.Shown(ranked, hits)
    }
    let others = rows.map(\.id).filter { shown[$0] == nil }
    if others.isEmpty { return shown }
    let (database, best) = (snapshot.database, snapshot.reader.best)
    var request = FTS5BestMatches.Request(limit: others.count)
    request.column = Schema.bodyColumn
    request.isRanked = false
    best.begin(request)
    _ = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      if others.count <= Self.fewDocuments {
        let gathering = SearchPlan.gathering(highlight, where: [])
        let statement = try database.prepare(gathering.sql + " AND rowid = ?")
        for document in others { try statement.run(gathering.values + [.document(document)]) }
      } else {
        let numbers = others.map { "\($0)" }.joined(separator: ",")
        let gathering = SearchPlan.gathering(
          highlight, where: [FilterCondition("+rowid IN (\(numbers))")])
        try database.prepare(gathering.sql).run(gathering.values)
      }
    }
    for row in best.rows {
      let finder = PassageFinder(
        highlight, snapshot.reader.words, counts: row.places.counts, length: options.snippetWords,
        count: options.passages)
      let hits = row.places.hits.map { hit in
        PassageHit(token: hit.token, count: hit.count, word: hit.phrase)
      }
      shown[DocumentID(rawValue: row.rowID)] = PassageMaker.Shown(finder, hits)
    }
    return shown
  }

  /// Adds lines and parts to the passages of a document, and puts the best passage first.
  private func found(
    _ passages: [Passage], of text: PartialText, _ document: DocumentID, in database: Database
  ) throws(SQLiteError) -> [FoundPassage] {
    guard let best = passages.first(where: \.isBest) else { return [] }
    let hasMatch = best.matchOffset != nil
    let parts = hasMatch ? try self.parts(of: document, in: database) : nil
    return ([best] + passages.filter { !$0.isBest }).map { passage in
      let part = passage.matchOffset.flatMap { parts?.part(at: text.offset(of: $0)) }
      var mask = SecretMask()
      let masked = options.masksSecrets ? mask.mask(passage.bytes, of: text.bytes) : nil
      return FoundPassage(
        snippet: Snippet(passage, of: text.bytes, masked: masked),
        line: passage.matchOffset.map(text.line),
        part: part.map { FoundPart($0.part.kind, number: $0.number, label: $0.part.label) },
        masked: mask.count)
    }
  }

  /// Returns the offset of the first match in the best passage of a document's text.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - text: its stored text.
  ///   - snapshot: the state of the index.
  /// - Returns: the offset; nil if the text has no match, or if the deadline passed.
  /// - Throws: the error of SQLite.
  func matchOffset(
    in document: DocumentID, of text: [UInt8], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Int? {
    snapshot.setDeadline(deadline)
    let shown = try shownWords(in: [FoundRow(id: document)], of: snapshot)[document]
    snapshot.setDeadline(nil)
    guard let shown, !shown.hits.isEmpty else { return nil }
    let texts = [PassageMaker.Text(hit: 0, text: PartialText(whole: text), shown: shown)]
    return PassageMaker(texts: texts, deadline: deadline).passages(nil)
      .first?.first(where: \.isBest)?.matchOffset
  }

  /// What the passages of a document can show of its text; nil if it has none.
  ///
  /// What is masked depends on more of the text.
  private func text(
    of document: DocumentID, _ windows: PassageFinder.Windows, in reader: IndexReader
  ) throws(SQLiteError) -> PartialText? {
    if options.masksSecrets {
      return try Self.text(of: document, in: reader).map(PartialText.init(whole:))
    }
    return try PartialText.read(
      document, at: windows.positions, in: reader.database, reader.decompressor)
  }

  /// The stored text of a document; nil if it has none.
  ///
  /// - Throws: the error of SQLite; an error of damage if the text cannot be decompressed.
  static func text(
    of document: DocumentID, in reader: IndexReader
  ) throws(SQLiteError) -> [UInt8]? {
    let stored = try reader.database.first(
      "SELECT text FROM body WHERE id = ?1", .document(document)
    ) { row in row.withBytes(at: 0) { reader.decompressor.text(from: $0) } }
    guard let stored else { return nil }
    guard let text = stored else {
      throw .corruption("a stored text cannot be decompressed")
    }
    return text
  }

  /// Returns the parts of a document; nil if it has none.
  private func parts(
    of document: DocumentID, in database: Database
  ) throws(SQLiteError) -> PartList? {
    let stored = try database.first("SELECT list FROM part WHERE id = ?1", .document(document)) {
      $0.bytes(at: 0)
    }
    // If the list is damaged, the hit only lacks the number of its page.
    return stored.flatMap(PartList.init(stored:))
  }
}
