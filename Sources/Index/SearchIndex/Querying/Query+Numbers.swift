import QueryLanguage

extension Query.Node {
  /// The node with the groups of each number as one text: `342 000`, `04 78 55 01 92`, `DE89 3704 0044 0532 0130 00`.
  var joiningNumbers: Query.Node {
    guard case .all(let nodes) = self else { return self }
    var joined: [Query.Node] = []
    var run: [Query.Term] = []
    func endRun() {
      let groups = run.map(\.text)
      if NumberForms.areOneNumber(groups) || CodeForms.areOneCode(groups), let first = run.first,
        let last = run.last
      {
        let range = first.range.lowerBound..<last.range.upperBound
        let text = run.map(\.text).joined(separator: " ")
        joined.append(.term(Query.Term(.word, text, range: range)))
      } else {
        joined += run.map { .term($0) }
      }
      run = []
    }
    for node in nodes {
      guard case .term(let term) = node, term.isPlain, isGroup(term.text, after: run) else {
        endRun()
        joined.append(node)
        continue
      }
      if CodeForms.isHead(term.text), !NumberForms.areDigits([term.text]), !isInCode(run) {
        endRun()
      }
      if let last = run.last, last.range.upperBound + 1 != term.range.lowerBound { endRun() }
      run.append(term)
    }
    endRun()
    return joined.count == 1 ? joined[0] : .all(joined)
  }
}

/// Whether a text may be a group of a number or of a code that begins with some terms.
private func isGroup(_ text: String, after run: [Query.Term]) -> Bool {
  NumberForms.areDigits([text]) || CodeForms.isHead(text)
    || isInCode(run) && text.utf8.count <= 4 && text.utf8.allSatisfy { $0 < 0x80 }
}

/// Whether terms begin with two letters and two digits.
private func isInCode(_ run: [Query.Term]) -> Bool {
  run.first.map { $0.text.utf8.count == 4 && CodeForms.isHead($0.text) } ?? false
}

extension Query.Term {
  /// Whether the term is a word without a field and without `+`.
  fileprivate var isPlain: Bool { kind == .word && column == nil && !isRequired }
}
