extension Query {
  /// How many bytes a query may have.
  public static let byteLimit = 1_024
  /// How many terms a query may have.
  public static let termLimit = 32

  /// Reads what a person typed: words, `"phrases"`, `pre*`, and `-` before what must not occur.
  ///
  /// What cannot be meant as an operator is a word: a quote without its partner, a lone `-` or `*`.
  /// A term without a letter or digit (`+`, `…`) is passed over. O(input).
  public init(parsing input: String) throws(QuerySyntaxError) {
    guard input.utf8.count <= Self.byteLimit else {
      throw QuerySyntaxError(reason: .tooLong, position: 0)
    }
    var scanner = TermScanner(input)
    var required: [Term] = []
    var forbidden: [Term] = []
    while let (term, isForbidden) = scanner.next() {
      guard term.text.unicodeScalars.contains(where: \.isSearchable) else { continue }
      if required.count + forbidden.count == Self.termLimit {
        throw QuerySyntaxError(reason: .tooManyTerms, position: term.position)
      }
      if isForbidden { forbidden.append(term) } else { required.append(term) }
    }
    guard !required.isEmpty else {
      throw forbidden.first.map { QuerySyntaxError(reason: .onlyNegations, position: $0.position) }
        ?? QuerySyntaxError(reason: .nothingToLookFor, position: 0)
    }
    self.init(required: required, forbidden: forbidden)
  }
}

/// Cuts the input into terms.
private struct TermScanner {
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ input: String) {
    scalars = Array(input.unicodeScalars)
  }

  mutating func next() -> (term: Query.Term, isForbidden: Bool)? {
    while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
    guard place < scalars.count else { return nil }
    let start = place
    let isForbidden =
      scalars[place] == "-" && start + 1 < scalars.count
      && !scalars[start + 1].properties.isWhitespace
    if isForbidden { place += 1 }
    let (kind, text) = phrase().map { (Query.Term.Kind.phrase, $0) } ?? word()
    return (Query.Term(kind, text, position: start), isForbidden)
  }

  private mutating func phrase() -> String? {
    guard scalars[place] == "\"",
      let end = scalars[(place + 1)...].firstIndex(of: "\"")
    else { return nil }
    defer { place = end + 1 }
    return text(scalars[(place + 1)..<end])
  }

  private mutating func word() -> (Query.Term.Kind, String) {
    let rest = scalars[place...]
    let end = rest.firstIndex { $0.properties.isWhitespace } ?? rest.endIndex
    defer { place = end }
    let word = rest[..<end]
    if word.count > 1, word.last == "*" { return (.prefix, text(word.dropLast())) }
    return (.word, text(word))
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension Unicode.Scalar {
  /// Whether an index holds it: letters and numbers, and what is private to a font.
  fileprivate var isSearchable: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
