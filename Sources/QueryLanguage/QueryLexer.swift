/// Cuts the input into tokens; text with nothing to search for in it makes none.
struct QueryLexer {
  let input: QueryText
  let scalars: [Unicode.Scalar]
  let clock: LocalClock?
  /// The tokens of the innermost open group so far.
  private var tokens: [QueryToken] = []
  private(set) var notes: [Query.Note] = []
  /// How far the input is read.
  var place = 0
  /// Where reading ends: behind the input, or behind what belongs to a `NEAR(…)`.
  var end: Int
  /// Whether this is the inside of a `NEAR(…)`, where parentheses belong to words.
  var isInsideNear = false
  /// The groups that are open here.
  private var groups: [OpenGroup] = []
  /// How many groups are open that are nested too deeply to count.
  private var ignoredGroups = 0
  private var termCount = 0

  /// How many scalars were looked at, those that were looked at twice counted twice.
  var work = 0

  private struct OpenGroup {
    /// Where its terms are searched unless they name a column of their own.
    let column: Query.Column?
    let start: Int
    let isNegated: Bool
    /// The tokens in front of it, of the group around it.
    let before: [QueryToken]
  }

  init(_ input: QueryText, clock: LocalClock?) {
    self.input = input
    scalars = input.scalars
    self.clock = clock
    end = scalars.count
  }

  /// Reads the whole input.
  ///
  /// - Returns: its tokens; nil if there are none.
  mutating func run() -> QueryToken.Group? {
    while skipBlanks() { readToken() }
    if let group = groups.first {
      note(.unclosedParenthesis, group.start..<group.start + 1)
    }
    closeAllGroups()
    return QueryToken.Group(tokens)
  }

  private mutating func readToken() {
    if scalars[place] == ")", isInsideGroup {
      place += 1
      return closeGroup()
    }
    let isNegated = beginsNegation
    if isNegated { place += 1 }
    let start = place
    if !isNegated, let (keyword, end) = keyword() {
      place = end
      let word = Query.Term(.word, text(start..<end), in: column, range: start..<end)
      return append(.keyword(keyword, word: word), terms: 1, from: start)
    }
    switch readOperand() {
    case .node(let node)?: append(node, isNegated: isNegated, from: start)
    case .group(let column)?: openGroup(in: column, isNegated: isNegated)
    case nil: break
    }
  }

  /// Whether a dash stands here that forbids something: `--flag` and a lone dash do not.
  private var beginsNegation: Bool {
    guard scalars[place] == "-", let next = scalar(at: place + 1) else { return false }
    return !next.isBlank && next != "-" && !(next == ")" && isInsideGroup)
  }

  // MARK: - Groups

  var isInsideGroup: Bool { !isInsideNear && (!groups.isEmpty || ignoredGroups > 0) }

  /// The column that terms here are searched in unless they name their own.
  var column: Query.Column? { groups.last?.column }

  /// Opens a group at the parenthesis that stands here.
  private mutating func openGroup(in column: Query.Column?, isNegated: Bool) {
    if groups.count == Query.depthLimit {
      if ignoredGroups == 0 { note(.nestedTooDeeply, place..<place + 1) }
      ignoredGroups += 1
    } else {
      groups.append(
        OpenGroup(column: column, start: place, isNegated: isNegated, before: tokens))
      tokens = []
    }
    place += 1
  }

  private mutating func closeGroup() {
    if ignoredGroups > 0 {
      ignoredGroups -= 1
      return
    }
    closeInnermostGroup()
  }

  private mutating func closeAllGroups() {
    while !groups.isEmpty { closeInnermostGroup() }
  }

  /// Makes the innermost group one token of the group around it; an empty one leaves nothing.
  private mutating func closeInnermostGroup() {
    guard let group = groups.popLast() else { return }
    let inside = QueryToken.Group(tokens)
    tokens = group.before
    if let inside { tokens.append(.operand(.group(inside), isNegated: group.isNegated)) }
  }

  // MARK: - Results

  private mutating func append(_ node: Query.Node, isNegated: Bool, from start: Int) {
    func token(_ node: Query.Node) -> QueryToken { .operand(.node(node), isNegated: isNegated) }
    let room = Query.termLimit - termCount
    if case .near(let terms, let distance) = node, terms.count > max(room, 1) {
      let first = Query.Node.near(Array(terms.prefix(room)), distance: distance)
      if room > 1 { append(token(first), terms: room, from: start) }
      leaveOutRest(from: start)
    } else {
      let count = if case .near(let terms, _) = node { terms.count } else { 1 }
      append(token(node), terms: count, from: start)
    }
  }

  private mutating func append(_ token: QueryToken, terms count: Int, from start: Int) {
    if termCount + count > Query.termLimit { return leaveOutRest(from: start) }
    termCount += count
    tokens.append(token)
  }

  private mutating func leaveOutRest(from start: Int) {
    note(.leftOut, start..<scalars.count)
    // One note is enough: groups that are cut off here get none.
    closeAllGroups()
    place = scalars.count
  }

  mutating func note(_ kind: Query.Note.Kind, _ range: Range<Int>) {
    notes.append(Query.Note(kind, range))
  }

  // MARK: - Scalars

  func scalar(at place: Int) -> Unicode.Scalar? { place < end ? scalars[place] : nil }

  /// Whether there is anything behind the blanks.
  mutating func skipBlanks() -> Bool {
    place = scan(place..<end) { $0.isBlank }
    return place < end
  }

  /// Finds the first scalar in a part of the text for which a condition does not hold.
  ///
  /// Every loop over the text is one of these, so that ``work`` counts them all.
  ///
  /// - Returns: its place, or the end of the part.
  mutating func scan(_ range: Range<Int>, while holds: (Unicode.Scalar) -> Bool) -> Int {
    var place = range.lowerBound
    while place < range.upperBound, holds(scalars[place]) { place += 1 }
    work += place - range.lowerBound + 1
    return place
  }

  /// A part of the text as a string.
  mutating func text(_ range: Range<Int>) -> String {
    work += range.count
    return input.string(range)
  }

  /// Whether a part of the text holds anything that can be looked for.
  mutating func isSearchable(_ range: Range<Int>) -> Bool {
    scan(range) { !$0.isSearchable } < range.upperBound
  }
}
