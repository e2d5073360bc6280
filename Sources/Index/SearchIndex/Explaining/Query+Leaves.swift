import QueryLanguage

extension Query {
  /// A part of a query that has no parts, and whether it is wanted.
  struct Leaf {
    let node: Node
    /// Whether it must hold for a hit, or must not.
    let isWanted: Bool

    /// Its texts.
    var terms: [Term] {
      switch node {
      case .term(let term): [term]
      case .near(let terms, _): terms
      case .filter, .not, .all, .any: []
      }
    }

    /// The same part, searched in all columns.
    var anywhere: Node {
      func unrestricted(_ term: Term) -> Term { Term(term.kind, term.text, range: term.range) }
      return switch node {
      case .term(let term): .term(unrestricted(term))
      case .near(let terms, let distance): .near(terms.map(unrestricted), distance: distance)
      case .filter, .not, .all, .any: node
      }
    }
  }
}

extension Query.Node {
  /// The parts that have no parts, from left to right.
  func leaves(isWanted: Bool = true) -> [Query.Leaf] {
    switch self {
    case .term, .near, .filter: [Query.Leaf(node: self, isWanted: isWanted)]
    case .not(let node): node.leaves(isWanted: !isWanted)
    case .all(let nodes), .any(let nodes): nodes.flatMap { $0.leaves(isWanted: isWanted) }
    }
  }
}
