import QueryLanguage

extension Query.Node {
  /// The node with the groups of each number as one text: `342 000`, `04 78 55 01 92`.
  var joiningNumbers: Query.Node {
    guard case .all(let nodes) = self else { return self }
    var joined: [Query.Node] = []
    var run: [Query.Term] = []
    func endRun() {
      if NumberForms.areOneNumber(run.map(\.text)), let first = run.first, let last = run.last {
        let range = first.range.lowerBound..<last.range.upperBound
        let text = run.map(\.text).joined(separator: " ")
        joined.append(.term(Query.Term(.word, text, range: range)))
      } else {
        joined += run.map { .term($0) }
      }
      run = []
    }
    for node in nodes {
      guard case .term(let term) = node, term.isPlain, NumberForms.areDigits([term.text]) else {
        endRun()
        joined.append(node)
        continue
      }
      if let last = run.last, last.range.upperBound + 1 != term.range.lowerBound { endRun() }
      run.append(term)
    }
    endRun()
    return joined.count == 1 ? joined[0] : .all(joined)
  }
}

extension Query.Term {
  /// Whether the term is a word without a field and without `+`.
  fileprivate var isPlain: Bool { kind == .word && column == nil && !isRequired }
}
