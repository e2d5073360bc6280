extension Query.Node {
  /// Returns the node as text for people, with parentheses only where they are needed.
  func reading(in clock: LocalClock) -> String {
    switch self {
    case .term(let term): return term.reading
    case .near(let terms, let distance):
      let column = terms.first?.column.map { $0.rawValue + ":" } ?? ""
      let texts = terms.map(\.textReading).joined(separator: " ")
      return "\(column)NEAR(\(texts), \(distance))"
    case .filter(let filter, _): return filter.reading(in: clock)
    case .not(let node): return "NOT " + node.reading(inside: clock)
    case .all(let nodes): return nodes.map { $0.reading(inside: clock) }.joined(separator: " AND ")
    case .any(let nodes): return nodes.map { $0.reading(inside: clock) }.joined(separator: " OR ")
    }
  }

  private func reading(inside clock: LocalClock) -> String {
    switch self {
    case .all, .any: "(\(reading(in: clock)))"
    case .term, .near, .filter, .not: reading(in: clock)
    }
  }
}

extension Query.Term {
  fileprivate var reading: String {
    (column.map { $0.rawValue + ":" } ?? "") + textReading
  }

  /// The text without its column; a word that looks like an operator is in single quotes.
  fileprivate var textReading: String {
    switch kind {
    case .word: isPlain ? text : "'\(text)'"
    case .prefix: (isPlain ? text : "'\(text)'") + "*"
    case .phrase: "\"\(text)\""
    case .exact: "=\(isPlain ? text : "'\(text)'")"
    }
  }

  private var isPlain: Bool {
    guard QueryLexer.Keyword(text) == nil, let first = text.utf8.first else { return false }
    return !"-='".utf8.contains(first) && !text.utf8.contains { "\"():*".utf8.contains($0) }
  }
}

extension Query.Filter {
  fileprivate func reading(in clock: LocalClock) -> String {
    switch self {
    case .type(.exact(let name)), .type(.named(let name)): "type \(name)"
    case .type(.family(let name)): "type \(name)/*"
    case .fileExtension(let ending): "extension \(ending)"
    case .folder(let folder): "in \(folder)"
    case .path(let pattern): "path \(pattern)"
    case .name(let pattern): "name \(pattern)"
    case .modified(let span): "modified " + span.reading(in: clock)
    case .size(let range): range.sizeReading
    case .language(let code): "language \(code)"
    case .created(let span): "created " + span.reading(in: clock)
    case .pages(let range): "pages " + range.countReading
    case .attachment: "has an attachment"
    case .mail: "type mail"
    }
  }
}

extension Query.DateSpan {
  fileprivate func reading(in clock: LocalClock) -> String {
    switch (from, until) {
    case (let from?, nil): return "since \(clock.text(of: from))"
    case (nil, let until?): return "before \(clock.text(of: until))"
    case (let from?, let until?):
      let (first, second) = clock.date(at: from)
      let last = clock.date(at: until - 1).date
      guard second == 0, clock.date(at: until).second == 0, from < until else {
        return "from \(clock.text(of: from)) until \(clock.text(of: until))"
      }
      return first == last ? "on \(first)" : "from \(first) to \(last)"
    case (nil, nil): return "at any time"
    }
  }
}
