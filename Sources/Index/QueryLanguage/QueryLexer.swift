/// Splits the input into tokens; text without letters, digits and the like gives no tokens.
struct QueryLexer {
  let input: QueryText
  let scalars: [Unicode.Scalar]
  let options: Query.ReadingOptions
  /// The tokens of the innermost open group so far.
  private var tokens: [QueryToken] = []
  private(set) var notes: [Query.Note] = []
  /// The position of the next scalar to read.
  var position = 0
  /// The position at which reading ends: the end of the input, or of the operands of a `NEAR(…)`.
  var end: Int
  /// Whether reading is inside a `NEAR(…)`, where parentheses belong to words.
  var isInsideNear = false
  /// The open groups.
  private var groups: [OpenGroup] = []
  /// The number of open groups that are ignored because they are nested too deeply.
  private var ignoredGroups = 0
  private var termCount = 0

  /// The number of scalars that were read; a scalar that was read twice counts twice.
  var work = 0

  private struct OpenGroup {
    /// The column for the group's terms that name no column of their own.
    let column: Query.Column?
    let start: Int
    let isNegated: Bool
    /// The tokens before the group, in the group around it.
    let before: [QueryToken]
  }

  init(_ input: QueryText, _ options: Query.ReadingOptions) {
    self.input = input
    scalars = input.scalars
    self.options = options
    end = scalars.count
  }

  /// Reads the tokens of the whole input; nil if there are none.
  mutating func run() -> QueryToken.Group? {
    while skipBlanks() { readToken() }
    dropBar()
    if let group = groups.first {
      addNote(.unclosedParenthesis, group.start..<group.start + 1)
    }
    closeAllGroups()
    return QueryToken.Group(tokens)
  }

  private mutating func readToken() {
    if scalars[position] == ")", isInsideGroup {
      position += 1
      return closeGroup()
    }
    if skipBar() { return }
    let isNegated = beginsNegation
    if isNegated { position += 1 }
    let start = position
    if !isNegated, let (keyword, end) = keyword() {
      position = end
      let word = Query.Term(.word, text(start..<end), in: column, range: start..<end)
      return append(.keyword(keyword, word: word), terms: 1, from: start)
    }
    switch readOperand() {
    case .node(let node)?: append(node, isNegated: isNegated, from: start)
    case .group(let column)?: openGroup(in: column, isNegated: isNegated)
    case nil: break
    }
  }

  /// Whether a minus or `!` here negates an operand; in `--flag`, or before a blank, it does not.
  private var beginsNegation: Bool {
    mutating get {
      guard let next = scalar(at: position + 1) else { return false }
      switch scalars[position] {
      case "-": return !next.isBlank && next != "-" && !(next == ")" && isInsideGroup)
      case "!":
        // A text that consists of `!important` is meant as the word.
        guard next.isSearchable || next == "(" || QueryText.isQuote(next),
          !tokens.isEmpty || !groups.isEmpty || hasBlankAndText(after: position)
        else { return false }
        addNote(.readAs("!", "-"), position..<position + 1)
        return true
      default: return false
      }
    }
  }

  private mutating func hasBlankAndText(after start: Int) -> Bool {
    scan(start..<end) { !$0.isBlank } < lastSearchable
  }

  /// The position of the last scalar that is searchable; -1 if there is none.
  private lazy var lastSearchable: Int = {
    work += scalars.count
    return scalars.lastIndex(where: \.isSearchable) ?? -1
  }()

  /// Whether the whole input is a sentence in capitals, in which `AND`, `OR` and `NOT` are words.
  ///
  /// A sentence has at least five other words, and three for each operator.
  private(set) lazy var isSentenceInCapitals: Bool = {
    work += scalars.count
    if scalars.contains(where: \.properties.isLowercase) { return false }
    let words = scalars.split(whereSeparator: \.isBlank)
      .filter { $0.contains(where: \.properties.isUppercase) }
    let operators = words.count {
      ["AND", "OR", "NOT"].contains(String(String.UnicodeScalarView($0)))
    }
    return words.count - operators >= max(5, 3 * operators)
  }()

  /// Skips `|` or `||`, if it is here; after an operand it is read as `OR`, elsewhere it is ignored.
  private mutating func skipBar() -> Bool {
    let bar = position..<scan(position..<min(end, position + 3)) { $0 == "|" }
    guard (1...2).contains(bar.count), scalar(at: bar.upperBound)?.isBlank ?? true else {
      return false
    }
    position = bar.upperBound
    guard case .operand? = tokens.last else { return true }
    addNote(.readAs(text(bar), "OR"), bar)
    append(.keyword(.or, word: Query.Term(.word, text(bar), range: bar)), terms: 1, from: position)
    return true
  }

  /// Drops `|` at the end of a group, where it has no second operand.
  private mutating func dropBar() {
    guard case .keyword(_, let word)? = tokens.last, word.text.first == "|" else { return }
    tokens.removeLast()
    notes.removeAll { $0.range == word.range }
  }

  // MARK: - Groups

  var isInsideGroup: Bool { !isInsideNear && (!groups.isEmpty || ignoredGroups > 0) }

  /// The column for terms that name no column of their own.
  var column: Query.Column? { groups.last?.column }

  /// Opens a group at the parenthesis at this position.
  private mutating func openGroup(in column: Query.Column?, isNegated: Bool) {
    if groups.count == Query.depthLimit {
      if ignoredGroups == 0 { addNote(.nestedTooDeeply, position..<position + 1) }
      ignoredGroups += 1
    } else {
      groups.append(
        OpenGroup(column: column, start: position, isNegated: isNegated, before: tokens))
      tokens = []
    }
    position += 1
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

  /// Makes the innermost group a token of the group around it; an empty group is dropped.
  private mutating func closeInnermostGroup() {
    guard let group = groups.popLast() else { return }
    dropBar()
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
    addNote(.leftOut, start..<scalars.count)
    // One note is enough: groups that are cut off here get none of their own.
    closeAllGroups()
    position = scalars.count
  }

  mutating func addNote(_ kind: Query.Note.Kind, _ range: Range<Int>) {
    notes.append(Query.Note(kind, range))
  }

  // MARK: - Scalars

  func scalar(at position: Int) -> Unicode.Scalar? { position < end ? scalars[position] : nil }

  /// Skips blanks; returns whether anything follows them.
  mutating func skipBlanks() -> Bool {
    position = scan(position..<end) { $0.isBlank }
    return position < end
  }

  /// Returns the first position in a range whose scalar does not meet a condition, or the end of the range.
  ///
  /// Every loop over the text calls this function, so that ``work`` counts every scalar.
  mutating func scan(_ range: Range<Int>, while holds: (Unicode.Scalar) -> Bool) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, holds(scalars[position]) { position += 1 }
    work += position - range.lowerBound + 1
    return position
  }

  /// Returns a part of the text as a string.
  mutating func text(_ range: Range<Int>) -> String {
    work += range.count
    return input.string(range)
  }

  /// Whether a part of the text contains anything to search for.
  mutating func isSearchable(_ range: Range<Int>) -> Bool {
    scan(range) { !$0.isSearchable } < range.upperBound
  }
}
