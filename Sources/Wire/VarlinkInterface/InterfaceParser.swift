/// Parses an interface description, token by token.
struct InterfaceParser {
  private typealias Fault = InterfaceDescription.Fault

  private enum Token: Equatable {
    case word(String)
    case sign(String)
    case end
  }

  private let text: [Character]
  private var position = 0
  private var line = 1
  /// The comment lines directly before ``token``.
  private var comments: [String] = []
  private var token = Token.end
  /// The positions of the start and end of ``token``, and of the end of the token before it.
  private var (start, end, lastEnd) = (0, 0, 0)

  init(_ text: String) {
    self.text = Array(text)
    advance()
  }

  /// Parses `interface NAME` and the comment before it.
  mutating func interface() throws(InterfaceDescription.Fault) -> (
    String, InterfaceDescription.Comment
  ) {
    let comment = takeComment()
    guard token == .word("interface") else { throw fault("an interface has to begin here") }
    advance()
    return (try word("the name of the interface"), comment)
  }

  /// Parses a type, a method or an error; nil at the end of the text.
  mutating func declaration() throws(InterfaceDescription.Fault)
    -> InterfaceDescription.Declaration?
  {
    if token == .end { return nil }
    let comment = takeComment()
    let first = start
    let keyword = try word("type, method or error")
    let name = try word("a name")
    let body: InterfaceDescription.Body
    switch keyword {
    case "type": body = try type()
    case "method":
      let parameters = try fields()
      try expect("->")
      body = .method(parameters: parameters, reply: try fields())
    case "error": body = .error(try fields())
    default: throw fault("type, method or error has to stand here, not '\(keyword)'")
    }
    return .init(name: name, comment: comment, body: body, source: String(text[first..<lastEnd]))
  }

  private mutating func type() throws(InterfaceDescription.Fault) -> InterfaceDescription.Body {
    try expect("(")
    if token == .sign(")") {
      advance()
      return .structure([])
    }
    let comment = takeComment()
    let name = try word("a name")
    if token == .sign(":") { return .structure(try fields(after: name, comment)) }
    var choices = [InterfaceDescription.Choice(name: name, comment: comment)]
    while token == .sign(",") {
      advance()
      let comment = takeComment()
      choices.append(.init(name: try word("a name"), comment: comment))
    }
    try expect(")")
    return .enumeration(choices)
  }

  private mutating func fields() throws(InterfaceDescription.Fault) -> [InterfaceDescription.Field]
  {
    try expect("(")
    if token == .sign(")") {
      advance()
      return []
    }
    let comment = takeComment()
    return try fields(after: try word("a name"), comment)
  }

  private mutating func fields(
    after name: String, _ comment: InterfaceDescription.Comment
  ) throws(InterfaceDescription.Fault) -> [InterfaceDescription.Field] {
    try expect(":")
    var fields = [InterfaceDescription.Field(name: name, type: try valueType(), comment: comment)]
    while token == .sign(",") {
      advance()
      let comment = takeComment()
      let name = try word("a name")
      try expect(":")
      fields.append(.init(name: name, type: try valueType(), comment: comment))
    }
    try expect(")")
    return fields
  }

  private mutating func valueType() throws(InterfaceDescription.Fault)
    -> InterfaceDescription.ValueType
  {
    for (sign, wrap) in [
      ("?", InterfaceDescription.ValueType.optional), ("[]", InterfaceDescription.ValueType.array),
      ("[string]", InterfaceDescription.ValueType.dictionary),
    ] where token == .sign(sign) {
      advance()
      return wrap(try valueType())
    }
    return switch try word("a type with a name") {
    case "bool": .bool
    case "int": .int
    case "float": .float
    case "string": .string
    case "object": .object
    case let name: .named(name)
    }
  }

  private mutating func word(
    _ expected: String
  ) throws(InterfaceDescription.Fault) -> String {
    guard case .word(let word) = token else { throw fault("\(expected) has to stand here") }
    advance()
    return word
  }

  private mutating func expect(_ sign: String) throws(InterfaceDescription.Fault) {
    guard token == .sign(sign) else { throw fault("'\(sign)' has to stand here") }
    advance()
  }

  private func fault(_ reason: String) -> InterfaceDescription.Fault {
    InterfaceDescription.Fault(line: line, reason: "\(reason).")
  }

  /// Returns the comment before ``token`` as paragraphs; an empty comment line separates two paragraphs.
  private mutating func takeComment() -> InterfaceDescription.Comment {
    defer { comments = [] }
    return comments.split(separator: "").map { $0.joined(separator: " ") }
  }
}

// MARK: - Tokens

extension InterfaceParser {
  private mutating func advance() {
    lastEnd = end
    skipBlanks()
    start = position
    token = next()
    end = position
  }

  private mutating func skipBlanks() {
    comments = []
    while position < text.count {
      switch text[position] {
      case "\n":
        line += 1
        position += 1
      case "#":
        let end = text[position...].firstIndex(of: "\n") ?? text.count
        comments.append(String(text[(position + 1)..<end].drop { $0 == " " }))
        position = end
      case let blank where blank.isWhitespace: position += 1
      default: return
      }
    }
  }

  private mutating func next() -> Token {
    guard position < text.count else { return .end }
    for sign in ["->", "[string]", "[]"] where text[position...].starts(with: sign) {
      position += sign.count
      return .sign(sign)
    }
    let word = text[position...].prefix { $0.isLetter || $0.isNumber || "._-".contains($0) }
    if word.isEmpty {
      position += 1
      return .sign(String(text[position - 1]))
    }
    position += word.count
    return .word(String(word))
  }
}
