import MediaTypes

extension QueryLexer {
  /// What is read at the beginning of an operand.
  enum OperandStart {
    /// The whole operand.
    case node(Query.Node)
    /// An open parenthesis, not read yet; the terms of its group are searched in this column.
    case group(Query.Column?)
  }

  /// Reads one operand; nil if it contains nothing that can be searched for.
  mutating func readOperand() -> OperandStart? {
    let start = position
    if scalars[position] == "(" { return .group(column) }
    if let node = near(in: column, from: start) { return .node(node) }
    if let node = endingPattern() { return .node(node) }
    if let field = fieldName(), let operand = readField(field.name, valueAt: field.value) {
      return operand
    }
    return term(in: column, from: start).map { .node(.term($0)) }
  }

  // MARK: - Fields

  /// Reads the name before a colon; returns it and the position of its value, or nil.
  private mutating func fieldName() -> (name: String, value: Int)? {
    let name = position..<scan(position..<end) { $0.isASCIILetter || $0 == "_" }
    let value = name.upperBound + 1
    guard !name.isEmpty, scalar(at: name.upperBound) == ":", let first = scalar(at: value),
      !first.isBlank, !(first == ")" && isInsideGroup)
    else { return nil }
    return (text(name), value)
  }

  /// Reads the value of a field; nil if the name and the value must be read as a word.
  private mutating func readField(_ name: String, valueAt value: Int) -> OperandStart? {
    let start = position
    switch FieldName(name) {
    case .column(let column):
      position = value
      if scalars[value] == "(" { return .group(column) }
      if column == .name, let filter = namePattern(from: start) { return .node(filter) }
      if let node = near(in: column, from: start)
        ?? term(in: column, from: start).map(Query.Node.term)
      {
        return .node(node)
      }
      position = start
    case .filter(let field):
      return readFilter(field, name, valueAt: value).map { .node($0) }
    case nil where looksLikeField(name, before: scalars[value]):
      addNote(.unknownField(name), start..<value)
    case nil: break
    }
    return nil
  }

  private mutating func readFilter(
    _ field: Query.Filter.Field, _ name: String, valueAt start: Int
  ) -> Query.Node? {
    let close = closingQuote(of: start)
    let value = close.map { start + 1..<$0 } ?? start..<wordEnd(from: start)
    let next = close.map { $0 + 1 } ?? value.upperBound
    let range = position..<next
    guard input.byteCount(of: value) <= field.byteLimit, !input.hasNull(in: value),
      let filter = Query.Filter(field, text(value), options)
    else {
      addNote(unreadable(field, name, value), range)
      return nil
    }
    if case .type(.named(let name)) = filter, TypeName.patterns(name) == nil {
      addNote(.unknownType(name), range)
    }
    position = next
    return .filter(filter, range: range)
  }

  private mutating func unreadable(
    _ field: Query.Filter.Field, _ name: String, _ value: Range<Int>
  ) -> Query.Note.Kind {
    switch field {
    case .modified, .created, .since, .before:
      if value.count <= field.byteLimit, let days = DateReader.days(of: text(value)) {
        return .ambiguousDate(field: name.lowercased(), "\(days.0)", "\(days.1)")
      }
    default: break
    }
    return .unreadableValue(field: name.lowercased(), examples: field.examples)
  }

  /// Reads a pattern after `name:`; nil if the value has no wildcard, or only a star at its end.
  private mutating func namePattern(from start: Int) -> Query.Node? {
    guard closingQuote(of: position) == nil else { return nil }
    let value = position..<wordEnd(from: position)
    let star = scan(value) { $0 != "*" && $0 != "?" }
    guard star < value.upperBound - 1 || star < value.upperBound && scalars[star] == "?",
      isSearchable(value), input.byteCount(of: value) <= Query.Filter.Field.path.byteLimit,
      !input.hasNull(in: value)
    else { return nil }
    position = value.upperBound
    return .filter(.name(text(value)), range: start..<position)
  }

  /// Reads `*.pdf` as the end of a name; nil if there is something else.
  private mutating func endingPattern() -> Query.Node? {
    guard scalars[position] == "*", scalar(at: position + 1) == "." else { return nil }
    let ending = position + 2..<wordEnd(from: position)
    guard ending.count > 0, ending.count <= 16,
      scan(ending, while: { $0.isSearchable || $0 == "." || $0 == "_" || $0 == "-" })
        == ending.upperBound,
      isSearchable(ending)
    else { return nil }
    defer { position = ending.upperBound }
    return .filter(.fileExtension(text(ending)), range: position..<ending.upperBound)
  }

  /// Whether the text may be meant as a field; not in `https://`, `C:\\`, `std::vector` or `ERROR:root`.
  private func looksLikeField(_ name: String, before next: Unicode.Scalar) -> Bool {
    name.count > 1 && name == name.lowercased()
      && (next.isSearchable || next == "\"" || next == "(")
  }

  // MARK: - Terms

  /// Reads a phrase, an exact word, a prefix or a word; nil if it contains nothing to search for.
  private mutating func term(in column: Query.Column?, from start: Int) -> Query.Term? {
    let isRequired = skipPlus()
    guard var term = unmarkedTerm(in: column, from: start) else { return nil }
    term.isRequired = isRequired
    return term
  }

  /// Skips the plus of a required word; any other plus belongs to the word after it.
  private mutating func skipPlus() -> Bool {
    guard scalars[position] == "+", let next = scalar(at: position + 1),
      next.isSearchable || next == "=" || QueryText.isQuote(next)
    else { return false }
    position += 1
    return true
  }

  private mutating func unmarkedTerm(in column: Query.Column?, from start: Int) -> Query.Term? {
    let isMarked = scalars[position] == "="
    let begin = isMarked ? position + 1 : position
    if let close = closingQuote(of: begin) {
      position = close + 1
      guard isSearchable(begin..<close) else { return nil }
      return Query.Term(.phrase, text(begin + 1..<close), in: column, range: start..<position)
    }
    if let quote = scalar(at: begin), QueryText.isQuote(quote) {
      addNote(.unclosedQuote, begin..<begin + 1)
    }
    let whole = position..<wordEnd(from: position)
    position = whole.upperBound
    guard isSearchable(whole) else { return nil }
    return isMarked && scalar(at: begin) != "="
      ? word(.exact, begin..<position, in: column, from: start)
      : word(.word, whole, in: column, from: start)
  }

  /// Makes a word of this kind, or a prefix if the text ends in a star.
  private mutating func word(
    _ kind: Query.Term.Kind, _ range: Range<Int>, in column: Query.Column?, from start: Int
  ) -> Query.Term {
    var end = range.upperBound
    while end > range.lowerBound, scalars[end - 1] == "*" { end -= 1 }
    return Query.Term(
      end < range.upperBound ? .prefix : kind, text(range.lowerBound..<end), in: column,
      range: start..<range.upperBound)
  }

  /// Finds the end of a word: a blank, or a parenthesis that closes a group around the word.
  private mutating func wordEnd(from start: Int) -> Int {
    var depth = 0
    let isInsideGroup = isInsideGroup
    return scan(start..<end) { scalar in
      if scalar == "(" { depth += 1 }
      if scalar == ")" {
        if depth == 0, isInsideGroup { return false }
        depth = max(0, depth - 1)
      }
      return !scalar.isBlank
    }
  }

  /// The closing quote of the quotation that begins here; nil if there is none.
  private func closingQuote(of start: Int) -> Int? {
    guard start < end, let close = input.closingQuote(of: start), close < end else { return nil }
    return close
  }

  // MARK: - NEAR

  /// Reads `NEAR(a b, 5)`; nil if there is no such text here, or it contains nothing to search for.
  private mutating func near(in column: Query.Column?, from start: Int) -> Query.Node? {
    guard beginsNear else { return nil }
    let outside = (position: position, end: end, isInsideNear: isInsideNear)
    let content = parseNearOperands(from: position + Self.opening.count)
    position += Self.opening.count
    end = content.end
    isInsideNear = true
    var terms: [Query.Term] = []
    // Terms beyond the limit are ignored.
    while terms.count <= Query.termLimit, skipBlanks() {
      if let term = term(in: column, from: position) { terms.append(term) }
    }
    (end, isInsideNear) = (outside.end, outside.isInsideNear)
    guard let first = terms.first else {
      position = outside.position
      return nil
    }
    position = content.next
    if !content.isClosed {
      addNote(.unclosedParenthesis, start + Self.opening.count - 1..<start + Self.opening.count)
    }
    return terms.count == 1 ? .term(first) : .near(terms, distance: content.distance)
  }

  private static let opening = Array("NEAR(".unicodeScalars)

  private var beginsNear: Bool {
    position + Self.opening.count <= end
      && Self.opening.indices.allSatisfy { scalars[position + $0] == Self.opening[$0] }
  }

  /// Finds the closing parenthesis, and the number after the last comma.
  private mutating func parseNearOperands(
    from start: Int
  ) -> (end: Int, next: Int, isClosed: Bool, distance: Int) {
    var depth = 0
    var comma: Int?
    var position = start
    while position < end {
      // Text in quotes is skipped.
      position = closingQuote(of: position) ?? position
      switch scalars[position] {
      case "(": depth += 1
      case ")": depth -= 1
      case ",": comma = position
      default: break
      }
      if depth < 0 { break }
      position += 1
    }
    work += position - start + 1
    let isClosed = position < end
    let next = isClosed ? position + 1 : position
    if let comma, let distance = distance(in: comma + 1..<position) {
      return (comma, next, isClosed, distance)
    }
    return (position, next, isClosed, Query.distances.default)
  }

  /// Reads the digits of a distance; blanks between them are ignored.
  private mutating func distance(in range: Range<Int>) -> Int? {
    let digits = scan(range) { "0"..."9" ~= $0 || $0.isBlank }
    guard digits == range.upperBound else { return nil }
    return Keyword.distance(text(range).filter { !$0.isWhitespace }[...])
  }
}
