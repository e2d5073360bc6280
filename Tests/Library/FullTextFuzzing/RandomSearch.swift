import FullText

/// A random search in a table of ``SegmentTable``, as an expression and as a request with terms.
struct RandomSearch {
  private(set) var expression = ""
  private(set) var request: FTS5SegmentRequest
  /// Whether rows with odd ids are left out.
  private(set) var acceptsEven = false

  init(_ choices: inout Choices, columnCount: Int) {
    let wordCount = 1 + choices.below(4)
    var phrases: [[String]] = []
    var words: [RankedWord] = []
    for _ in 0..<wordCount {
      var forms: [RankedWord.Form] = []
      for _ in 0...choices.below(3) {
        forms.append(
          RankedWord.Form(phrase: phrases.count, factor: choices.one(of: [1, 1, 0.5, 0.2])))
        phrases.append((0...choices.below(3)).map { _ in SegmentTable.word(&choices) })
      }
      words.append(
        RankedWord(
          forms, weight: choices.one(of: [0.1, 1, 3.7]),
          share: choices.once(in: 2) ? nil : choices.one(of: [0.5, 2]),
          isDecisive: !choices.once(in: 4)))
    }
    var candidates = FTS5Candidates.Request(
      words: words,
      fields: (0..<min(columnCount, 6)).map { column in
        column == 1
          ? RankedField(weight: 1, lengthShare: 0.75)
          : RankedField(weight: choices.one(of: [0.3, 2]))
      }, limit: choices.one(of: [0, 1, 5, 40, 500]))
    candidates.leastShare = choices.one(of: [0, 0.34, 1])
    candidates.averageLength = choices.one(of: [1, 30])
    candidates.titleColumns = choices.below(4)
    candidates.titledLimit = choices.one(of: [0, 1, 5, 40])
    if choices.once(in: 3) { candidates.watched = Int64(choices.below(300)) }
    if choices.once(in: 3) {
      let word = UInt64(1) << UInt64(choices.below(wordCount))
      candidates.given = ({ $0 % 3 == 0 ? word : 0 }, 0.4)
    }
    let groups = Self.groups(&choices, wordCount)
    let conditions = groups.map { group in
      group.flatMap { number in words[number].forms.map { Self.quoted(phrases[$0.phrase]) } }
    }
    let ranked = phrases.map(Self.quoted)
    expression = ([ranked] + conditions).map { "(\($0.joined(separator: " OR ")))" }
      .joined(separator: " AND ")
    let unused = conditions.joined().map { _ in [[UInt8]]() }
    candidates.phraseCount = choices.once(in: 2) ? phrases.count + unused.count : 0
    request = FTS5SegmentRequest(
      candidates, phrases: phrases.map { $0.map { Array($0.utf8) } } + unused, groups: groups)
    acceptsEven = choices.once(in: 5)
    if acceptsEven { request.accepts = { $0 % 2 == 0 } }
  }

  private static func groups(_ choices: inout Choices, _ wordCount: Int) -> [[Int]] {
    (0..<choices.below(3)).map { _ in
      (0...choices.below(wordCount)).map { _ in choices.below(wordCount) }
    }
  }

  private static func quoted(_ alternatives: [String]) -> String {
    "\"\(alternatives.joined(separator: "|"))\""
  }
}
