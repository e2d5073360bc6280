import QueryLanguage

extension Query {
  /// A leaf of the query's tree, and whether a hit must match it.
  struct Leaf {
    let node: Node
    /// Whether the node must hold for a hit; if false, it must not hold.
    let isWanted: Bool

    /// The texts of the node; empty for a filter.
    var terms: [Term] {
      switch node {
      case .term(let term): [term]
      case .near(let terms, _): terms
      case .filter, .not, .all, .any: []
      }
    }

    /// The same node, searched in all columns.
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
  /// Returns the leaves of the tree, from left to right.
  func leaves(isWanted: Bool = true) -> [Query.Leaf] {
    switch self {
    case .term, .near, .filter: [Query.Leaf(node: self, isWanted: isWanted)]
    case .not(let node): node.leaves(isWanted: !isWanted)
    case .all(let nodes), .any(let nodes): nodes.flatMap { $0.leaves(isWanted: isWanted) }
    }
  }
}
