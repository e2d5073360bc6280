extension QueryLexer {
  /// Reads what can be looked for; it leaves no token where that is nothing.
  mutating func readOperand() {
    let start = place
    if scalars[place] == "(" {
      openGroup(in: column)
    } else if let node = near(in: column, from: start) {
      append(node, from: start)
    } else if let field = fieldName(), readField(field.name, valueAt: field.value) {
      return
    } else if let term = term(in: column, from: start) {
      append(.term(term), from: start)
    }
  }

  // MARK: - Fields

  /// The name in front of a colon, and where its value begins.
  private func fieldName() -> (name: String, value: Int)? {
    let letters = scalars[place..<end].prefix { $0.properties.isAlphabetic && $0.isASCII }
    let value = letters.endIndex + 1
    guard !letters.isEmpty, scalar(at: letters.endIndex) == ":", let first = scalar(at: value),
      !first.properties.isWhitespace, !(first == ")" && isInsideGroup)
    else { return nil }
    return (text(letters.startIndex..<letters.endIndex), value)
  }

  /// Reads what is in a field; false where it is to be read as a word instead.
  private mutating func readField(_ name: String, valueAt value: Int) -> Bool {
    let start = place
    if let column = Query.Column(rawValue: name.lowercased()) {
      place = value
      if scalars[value] == "(" {
        openGroup(in: column)
        return true
      }
      if let node = near(in: column, from: start)
        ?? term(in: column, from: start).map(Query.Node.term)
      {
        append(node, from: start)
        return true
      }
      place = start
    } else if let field = Query.Filter.Field(rawValue: name.lowercased()) {
      return readFilter(field, valueAt: value)
    } else if letsExpectField(name, before: scalars[value]) {
      note(.unknownField(name), start..<value)
    }
    return false
  }

  private mutating func readFilter(_ field: Query.Filter.Field, valueAt start: Int) -> Bool {
    let close = closingQuote(of: start)
    let value = close.map { start + 1..<$0 } ?? start..<wordEnd(from: start)
    let next = close.map { $0 + 1 } ?? value.upperBound
    guard let filter = Query.Filter(field, text(value), clock: clock) else {
      note(.unreadableValue(field: field.rawValue), place..<next)
      return false
    }
    let range = place..<next
    place = next
    append(.filter(filter, range: range), from: range.lowerBound)
    return true
  }

  /// Whether a person may have meant a field: not in `https://`, `C:\\`, `std::vector`, `ERROR:root`.
  private func letsExpectField(_ name: String, before next: Unicode.Scalar) -> Bool {
    name.count > 1 && name == name.lowercased()
      && (next.isSearchable || next == "\"" || next == "(")
  }

  // MARK: - Terms

  /// A phrase, an exact word, a prefix or a word; nil where nothing in it can be found.
  private mutating func term(in column: Query.Column?, from start: Int) -> Query.Term? {
    let isMarked = scalars[place] == "="
    let begin = isMarked ? place + 1 : place
    if let close = closingQuote(of: begin) {
      place = close + 1
      guard isSearchable(begin..<close) else { return nil }
      return Query.Term(.phrase, text(begin + 1..<close), in: column, range: start..<place)
    }
    if let quote = scalar(at: begin), !closers(of: quote).isEmpty {
      note(.unclosedQuote, begin..<begin + 1)
    }
    let whole = place..<wordEnd(from: place)
    place = whole.upperBound
    guard isSearchable(whole) else { return nil }
    return isMarked && scalar(at: begin) != "="
      ? word(.exact, begin..<place, in: column, from: start)
      : word(.word, whole, in: column, from: start)
  }

  /// A word of this kind, or a prefix where a star ends it.
  private func word(
    _ kind: Query.Term.Kind, _ range: Range<Int>, in column: Query.Column?, from start: Int
  ) -> Query.Term {
    let stars = scalars[range].reversed().prefix { $0 == "*" }.count
    return Query.Term(
      stars > 0 ? .prefix : kind, text(range.lowerBound..<range.upperBound - stars), in: column,
      range: start..<range.upperBound)
  }

  /// Where a word ends: at a blank, or at a parenthesis that closes a group but none in the word.
  private func wordEnd(from start: Int) -> Int {
    var depth = 0
    var place = start
    while let scalar = scalar(at: place), !scalar.properties.isWhitespace {
      if scalar == "(" { depth += 1 }
      if scalar == ")" {
        if depth == 0, isInsideGroup { break }
        depth = max(0, depth - 1)
      }
      place += 1
    }
    return place
  }

  /// Where the quote that begins here ends; nil where there is none.
  private func closingQuote(of start: Int) -> Int? {
    guard let open = scalar(at: start) else { return nil }
    let closers = closers(of: open)
    return closers.isEmpty ? nil : scalars[start + 1..<end].firstIndex(where: closers.contains)
  }

  /// What closes a quote, in the languages that write it so.
  private func closers(of quote: Unicode.Scalar) -> String.UnicodeScalarView {
    switch quote {
    case "\"": "\"".unicodeScalars
    case "“", "”": "”".unicodeScalars
    case "„": "“”".unicodeScalars
    case "«": "»".unicodeScalars
    case "»": "«".unicodeScalars
    default: "".unicodeScalars
    }
  }

  // MARK: - NEAR

  /// `NEAR(a b, 5)`; nil where there is none, or nothing to look for in it.
  private mutating func near(in column: Query.Column?, from start: Int) -> Query.Node? {
    let opening = Array("NEAR(".unicodeScalars)
    guard scalars[place..<end].starts(with: opening) else { return nil }
    let outside = (place: place, end: end, isInsideNear: isInsideNear)
    let content = nearContent(from: place + opening.count)
    place += opening.count
    end = content.end
    isInsideNear = true
    var terms: [Query.Term] = []
    while skipBlanks() {
      if let term = term(in: column, from: place) { terms.append(term) }
    }
    (end, isInsideNear) = (outside.end, outside.isInsideNear)
    guard let first = terms.first else {
      place = outside.place
      return nil
    }
    place = content.next
    if !content.isClosed {
      note(.unclosedParenthesis, start + opening.count - 1..<start + opening.count)
    }
    return terms.count == 1 ? .term(first) : .near(terms, distance: content.distance)
  }

  /// Finds the closing parenthesis, and the number behind the last comma.
  private mutating func nearContent(
    from start: Int
  ) -> (end: Int, next: Int, isClosed: Bool, distance: Int) {
    var depth = 0
    var comma: Int?
    var place = start
    while let scalar = scalar(at: place) {
      if scalar == ")", depth == 0 { break }
      if let close = closingQuote(of: place) { place = close }
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      if scalar == "," { comma = place }
      place += 1
    }
    let isClosed = place < end
    let next = isClosed ? place + 1 : place
    if let comma {
      let digits = text(comma + 1..<place).filter { !$0.isWhitespace }
      if let distance = Keyword.distance(digits[...]) { return (comma, next, isClosed, distance) }
    }
    return (place, next, isClosed, Query.distances.default)
  }
}
