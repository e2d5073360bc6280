/// Makes a tree from tokens, by recursive descent; ``Query/depthLimit`` bounds the recursion.
///
///     any   = all { OR all }
///     all   = not { [AND] not }
///     not   = { NOT } [ "-" ] near
///     near  = operand { NEAR operand } | "(" any ")"
///
/// A keyword without an operand on one side is read as a word. Each function gets its first token as an
/// argument, so a token is never missing.
struct QueryParser {
  /// The tokens of the innermost group that have not been parsed yet.
  private var rest: ArraySlice<QueryToken> = []
  private(set) var notes: [Query.Note] = []

  mutating func parse(_ group: QueryToken.Group) -> Query.Node {
    let outside = rest
    defer { rest = outside }
    rest = group.rest[...]
    return any(group.first)
  }

  private mutating func any(_ first: QueryToken) -> Query.Node {
    var nodes = [all(first)]
    while operatorAhead == .or, let next = tokenAfterOperator() { nodes.append(all(next)) }
    if nodes.count == 1 { return nodes[0] }
    return .any(nodes.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } })
  }

  private mutating func all(_ first: QueryToken) -> Query.Node {
    var nodes = [not(first)]
    while operatorAhead != .or {
      let isExplicit = operatorAhead == .and
      guard let next = isExplicit ? tokenAfterOperator() : rest.popFirst() else { break }
      nodes.append(not(next))
      if isExplicit {
        nodes.replaceSubrange((nodes.count - 2)..., with: nodes.suffix(2).map(\.required))
      }
    }
    if nodes.count == 1 { return nodes[0] }
    return .all(nodes.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } })
  }

  private mutating func not(_ first: QueryToken) -> Query.Node {
    var token = first
    var isNegated = false
    while case .keyword(.not, _) = token, let next = rest.popFirst() {
      isNegated.toggle()
      token = next
    }
    if case .operand(_, isNegated: true) = token { isNegated.toggle() }
    let node = near(token)
    guard isNegated else { return node }
    return if case .not(let positive) = node { positive } else { .not(node) }
  }

  /// A chain `a NEAR/5 b NEAR/3 c` matches if each pair of neighbours matches.
  private mutating func near(_ first: QueryToken) -> Query.Node {
    let first = operand(first)
    guard case .term(var left) = first else { return first }
    var links: [Query.Node] = []
    while case .near(let distance) = operatorAhead,
      case .operand(.node(.term(let right)), isNegated: false) = rest.dropFirst().first,
      right.column == left.column
    {
      links.append(.near([left, right], distance: distance))
      left = right
      rest = rest.dropFirst(2)
    }
    return links.count > 1 ? .all(links) : links.first ?? first
  }

  /// Parses the operand of a token, without its minus.
  private mutating func operand(_ token: QueryToken) -> Query.Node {
    switch token {
    case .operand(.node(let node), _): return node
    case .operand(.group(let group), _): return parse(group)
    case .keyword(_, let word):
      notes.append(Query.Note(.operatorAsWord(word.text), word.range))
      return .term(word)
    }
  }

  /// The next token, if it is a keyword and another token of the group follows; else nil.
  private var operatorAhead: QueryLexer.Keyword? {
    guard rest.count > 1, case .keyword(let keyword, _) = rest.first else { return nil }
    return keyword
  }

  /// Skips the next keyword and takes the token after it.
  private mutating func tokenAfterOperator() -> QueryToken? {
    rest = rest.dropFirst()
    return rest.popFirst()
  }
}

extension Query.Node {
  /// The node; if it is a term, it is marked as required, so that each hit contains it.
  fileprivate var required: Query.Node {
    guard case .term(var term) = self else { return self }
    term.isRequired = true
    return .term(term)
  }
}
