import CSQLite
import SQLite

/// The best rows of a full-text query in which not all words must occur, collected while SQLite steps
/// through its matches.
///
/// Rows in which all decisive words occur come first, then the others by their score. The rows are
/// available even if the statement was interrupted. The positions of the words are kept for the best rows
/// only, so that a second step can look at them closely.
///
/// ```swift
/// let candidates = FTS5Candidates(lengths: lengths)
/// try db.add(auxiliaryFunction: .candidates(into: candidates))
/// candidates.begin(request)
/// try db.execute("SELECT 1 FROM book WHERE book MATCH 'white OR whale' AND candidate(book)")
/// for row in candidates.rows { print(row.rowID, row.score) }
/// ```
public final class FTS5Candidates {
  /// The options of a query.
  public struct Request {
    /// The words, at most 64.
    public var words: [RankedWord]
    /// How occurrences in each column count; a column without a field does not.
    public var fields: [RankedField]
    /// The number of rows to keep.
    public var limit: Int
    /// The part of the shares of all decisive words that a row must have.
    public var leastShare = 0.0
    /// The number of tokens in an average row.
    public var averageLength = 1.0
    /// The number of phrases in the expression; 0 if it is not known.
    ///
    /// FTS5 drops a phrase in which its tokenizer finds no token. Then the numbers of the forms are
    /// wrong, and each phrase counts as a word of its own.
    public var phraseCount = 0
    /// The words that a row has although its text may lack them, and the score of such a word before its
    /// weight.
    public var given: (words: (Int64) -> UInt64, score: Double)?

    /// Makes the options of a query.
    public init(words: [RankedWord], fields: [RankedField], limit: Int) {
      self.words = Array(words.prefix(UInt64.bitWidth))
      self.fields = fields
      self.limit = limit
    }
  }

  /// At most this many occurrences of a phrase are kept for a row.
  public static let occurrenceLimit = 512
  /// Occurrences in the text of a row that are counted: more do not change the score visibly.
  private static let countedOccurrences = 24
  private static let fieldLimit = 8

  /// The number of rows with all decisive words.
  public private(set) var fullCount = 0
  /// The number of rows with a part of them.
  public private(set) var partialCount = 0
  private let lengths: FTS5DocumentLengths
  private var table = LengthTable()
  private var request = Request(words: [], fields: [], limit: 0)
  private var top = TopElements<FTS5Candidate>(limit: 0)
  private var decisive: UInt64 = 0
  private var leastShare = 0.0
  private var scores: [Double] = []

  /// Makes a collector for one table.
  ///
  /// - Parameter lengths: the lengths of the table's documents; missing ones are looked up in the table.
  public init(lengths: FTS5DocumentLengths) {
    self.lengths = lengths
  }

  /// Removes all rows and prepares for the next statement.
  public func begin(_ request: Request) {
    self.request = request
    table = lengths.lengthTable
    top = TopElements(limit: request.limit)
    (fullCount, partialCount, decisive) = (0, 0, 0)
    var share = 0.0
    for (number, word) in request.words.enumerated() where word.isDecisive {
      decisive |= 1 << UInt64(number)
      share += word.share
    }
    leastShare = share * request.leastShare
    scores = Array(repeating: 0, count: request.words.count)
  }

  /// Frees the rows.
  public func end() {
    begin(Request(words: [], fields: [], limit: 0))
  }

  /// The best rows so far, the best one first.
  public var rows: [FTS5Candidate] { top.sorted }

  fileprivate func collect(_ match: borrowing FTS5Match) throws {
    let forms = request.words.lazy.flatMap(\.forms)
    if request.phraseCount == 0 {
      // A number that the expression does not have would crash SQLite.
      request.phraseCount =
        forms.allSatisfy { (0..<match.phraseCount).contains($0.phrase) }
        ? match.phraseCount : -1
    }
    if request.phraseCount != match.phraseCount {
      request.words = (0..<min(match.phraseCount, UInt64.bitWidth)).map { phrase in
        RankedWord([RankedWord.Form(phrase: phrase, factor: 1)], weight: 1, isDecisive: false)
      }
      request.phraseCount = match.phraseCount
      (decisive, leastShare) = (0, 0)
      scores = Array(repeating: 0, count: request.words.count)
    }
    let rowID = match.rowID
    let length =
      if let known = table[rowID] { known } else { try match.tokenCount() as Int }
    let relativeLength = Double(length) / request.averageLength
    let given = request.given?.words(rowID) ?? 0
    var (words, score, share) = (UInt64(0), 0.0, 0.0)
    for number in request.words.indices {
      let word = request.words[number]
      let bit = UInt64(1) << UInt64(number)
      let found = try self.score(word, in: match, relativeLength)
      if found != nil { words |= bit }
      var wordScore = found ?? 0
      if given & bit != 0 { wordScore += (request.given?.score ?? 0) * word.weight }
      scores[number] = wordScore
      score += wordScore
      if word.isDecisive, (words | given) & bit != 0 { share += word.share }
    }
    if words == 0 { return }
    let isFull = (words | given) & decisive == decisive
    if isFull {
      fullCount += 1
    } else if share < leastShare {
      return
    } else {
      partialCount += 1
    }
    if !top.hasRoom, let last = top.last {
      if last.isFull && !isFull { return }
      if last.isFull == isFull, score < last.score { return }
    }
    if request.limit == 0 { return }
    let (occurrences, isWhole) = try occurrences(in: match)
    top.insert(
      FTS5Candidate(
        rowID: rowID, words: words, given: given, score: score, isFull: isFull, wordScores: scores,
        occurrences: occurrences, hasAllOccurrences: isWhole))
  }

  /// The score of a word in a row; nil if it does not occur.
  @inline(__always)
  private func score(
    _ word: RankedWord, in match: borrowing FTS5Match, _ relativeLength: Double
  ) throws(FullTextError) -> Double? {
    var counts = InlineArray<8, Int32>(repeating: 0)
    var best = InlineArray<8, Double>(repeating: 0)
    let fieldCount = min(request.fields.count, Self.fieldLimit)
    var occurs = false
    for form in word.forms {
      guard
        try match.count(
          phrase: form.phrase, upTo: Self.countedOccurrences, into: &counts)
      else { continue }
      occurs = true
      for field in 0..<fieldCount where counts[field] > 0 {
        let score = request.fields[field].score(
          Double(counts[field]), relativeLength: relativeLength)
        best[field] = max(best[field], form.factor * score)
      }
    }
    guard occurs else { return nil }
    var sum = 0.0
    for field in 0..<fieldCount { sum += best[field] }
    return sum * word.weight
  }

  private func occurrences(
    in match: borrowing FTS5Match
  ) throws -> ([FTS5Candidate.Occurrence], isWhole: Bool) {
    var occurrences: [FTS5Candidate.Occurrence] = []
    var isWhole = true
    for (number, word) in request.words.enumerated() {
      for form in word.forms.indices {
        let phrase = word.forms[form].phrase
        let count = match.tokenCount(ofPhrase: phrase)
        var left = Self.occurrenceLimit
        let isAll = try match.forEachPosition(ofPhrase: phrase) { column, token in
          if left == 0 { return false }
          left -= 1
          guard column < match.columnCount, token >= 0 else { return true }
          occurrences.append(
            FTS5Candidate.Occurrence(
              word: number, form: form, column: column, token: token, count: count))
          return true
        }
        if !isAll { isWhole = false }
      }
    }
    return (occurrences, isWhole)
  }
}

extension FTS5Match {
  /// Adds the occurrences of a phrase in this row, by column, up to a number of all.
  ///
  /// - Returns: whether the phrase occurs.
  @inline(__always)
  fileprivate func count(
    phrase: Int, upTo limit: Int, into counts: inout InlineArray<8, Int32>
  ) throws(FullTextError) -> Bool {
    var left = limit
    try forEachPosition(ofPhrase: phrase) { column, _ in
      if column < 8 { counts[column] += 1 }
      left -= 1
      return left > 0
    }
    return left < limit
  }
}

extension FTS5AuxiliaryFunction {
  /// A function that passes each match to ``FTS5Candidates`` and returns NULL.
  ///
  /// Call it as `candidate(table)` in WHERE, where NULL rejects every row. SQLite can evaluate the
  /// parts of WHERE in any order, so put other conditions around it:
  /// `AND CASE WHEN … THEN candidate(table) END`.
  ///
  /// - Parameters:
  ///   - name: the name of the function in SQL.
  ///   - candidates: the collector, for one statement at a time.
  /// - Returns: the function, to be added to a connection.
  public static func candidates(
    named name: String = "candidate", into candidates: FTS5Candidates
  ) -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, _ in
      try candidates.collect(match)
      return .null
    }
  }
}
