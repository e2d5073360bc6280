/// Cuts the input into tokens; what has nothing to look for in it leaves none.
///
/// The tokens keep these rules, which the parser relies on: every group that opens holds an operand
/// or a keyword, and a negation is followed by an operand or by a group that opens.
struct QueryLexer {
  enum Token {
    case open
    case close
    case negation
    /// What may join operands; `word` is what it is otherwise.
    case keyword(Keyword, word: Query.Term)
    case operand(Query.Node)
  }

  let input: QueryText
  let scalars: [Unicode.Scalar]
  let clock: LocalClock?
  private(set) var tokens: [Token] = []
  private(set) var notes: [Query.Note] = []
  /// How far the input is read.
  var place = 0
  /// Where reading ends: behind the input, or behind what belongs to a `NEAR(…)`.
  var end: Int
  /// Whether this is the inside of a `NEAR(…)`, where parentheses belong to words.
  var isInsideNear = false
  /// The groups that are open here; terms in them are looked for in their column.
  private var groups: [(column: Query.Column?, start: Int)] = []
  /// How many groups are open that are nested too deeply to count.
  private var ignoredGroups = 0
  private var termCount = 0

  /// How many scalars were looked at, those that were looked at twice counted twice.
  var work = 0

  init(_ input: QueryText, clock: LocalClock?) {
    self.input = input
    scalars = input.scalars
    self.clock = clock
    end = scalars.count
  }

  mutating func run() {
    while skipBlanks() { readToken() }
    if let group = groups.first {
      note(.unclosedParenthesis, group.start..<group.start + 1)
    }
    dropEmptyGroups()
  }

  private mutating func readToken() {
    let start = place
    if scalars[place] == ")", isInsideGroup {
      place += 1
      closeGroup()
    } else if beginsNegation {
      tokens.append(.negation)
      place += 1
      readOperand()
      if case .negation = tokens.last { tokens.removeLast() }
    } else if let (keyword, end) = keyword() {
      place = end
      let word = Query.Term(.word, text(start..<end), in: column, range: start..<end)
      append(.keyword(keyword, word: word), terms: 1, from: start)
    } else {
      readOperand()
    }
  }

  /// Whether a dash stands here that forbids something: `--flag` and a lone dash do not.
  private var beginsNegation: Bool {
    guard scalars[place] == "-", let next = scalar(at: place + 1) else { return false }
    return !next.isBlank && next != "-" && !(next == ")" && isInsideGroup)
  }

  // MARK: - Groups

  var isInsideGroup: Bool { !isInsideNear && (!groups.isEmpty || ignoredGroups > 0) }

  /// The column that terms here are looked for in unless they name their own.
  var column: Query.Column? { groups.last?.column }

  /// Opens a group at the parenthesis that stands here.
  mutating func openGroup(in column: Query.Column?) {
    if groups.count == Query.depthLimit {
      if ignoredGroups == 0 { note(.nestedTooDeeply, place..<place + 1) }
      ignoredGroups += 1
    } else {
      groups.append((column, place))
      tokens.append(.open)
    }
    place += 1
  }

  private mutating func closeGroup() {
    if ignoredGroups > 0 {
      ignoredGroups -= 1
      return
    }
    groups.removeLast()
    if case .open = tokens.last { dropEmptyGroup() } else { tokens.append(.close) }
  }

  private mutating func dropEmptyGroup() {
    tokens.removeLast()
    if case .negation = tokens.last { tokens.removeLast() }
  }

  private mutating func dropEmptyGroups() {
    while case .open = tokens.last { dropEmptyGroup() }
  }

  // MARK: - Results

  mutating func append(_ node: Query.Node, from start: Int) {
    let room = Query.termLimit - termCount
    if case .near(let terms, let distance) = node, terms.count > max(room, 1) {
      let first = Query.Node.near(Array(terms.prefix(room)), distance: distance)
      if room > 1 { append(.operand(first), terms: room, from: start) }
      leaveOutRest(from: start)
    } else {
      let count = if case .near(let terms, _) = node { terms.count } else { 1 }
      append(.operand(node), terms: count, from: start)
    }
  }

  private mutating func append(_ token: Token, terms count: Int, from start: Int) {
    if termCount + count > Query.termLimit { return leaveOutRest(from: start) }
    termCount += count
    tokens.append(token)
  }

  private mutating func leaveOutRest(from start: Int) {
    note(.leftOut, start..<scalars.count)
    // That says enough: nobody wants to hear of groups that are cut off.
    groups = []
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
