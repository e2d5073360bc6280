import FullText
import HitOrder
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TextAnalysis

/// The second step of a ranked search: scores the best candidates exactly and sorts them.
///
/// Documents with all words near each other come first, then the others by score. If scores are nearly equal,
/// the newest document comes first.
struct RelevanceOrder {
  let options: SearchOptions
  let found: CandidateSearch.Result
  /// Whether the parts of the score are kept for each row.
  var explains = false
  private let weights: RankingWeights
  private let proximity: Proximity
  private let coverage: NameCoverage
  private let span: WordSpan
  /// The language of the query, if its words show it.
  private let language: String?

  init(_ found: CandidateSearch.Result, _ options: SearchOptions) {
    (self.found, self.options) = (found, options)
    weights = options.weights
    proximity = Proximity(weights: found.weights)
    span = WordSpan(found.query)
    coverage = NameCoverage(
      weights: zip(found.query.words, found.weights).map { $0.isStopWord ? 0 : $1 })
    language = found.query.language
  }

  /// Returns the candidates that were scored exactly, the best one first, then the others in their order.
  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> [RankedRow] {
    snapshot.reader.documents.update(in: snapshot)
    snapshot.reader.arrivals.update(in: snapshot)
    let opened = try OpenedDocuments(options, in: snapshot)
    let exact = try found.exactRows.map { row throws(SQLiteError) in
      try score(row, opened, in: snapshot)
    }
    return exact.sorted(nearTie: weights.nearTie).newestOfSeriesFirst()
      + found.otherRows.map { RankedRow($0) }
  }

  /// Returns the row of the watched document, with the same score as in the order and with its parts.
  ///
  /// Returns nil if the document was not found.
  func watched(in snapshot: borrowing Snapshot) throws(SQLiteError) -> RankedRow? {
    guard let candidate = found.watched else { return nil }
    snapshot.reader.documents.update(in: snapshot)
    snapshot.reader.arrivals.update(in: snapshot)
    if found.exactRows.contains(where: { $0.rowID == candidate.rowID }) {
      return try score(candidate, OpenedDocuments(options, in: snapshot), in: snapshot)
    }
    var row = RankedRow(candidate)
    row.parts = zip(found.query.words, candidate.wordScores).filter { $1 > 0 }.map {
      ScorePart(.word($0.typed), $1)
    }
    return row
  }

  // MARK: - One document

  private func score(
    _ candidate: FTS5Candidate, _ opened: OpenedDocuments, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> RankedRow {
    var row = RankedRow(candidate)
    row.isNear = options.isStrict ? candidate.isFull : span.isNear(candidate)
    let reader = snapshot.reader
    guard let document = try reader.documents.document(row.id, in: reader.database) else {
      return row
    }
    let folders = reader.folders.priors(above: document.folder, options.statistics)
    let priors = DocumentPriors(name: document.name, folders: folders)
    (row.document, row.depth) = (document, folders.depth)
    var parts = Parts(areKept: explains)
    for (number, word) in found.query.words.enumerated() where number < candidate.wordScores.count {
      parts.add(max(0, candidate.wordScores[number]), .word(word.typed))
    }
    if candidate.wordScores.isEmpty { parts.add(candidate.score, .word("")) }
    parts.add(weights.proximity * nearness(of: candidate), .proximity)
    parts.add(weights.wholeTitle * coverage(of: document.title, in: 0, candidate, reader), .title)
    parts.add(
      weights.wholeName * coverage(of: document.name.base, in: 1, candidate, reader), .name)
    if document.fileName == found.fileName {
      parts.add(Self.typedName * found.weights.reduce(0, +), .name)
    }
    if priors.isReadme, candidate.given != 0, let folder = folders.nearest {
      parts.add(weights.wholeName * coverage(ofFolder: folder, reader), .name)
    }
    let sum = parts.sum
    if priors.isCopy { parts.add(-weights.copies * sum, .copy) }
    if priors.isGenerated { parts.add(-weights.generated * sum, .generated) }
    row.translations = folders.translations
    if isForeign(document.language, folders.locale) {
      parts.add(-weights.otherLanguage * sum, .language)
    }
    parts.add(-weights.depth * Double(min(folders.depth, 16)) * sum, .depth)
    if try reader.arrivals.cameAlone(document, in: reader.database) {
      parts.add(weights.alone * sum, .alone)
    }
    parts.add(weights.opened * opened.factor(of: row.id) * sum, .opened)
    (row.parts, row.score) = (parts.all, parts.sum)
    return row
  }

  /// Whether a document is in another language than the query, or in a folder for another language than the query's
  /// and the person's.
  private func isForeign(_ language: String?, _ locale: String?) -> Bool {
    if let locale, locale != options.language, locale != self.language { return true }
    guard let language, let own = self.language else { return false }
    return language != own
  }

  /// What the whole name of a file, typed with its ending, adds as a share of the words' weight: more than other
  /// files can have by their words.
  private static let typedName = 3.0

  /// Adds up the parts of a score.
  private struct Parts {
    /// The parts; empty if they are not kept.
    private(set) var all: [ScorePart] = []
    private(set) var sum = 0.0
    let areKept: Bool

    mutating func add(_ value: Double, _ kind: @autoclosure () -> ScorePart.Kind) {
      if value == 0 { return }
      if areKept { all.append(ScorePart(kind(), value)) }
      sum += value
    }
  }

  private func nearness(of candidate: FTS5Candidate) -> Double {
    let present = found.query.words.indices.filter { candidate.words & 1 << UInt64($0) != 0 }
    return proximity.score(candidate.occurrences, order: present)
  }

  /// Returns how completely the words of the query are the whole name of a folder.
  private func coverage(ofFolder name: String, _ reader: IndexReader) -> Double {
    var words: UInt64 = 0
    var count = 0
    reader.analyzer.analyze(Array(name.utf8).span, for: .query) { token, _, flags in
      if flags.contains(.colocated) { return }
      count += 1
      let bytes = token.indices.map { token[$0] }
      for (number, word) in found.query.words.enumerated() where word.tokens == [bytes] {
        words |= 1 << UInt64(number)
      }
    }
    return coverage.score(words, of: count)
  }

  /// The smallest factor of a form that counts like the word itself in a name: the factor of synonyms.
  private static let leastFactorInNames = 0.3

  /// Whether an occurrence is a form that can be a name of the same thing.
  private func isAlike(_ occurrence: FTS5Candidate.Occurrence) -> Bool {
    let factors = found.formFactors
    guard occurrence.word < factors.count, occurrence.form < factors[occurrence.word].count else {
      return true
    }
    return factors[occurrence.word][occurrence.form] >= Self.leastFactorInNames
  }

  /// Returns how completely the words of the query are the whole text of a column.
  private func coverage(
    of text: String, in column: Int, _ candidate: FTS5Candidate, _ reader: IndexReader
  ) -> Double {
    var words: UInt64 = 0
    for occurrence in candidate.occurrences {
      // The occurrences are sorted by column.
      if occurrence.column > column { break }
      if occurrence.column == column, isAlike(occurrence) {
        words |= 1 << UInt64(occurrence.word)
      }
    }
    if words == 0 { return 0 }
    var count = 0
    reader.analyzer.analyze(Array(text.utf8).span, for: .query) { _, _, flags in
      if !flags.contains(.colocated) { count += 1 }
    }
    return coverage.score(words, of: count)
  }
}
