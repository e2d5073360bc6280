import FullText
import HitOrder
import IndexStorage
import QueryLanguage
import SittaSQLite

/// The first step of a ranked search: finds the rows that may be among the best.
///
/// Documents with all words are searched first; if they are few, documents with some of the words are
/// searched, too, however few and common these words are.
struct CandidateSearch {
  let plan: SearchPlan
  let options: SearchOptions
  /// Whether documents with only some of the words are searched, too, if there are few full matches.
  var relaxes = true
  /// A document whose row is kept if it matches, even if it is not among the best.
  var watched: DocumentID?

  /// The least number of rows that are scored exactly.
  static let depth = RankingLimits.exactHits
  /// The title and the name of a document are the first columns.
  static let titleColumns = 2
  /// The share of the words' weight that a row must have: one word of any weight reaches it.
  static let leastShare = 1e-9
  /// The share of its weight with which a stop word counts.
  static let stopWordShare = 0.4
  /// If fewer full matches are expected, one search finds them and the documents with some of the words.
  ///
  /// The expected number assumes that words occur independently of each other. Of 88 test queries below this
  /// limit, 3 had enough full matches.
  var expectedMatches = 5.0

  /// The result of the search.
  struct Result {
    var query: RankedQuery
    /// The weight of each word; for a stop word, the reduced weight.
    var weights: [Double] = []
    /// The number of documents with each word; 0 for words that no document contains.
    var documentCounts: [Int] = []
    var rows: [FTS5Candidate] = []
    /// For each word, the factors of its forms; the occurrences in ``rows`` have the index of a form.
    var formFactors: [[Double]] = []
    var fullCount = 0
    var partialCount = 0
    /// The row of ``CandidateSearch/watched``; nil if it was not found.
    var watched: FTS5Candidate?
    var isComplete = true
    /// Whether documents with only some of the words were searched.
    var isRelaxed = false

    /// The rows that are scored exactly.
    var exactRows: [FTS5Candidate] { rows.enumerated().filter(isExact).map(\.element) }
    /// The rows that come after them in their order.
    var otherRows: [FTS5Candidate] { rows.enumerated().filter { !isExact($0) }.map(\.element) }

    private func isExact(_ row: (offset: Int, element: FTS5Candidate)) -> Bool {
      row.offset < CandidateSearch.depth || row.element.isTitled
    }

    /// The words that a row should contain but lacks, as they were typed, without punctuation around them.
    func missing(in row: FTS5Candidate) -> [String] {
      query.words.enumerated().compactMap { number, word in
        let isThere = (row.words | row.given) & 1 << UInt64(number) != 0
        return word.isRelaxed && !word.isStopWord && !word.isFragment && !isThere ? word.name : nil
      }
    }

    /// For each folder, the words of the query in its name and its parents' names.
    var folderWords = FolderWords()
    /// The number of the first rows that match fully with their words near each other; at most
    /// ``RankingLimits/fewMatches``.
    var nearMatches = 0
    /// ``fullCount`` without the rows that were found only by the names of their folders.
    var completeCount = 0
    /// The newest rows in folders whose names contain all words, and those of them that were found only by
    /// these names.
    var rowsOfFolders: (all: Set<Int64>, added: Set<Int64>) = ([], [])
    /// The words as all hosts count them; nil to rank with the numbers of this index.
    var counted: CountedTerms?
    /// The whole query as the name of a file with its ending, in lower case; nil if it cannot be one.
    var fileName: String?
    /// The index in ``counted`` of the query that was searched.
    var queryNumber: Int { isRelaxed ? 1 : 0 }

    /// Sets the counts of the full matches that were found.
    fileprivate mutating func setCounts() {
      let near = rows.lazy.filter(WordSpan(query).isNear).prefix(RankingLimits.fewMatches)
      nearMatches = near.reduce(0) { count, _ in count + 1 }
      completeCount = fullCount
    }

    /// Removes all rows but the full matches.
    fileprivate mutating func removePartial() {
      rows.removeAll { !$0.isFull }
      if watched?.isFull == false { watched = nil }
      (partialCount, isRelaxed) = (0, false)
    }
  }

  /// Runs the search; the lengths and folders of the snapshot must be up to date.
  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Result {
    let words = snapshot.reader.words
    var result = Result(
      query: RankedQuery(plan.root, words, splits: false, relaxes: !options.isStrict))
    result.fileName = plan.root.fileName
    if options.statistics != nil { result.counted = CountedTerms(plan, options, words) }
    try weigh(&result, in: snapshot)
    if options.isStrict {
      try findFull(&result, in: snapshot)
      result.completeCount = result.fullCount
      return result
    }
    findFolders(&result, in: snapshot)
    guard relaxes else {
      try findFull(&result, in: snapshot)
      result.setCounts()
      return result
    }
    let split = RankedQuery(plan.root, words, splits: true)
    let isSplit = split.words.count > result.query.words.count
    result.isRelaxed = !isSplit && searchesAllAtOnce(result, in: snapshot)
    if result.isRelaxed {
      try findPartial(&result, in: snapshot)
    } else {
      try findFull(&result, in: snapshot)
    }
    result.setCounts()
    if (options.statistics?.fullMatches ?? result.nearMatches) >= RankingLimits.fewMatches {
      if result.isRelaxed { result.removePartial() }
      return result
    }
    if !result.isComplete { return result }
    if !result.isRelaxed { try relax(&result, to: isSplit ? split : nil, in: snapshot) }
    try addRowsOfFolders(&result, in: snapshot)
    return result
  }

  /// Searches documents with some of the words, after those with all words.
  private func relax(
    _ result: inout Result, to split: RankedQuery?, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    result.isRelaxed = true
    let (fullCount, rows, watched) = (result.fullCount, result.rows, result.watched)
    if let split {
      result.query = split
      try weigh(&result, in: snapshot)
      findFolders(&result, in: snapshot)
    }
    try findPartial(&result, in: snapshot)
    if result.rows.isEmpty {
      (result.fullCount, result.rows, result.watched) = (fullCount, rows, watched)
    }
    result.completeCount = result.fullCount
  }

  /// Whether one search finds documents with all words and documents with some of them.
  ///
  /// It is quicker if so few have all words that the others are needed anyway, or if a search for documents
  /// with all words would visit the same rows.
  private func searchesAllAtOnce(_ result: Result, in snapshot: borrowing Snapshot) -> Bool {
    if let known = options.statistics?.fullMatches { return known < RankingLimits.fewMatches }
    let (required, inFolders) = decisiveWords(result)
    if required.isEmpty, result.query.conditions.isEmpty { return true }
    let all = Double(statistics(in: snapshot).rowCount)
    let expected = (required + inFolders).reduce(all) { expected, number in
      expected * min(1, Double(result.documentCounts[number]) / all)
    }
    return expected < expectedMatches
  }

  private func findFolders(_ result: inout Result, in snapshot: borrowing Snapshot) {
    let folders = snapshot.reader.folders
    let words = result.query.namesOfFolders(snapshot.reader.words)
    result.folderWords = folders.names.words(words, except: folders.common(in: options.statistics))
    let occurring = options.statistics.flatMap {
      result.counted?.areInFolders($0, query: result.queryNumber)
    }
    for number in result.query.words.indices
    where result.weights[number] == 0
      && occurring?[result.query.sources[number]]
        ?? (result.folderWords.occurring & 1 << UInt64(number) != 0)
    {
      // The word is in no text, so it counts as rare as a word can be.
      result.weights[number] = RankedWord.inverseDocumentFrequency(
        of: 1, in: statistics(in: snapshot).rowCount)
    }
  }

  // MARK: - Searching

  /// Returns the words that decide whether a document matches fully.
  ///
  /// A full match contains the `required` ones in its text, and each of the others in its text or in the
  /// names of its folders.
  private func decisiveWords(_ result: Result) -> (required: [Int], inFolders: [Int]) {
    let decisive = result.query.relaxedWords.filter { !result.query.words[$0].isStopWord }
    let inFolders = decisive.filter { result.folderWords.occurring & 1 << UInt64($0) != 0 }
    return (decisive.filter { !inFolders.contains($0) }, inFolders)
  }

  private func findFull(
    _ result: inout Result, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let query = result.query
    let (required, inFolders) = decisiveWords(result)
    let stopWords = query.relaxedWords.filter { query.words[$0].isStopWord }
    let hasCondition = !required.isEmpty || !query.conditions.isEmpty
    let expression = query.expression(
      required: required, alternatives: hasCondition ? [] : inFolders,
      optional: hasCondition ? inFolders + stopWords : stopWords, snapshot.reader.words,
      options.weights.forms)
    // Without a required word, each row has one of the words in the names of folders.
    let groups = required.isEmpty ? [inFolders] : required.map { [$0] }
    try find(expression, groups, leastShare: 1, &result, in: snapshot)
  }

  private func findPartial(
    _ result: inout Result, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let query = result.query
    let known = query.relaxedWords.filter { result.documentCounts[$0] > 0 }
    let stopWords = known.filter { query.words[$0].isStopWord }
    let decisive = known.filter { !query.words[$0].isStopWord }
      .sorted { result.weights[$0] > result.weights[$1] }
    let hasConditions = !query.conditions.isEmpty
    var essential = decisive
    if hasConditions {
      // With `+` or AND, every document with the required words is a hit. With other conditions, a hit needs
      // at least one more word, which may be in the names of its folders.
      if query.hasRequiredWords || known.isEmpty || !decisiveWords(result).inFolders.isEmpty {
        essential = []
      }
    }
    let others = decisive.filter { !essential.contains($0) } + stopWords
    let expression = query.expression(
      required: [], alternatives: essential, optional: others, snapshot.reader.words,
      options.weights.forms)
    try find(
      expression, [essential], leastShare: query.hasRequiredWords ? 0 : Self.leastShare, &result,
      in: snapshot)
  }

  private func find(
    _ expression: MatchExpression?, _ groups: [[Int]], leastShare: Double,
    _ result: inout Result, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    guard let expression else { return }
    let reader = snapshot.reader
    var request = FTS5Candidates.Request(
      words: rankedWords(in: expression, result), fields: options.weights.fields,
      // The rows that are scored exactly may turn out to be copies of others.
      limit: Self.depth + options.offset + options.limit)
    (request.titleColumns, request.titledLimit) = (Self.titleColumns, RankingLimits.titledHits)
    request.leastShare = leastShare
    request.averageLength = statistics(in: snapshot).averageLength
    request.phraseCount = expression.phrases.count
    request.watched = watched?.rawValue
    if result.folderWords.occurring != 0 {
      let (folders, words) = (reader.folders.documents, result.folderWords)
      request.given = ({ words[folders[$0]] }, options.weights.folders)
    }
    let candidates = reader.candidates
    candidates.begin(request)
    // Frees the rows and their positions.
    defer { candidates.end() }
    let (plan, database) = (plan, snapshot.database)
    func search() throws(SQLiteError) {
      try plan.run(plan.gathering(expression, by: "candidate"), in: database) { _ in }
    }
    if let segmentRequest = segmentRequest(
      request, expression, groups, result.query, reader.words)
    {
      result.isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
        try reader.collect(segmentRequest, orWith: search)
      }
    } else {
      result.isComplete = try snapshot.runUntilDeadline(search)
    }
    result.rows = candidates.rows
    result.formFactors = request.words.map { $0.forms.map(\.factor) }
    (result.fullCount, result.partialCount) = (candidates.fullCount, candidates.partialCount)
    result.watched = candidates.watched
  }

  private func rankedWords(in expression: MatchExpression, _ result: Result) -> [RankedWord] {
    var forms = result.query.words.map { _ in [RankedWord.Form]() }
    var additions: [Int: RankedWord.Addition] = [:]
    for (number, phrase) in expression.phrases.enumerated() {
      guard let ranked = phrase.rankedForm else { continue }
      if ranked.isAddition {
        additions[ranked.word] = RankedWord.Addition(phrase: number, share: ranked.factor)
      } else {
        forms[ranked.word].append(RankedWord.Form(phrase: number, factor: ranked.factor))
      }
    }
    return result.query.words.indices.map { number in
      let word = result.query.words[number]
      var ranked = RankedWord(
        forms[number], weight: result.weights[number],
        isDecisive: word.isRelaxed && !word.isStopWord)
      ranked.addition = additions[number]
      return ranked
    }
  }

  /// Adds the newest documents in folders whose names contain all decisive words.
  private func addRowsOfFolders(
    _ result: inout Result, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let query = result.query
    var decisive: UInt64 = 0
    for number in query.relaxedWords where !query.words[number].isStopWord {
      decisive |= 1 << UInt64(number)
    }
    guard decisive != 0, result.fullCount < RankingLimits.fewMatches, query.conditions.isEmpty,
      query.exclusions.isEmpty
    else { return }
    let folders = result.folderWords.folders(havingAll: decisive)
    if folders.isEmpty { return }
    let all = plan.conditions(with: .in(folders))
    let known = Set(result.rows.map(\.rowID))
    let score = result.weights.reduce(0, +) * options.weights.folders
    var found: [Int64] = []
    try snapshot.database.prepare(
      "SELECT id FROM document WHERE \(all.sql) ORDER BY modified DESC LIMIT \(RankingLimits.folderHits)"
    ).forEachRow(all.values) { found.append($0.integer(at: 0)) }
    result.rowsOfFolders = (Set(found), Set(found).subtracting(known))
    for number in found where !known.contains(number) {
      let row = FTS5Candidate(rowID: number, given: decisive, score: score)
      if number == watched?.rawValue { result.watched = row }
      result.rows.append(row)
      result.fullCount += 1
    }
    result.rows.sort()
  }
}

extension Query.Node {
  /// The words as the name of a file with its ending, in lower case; nil if they cannot be one.
  fileprivate var fileName: String? {
    let nodes = if case .all(let nodes) = self { nodes } else { [self] }
    var words: [String] = []
    for node in nodes {
      guard case .term(let term) = node, term.kind == .word, term.column == nil else { return nil }
      words.append(term.text)
    }
    let name = words.joined(separator: " ").lowercased()
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name.last != "." else {
      return nil
    }
    return name
  }
}
