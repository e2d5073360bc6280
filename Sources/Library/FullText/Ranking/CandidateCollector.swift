import CSittaSQLite
import SittaSQLite

/// The rows that ``FTS5Candidates`` has kept so far.
///
/// It is a struct, because its arrays are read for each row: in a class they would be retained each time.
struct CandidateCollector {
  static let fieldLimit = 8
  /// The limit of a row and its score are rounded in other steps.
  static let roundingMargin = 1 + 1e-9

  /// The number of rows with all decisive words.
  private(set) var fullCount = 0
  /// The number of rows with only some of the decisive words, but enough of their weight.
  private(set) var partialCount = 0
  /// The row to be watched; nil if it was not among the counted rows.
  private(set) var watched: FTS5Candidate?
  private var request: FTS5Candidates.Request
  private let lengths: LengthTable
  /// The reciprocal of the average length of a row.
  private let lengthUnit: Double
  private var threshold: MatchThreshold
  private var limits = FieldLimits([])
  /// Whether the forms of the words are phrases of the expression.
  private var isChecked = false
  private var best: KeptRows
  /// The best rows whose titles have all decisive words.
  private var titled: KeptRows
  private var scores: [Double] = []

  init(_ request: FTS5Candidates.Request, _ lengths: LengthTable) {
    (self.request, self.lengths) = (request, lengths)
    lengthUnit = 1 / request.averageLength
    best = KeptRows(limit: request.limit)
    titled = KeptRows(limit: request.limit > 0 ? request.titledLimit : 0)
    threshold = MatchThreshold(request.words, leastShare: request.leastShare)
    setLimits()
  }

  private var words: WordTable {
    @inline(__always) _read { yield threshold.words }
  }

  /// The kept rows so far, the best one first.
  ///
  /// O(rows × log rows + occurrences × log words).
  var rows: [FTS5Candidate] {
    var rows = best.rows
    if titled.isEmpty { return rows }
    let titledRows = titled.rows
    let titledIDs = Set(titledRows.map(\.rowID))
    let bestIDs = Set(rows.map(\.rowID))
    rows += titledRows.filter { !bestIDs.contains($0.rowID) }
    for index in rows.indices { rows[index].isTitled = titledIDs.contains(rows[index].rowID) }
    return rows
  }

  /// Sets the numbers of rows, if not all rows were collected.
  mutating func setCounts(full: Int, partial: Int) {
    (fullCount, partialCount) = (full, partial)
  }

  /// Whether a row with a score up to `most` can be kept.
  func canKeep(isFull: Bool, isTitled: Bool, most: Double) -> Bool {
    let rank = KeptRows.Rank(isFull: isFull, score: most, rowID: .max)
    return best.canTake(rank) || isTitled && titled.canTake(rank)
  }

  private mutating func setLimits() {
    limits = FieldLimits(request.fields.prefix(Self.fieldLimit))
    scores = Array(repeating: 0, count: words.words.count)
  }

  /// Makes each phrase a word of its own if the forms do not fit the expression.
  private mutating func check<Match: PhraseMatch & ~Copyable>(_ match: borrowing Match) {
    isChecked = true
    let phrases = 0..<match.phraseCount
    // Asking for a phrase that the expression does not have would crash SQLite.
    if [0, phrases.count].contains(request.phraseCount),
      words.forms.allSatisfy({ phrases.contains($0.phrase) }),
      words.words.allSatisfy({ $0.addition.map { phrases.contains($0.phrase) } ?? true })
    {
      return
    }
    threshold = MatchThreshold(
      phrases.prefix(UInt64.bitWidth).map { phrase in
        RankedWord([RankedWord.Form(phrase: phrase, factor: 1)], weight: 1, isDecisive: false)
      }, leastShare: 0)
    setLimits()
  }

  /// Counts a row, and keeps it if it is among the best.
  mutating func collect<Match: PhraseMatch & ~Copyable>(
    _ match: borrowing Match
  ) throws(FullTextError) {
    if !isChecked { check(match) }
    let rowID = match.rowID
    let length =
      if let known = lengths[rowID] { known } else { try match.length() }
    let relativeLength = Double(length) * lengthUnit
    let given = request.given?.words(rowID) ?? 0
    // First, quick facts only: which words the row contains, and an upper bound for its score.
    var (present, inTitles, most) = (UInt64(0), UInt64(0), 0.0)
    var bit: UInt64 = 1
    for number in words.words.indices {
      if let (limit, column) = try limit(of: number, in: match, relativeLength) {
        present |= bit
        if column < request.titles { inTitles |= bit }
        most += words.mostWeights[number] * limit
      }
      bit <<= 1
    }
    if present == 0 { return }
    if words.hasAdditions { most += try additions(to: present, in: match) }
    if given != 0 { most += (request.given?.score ?? 0) * words.weight(of: given) }
    let kind = threshold.kind(of: present | given)
    switch kind {
    case .full: fullCount += 1
    case .partial: partialCount += 1
    case .none: return
    }
    if request.limit == 0 { return }
    let isWatched = rowID == request.watched
    let isTitled = kind == .full && words.allDecisive(areIn: inTitles)
    var rank = KeptRows.Rank(
      isFull: kind == .full, score: most * Self.roundingMargin, rowID: rowID)
    let canBeKept = best.canTake(rank) || isTitled && titled.canTake(rank)
    guard canBeKept || isWatched else { return }
    rank.score = 0
    for number in words.words.indices {
      let word = words.words[number]
      let bit = UInt64(1) << UInt64(number)
      var score = present & bit == 0 ? 0 : try self.score(word, in: match, relativeLength)
      if given & bit != 0 { score += (request.given?.score ?? 0) * word.weight }
      scores[number] = score
      rank.score += score
    }
    if isWatched {
      var data = KeptRows.Data()
      try fill(&data, words: present, given: given, match)
      watched = FTS5Candidate(rank, data)
    }
    // The data is taken out of the kept rows, so that its arrays are not copied.
    if best.canTake(rank) {
      var data = best.makeRoom()
      try fill(&data, words: present, given: given, match)
      best.insert(rank, data)
    }
    if isTitled, titled.canTake(rank) {
      var data = titled.makeRoom()
      try fill(&data, words: present, given: given, match)
      titled.insert(rank, data)
    }
  }

  /// Replaces the data by that of a row; ``scores`` must be those of the row.
  @inline(__always)
  private func fill<Match: PhraseMatch & ~Copyable>(
    _ data: inout KeptRows.Data, words: UInt64, given: UInt64, _ match: borrowing Match
  ) throws(FullTextError) {
    (data.words, data.given) = (words, given)
    data.scores.removeAll(keepingCapacity: true)
    data.scores += scores
    data.isWhole = try occurrences(in: match, into: &data.occurrences)
  }

  /// Returns an upper bound for the score of a word of weight 1 in a row, and the first column with the word;
  /// nil if the word does not occur.
  ///
  /// Nearly always all occurrences are in one column, and the bound for their number is close.
  @inline(__always)
  private func limit<Match: PhraseMatch & ~Copyable>(
    of word: Int, in match: borrowing Match, _ relativeLength: Double
  ) throws(FullTextError) -> (most: Double, column: Int)? {
    var first = Int.max
    var most = 0.0
    var areInOneColumn = true
    for number in words.words[word].forms {
      guard let found = try match.occurrences(ofPhrase: words.phrases[number]) else { continue }
      if first != .max, first != found.column { areInOneColumn = false }
      if !found.areInOneColumn { areInOneColumn = false }
      first = min(first, found.column)
      most += Double(found.most)
    }
    if first == .max { return nil }
    let frequency =
      areInOneColumn && first < limits.count
      ? request.fields[first].frequency(1, relativeLength: relativeLength)
      : limits.most(from: first, relativeLength)
    return (request.score(most * frequency), first)
  }

  /// The score that the additions of some words give in a row.
  private func additions<Match: PhraseMatch & ~Copyable>(
    to present: UInt64, in match: borrowing Match
  ) throws(FullTextError) -> Double {
    var sum = 0.0
    for (number, word) in words.words.enumerated() where present & 1 << UInt64(number) != 0 {
      if let addition = word.addition { sum += word.weight * (try score(addition, in: match)) }
    }
    return sum
  }

  /// Returns the score of a word in a row.
  @inline(__always)
  private func score<Match: PhraseMatch & ~Copyable>(
    _ word: WordTable.Word, in match: borrowing Match, _ relativeLength: Double
  ) throws(FullTextError) -> Double {
    var (frequency, sum) = (0.0, 0.0)
    let fieldCount = min(request.fields.count, Self.fieldLimit)
    for number in word.forms {
      let form = words.forms[number]
      var counts = InlineArray<8, Int32>(repeating: 0)
      guard
        try match.count(phrase: form.phrase, upTo: FTS5Candidates.countedOccurrences, into: &counts)
      else { continue }
      for field in 0..<fieldCount where counts[field] > 0 {
        frequency += request.fields[field].frequency(
          Double(counts[field]), relativeLength: relativeLength)
      }
      // A form scores with the occurrences of the forms before it.
      sum = max(sum, form.factor * request.score(frequency))
    }
    if let addition = word.addition { sum += try score(addition, in: match) }
    return sum * word.weight
  }

  /// The score that an addition gives in a row, for a word with weight 1.
  private func score<Match: PhraseMatch & ~Copyable>(
    _ addition: RankedWord.Addition, in match: borrowing Match
  ) throws(FullTextError) -> Double {
    var isThere = false
    try match.forEachPosition(ofPhrase: addition.phrase) { _, _ in
      isThere = true
      return false
    }
    return isThere ? addition.share * request.mostScore : 0
  }

  /// Replaces `occurrences` by the occurrences of all words in the row, phrase by phrase.
  ///
  /// - Returns: whether these are all.
  private func occurrences<Match: PhraseMatch & ~Copyable>(
    in match: borrowing Match, into occurrences: inout [FTS5Candidate.Occurrence]
  ) throws(FullTextError) -> Bool {
    occurrences.removeAll(keepingCapacity: true)
    var isWhole = true
    let columnCount = match.columnCount
    for number in words.words.indices {
      let forms = words.words[number].forms
      for form in forms {
        let phrase = words.forms[form].phrase
        let count = match.tokenCount(ofPhrase: phrase)
        var left = FTS5Candidates.occurrenceLimit
        let isAll = try match.forEachPosition(ofPhrase: phrase) { column, token in
          if left == 0 { return false }
          left -= 1
          guard column < columnCount, token >= 0 else { return true }
          occurrences.append(
            FTS5Candidate.Occurrence(
              word: number, form: form - forms.lowerBound, column: column, token: token,
              count: count))
          return true
        }
        if !isAll { isWhole = false }
      }
    }
    return isWhole
  }
}

extension PhraseMatch where Self: ~Copyable {
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
