/// Makes a tree of tokens, by recursive descent; ``Query/depthLimit`` bounds the recursion.
///
///     any   = all { OR all }
///     all   = not { [AND] not }
///     not   = { NOT | "-" } near
///     near  = operand { NEAR operand } | "(" any ")"
///
/// A keyword that has no operand on one of its sides is a word.
struct QueryParser {
  private let tokens: [QueryLexer.Token]
  private var place = 0
  private(set) var notes: [Query.Note] = []

  init(_ tokens: [QueryLexer.Token]) {
    self.tokens = tokens
  }

  /// The tree; nil where there are no tokens.
  mutating func parse() -> Query.Node? {
    tokens.isEmpty ? nil : any()
  }

  private mutating func any() -> Query.Node {
    var nodes = [all()]
    while keyword() == .or {
      place += 1
      nodes.append(all())
    }
    if nodes.count == 1 { return nodes[0] }
    return .any(nodes.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } })
  }

  private mutating func all() -> Query.Node {
    var nodes = [not()]
    while place < tokens.count {
      if case .close = tokens[place] { break }
      let keyword = keyword()
      if keyword == .or { break }
      if keyword == .and { place += 1 }
      nodes.append(not())
    }
    if nodes.count == 1 { return nodes[0] }
    return .all(nodes.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } })
  }

  private mutating func not() -> Query.Node {
    var isNegated = false
    while place < tokens.count {
      if case .negation = tokens[place] {
      } else if keyword() != .not {
        break
      }
      isNegated.toggle()
      place += 1
    }
    let node = near()
    guard isNegated else { return node }
    return if case .not(let positive) = node { positive } else { .not(node) }
  }

  /// A chain `a NEAR/5 b NEAR/3 c` holds where each link holds.
  private mutating func near() -> Query.Node {
    let first = operand()
    guard case .term(var left) = first else { return first }
    var links: [Query.Node] = []
    while case .near(let distance) = keyword(), case .operand(.term(let right)) = tokens[place + 1],
      right.column == left.column
    {
      links.append(.near([left, right], distance: distance))
      left = right
      place += 2
    }
    return links.count > 1 ? .all(links) : links.first ?? first
  }

  private mutating func operand() -> Query.Node {
    defer { place += 1 }
    switch tokens[place] {
    case .open:
      place += 1
      // The end of the input closes what is open.
      return any()
    case .operand(let node): return node
    case .keyword(_, let word):
      notes.append(Query.Note(.operatorAsWord(word.text), word.range))
      return .term(word)
    case .close, .negation: preconditionFailure("The lexer promises an operand here.")
    }
  }

  /// The keyword that comes next, where an operand follows it.
  private func keyword() -> QueryLexer.Keyword? {
    guard place + 1 < tokens.count, case .keyword(let keyword, _) = tokens[place] else {
      return nil
    }
    if case .close = tokens[place + 1] { return nil }
    return keyword
  }
}
