extension Query.Node {
  /// The same node, in which `from:` and `subject:` search the authors and the titles of mails only.
  var restrictingToMail: Query.Node {
    let (node, isOfMail) = readingMailFields()
    return isOfMail ? node.ofMail : node
  }

  /// Returns the node with the columns of all documents, and whether it has to be restricted to mails.
  private func readingMailFields() -> (node: Query.Node, isOfMail: Bool) {
    switch self {
    case .filter: return (self, false)
    case .term(let term):
      let column = term.column?.ofDocument
      return (.term(term.moved(to: column)), column != term.column)
    case .near(let terms, let distance):
      let column = terms.first?.column?.ofDocument
      return (
        .near(terms.map { $0.moved(to: column) }, distance: distance),
        column != terms.first?.column
      )
    case .not(let node):
      return (.not(node.restrictingToMail), false)
    case .all(let nodes):
      let parts = nodes.map { $0.readingMailFields() }
      return (.all(parts.map(\.node)), parts.contains(where: \.isOfMail))
    case .any(let nodes):
      let parts = nodes.map { $0.readingMailFields() }
      if parts.allSatisfy(\.isOfMail) { return (.any(parts.map(\.node)), true) }
      return (.any(parts.map { $0.isOfMail ? $0.node.ofMail : $0.node }), false)
    }
  }

  /// The node with the condition that the document is a mail.
  private var ofMail: Query.Node {
    let filter = Query.Node.filter(.mail, range: range)
    return if case .all(let nodes) = self { .all(nodes + [filter]) } else { .all([self, filter]) }
  }
}

extension Query.Column {
  /// The column that contains this field of a mail.
  fileprivate var ofDocument: Query.Column {
    switch self {
    case .sender: .author
    case .subject: .title
    case .title, .name, .tag, .body, .author, .recipient: self
    }
  }
}

extension Query.Term {
  fileprivate func moved(to column: Query.Column?) -> Query.Term {
    column == self.column ? self : Query.Term(kind, text, in: column, range: range)
  }
}
