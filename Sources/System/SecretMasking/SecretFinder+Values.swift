/// Decides which values of named secrets are masked.
extension SecretFinder {
  /// Values that are not secret, although their name is the name of a secret.
  private static let placeholders: Set<String> = [
    "null", "nil", "none", "true", "false", "undefined", "yes", "no", "on", "off", "empty",
    "required",
    "optional", "string", "str", "text", "value", "bool", "int", "integer", "bytes", "char",
    "varchar",
    "example", "foo", "bar", "baz", "xxx", "todo", "tbd", "changeit", "n/a", "default", "unset",
    "any",
    "prompt", "ask", "hidden", "file", "env", "stdin", "not", "masked", "redacted", "user",
    "username",
    "name", "self", "this", "function", "object", "array", "const", "var", "let", "new", "return",
    "static",
  ]

  func accepts(_ value: Range<Int>, of name: FoundName, isQuoted: Bool, mark: UInt8) -> Bool {
    let run = text[value].prefix(Self.valueLimit)
    guard let first = run.first, !isPlaceholder(run) else { return false }
    let shape = RunShape(run)
    guard shape.letters + shape.digits > 0 || run.contains(where: { $0 >= 0x80 }),
      first != 0x5d, first != 0x29
    else { return false }
    if !isQuoted, run.contains(0x28), isCall(run) { return false }
    if first == 0x2f || first == 0x7e || first == 0x2e, isPath(run) { return false }
    if isAddress(run) { return false }
    // Rejects numbers such as `0xBF`.
    if first == 0x30, run.dropFirst().first.map({ $0 | 0x20 }) == 0x78, run.count <= 18 {
      return false
    }
    switch name.value {
    case .password:
      if isQuoted, isSentence(run, shape) { return false }
      if mark == 0x28 { return shape.digits > 0 && shape.letters > 0 && shape.count >= 6 }
      if shape.letters == 0, shape.others == 0, shape.count < 4 { return false }
      return shape.count > 1 || isQuoted || mark == 0x3d
    case .token:
      if run.contains(0x20) { return isQuoted && isAfterScheme(run) }
      return isToken(run, shape)
    case .key:
      return mark != 0x28 && !run.contains(0x20)
        && (name.text.count <= 2
          ? shape.count >= 16
          : shape.isRandom && shape.count >= 20 && !isIdentifierPath(run)
            && (!run.contains(0x5f) || shape.isRandomInThreeClasses))
    case .number:
      return 4...12 ~= shape.count && shape.digits == shape.count && mark != 0x28
    }
  }

  /// Whether the value of a name such as `token` looks like a token.
  private func isToken(_ run: ArraySlice<UInt8>, _ shape: RunShape) -> Bool {
    if shape.isKeyLike || shape.isUnevenCase, !isVersion(run) { return !isIdentifierPath(run) }
    // Accepts `user:password` in Base64.
    if run.count >= 8, let decoded = Base64Text.decoded(run), decoded.count >= 5 {
      return decoded.contains(0x3a) && decoded.first != 0x3a
    }
    return false
  }

  private func isAfterScheme(_ run: ArraySlice<UInt8>) -> Bool {
    let parts = run.split(separator: 0x20)
    return parts.count == 2 && RunShape(parts[1]).isKeyLike
  }

  private func isVersion(_ run: ArraySlice<UInt8>) -> Bool {
    run.contains(0x2e) && run.allSatisfy { $0.isDigit || $0 == 0x2e || $0 == 0x2d || $0.isSmall }
      && RunShape(run).digits > 0 && run.count < 16
  }

  /// Whether a value only stands for a secret that is stored elsewhere.
  func isPlaceholder(_ run: ArraySlice<UInt8>) -> Bool {
    guard let first = run.first, let last = run.last else { return true }
    switch first {
    case UInt8(ascii: "$"):
      let name = run.dropFirst()
      return name.allSatisfy { $0.isOfWord } && !name.contains(where: \.isDigit)
        || name.first == 0x7b || name.first == 0x28 || name.isEmpty
        || name.contains(0x2f) && name.first?.isLetter == true
    case UInt8(ascii: "%"):
      return run.count <= 4 || last == first || run.dropFirst().first == 0x28
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return !RunShape(run.dropFirst().dropLast()).isRandom
    case UInt8(ascii: "<"), UInt8(ascii: "("): return true
    default: break
    }
    if run.allSatisfy({ $0 == first || $0 == 0x2e }) {
      return !first.isAlphanumeric || run.count > 2
    }
    if run.contains(0x7b) && run.contains(0x7d) || run.starts(with: "...".utf8)
      || run.starts(with: "…".utf8)
    {
      return true
    }
    let word = String(decoding: run, as: UTF8.self).lowercased()
    if Self.placeholders.contains(word) { return true }
    guard run.allSatisfy({ $0.isLetter || $0 == 0x5f || $0 == 0x2d || $0 == 0x20 || $0 == 0x2e })
    else {
      return false
    }
    if word.hasPrefix("your") || word.hasPrefix("xxx") || word.hasPrefix("example")
      || word.contains("placeholder") || word.hasPrefix("insert") || word.hasPrefix("enter")
    {
      return true
    }
    // Rejects a value that is itself the name of a secret: a variable, or a text about the secret.
    var letters: [UInt8] = []
    var starts: [Bool] = []
    var previous: UInt8 = 0
    for byte in run {
      if byte.isLetter {
        letters.append(byte.inSmallLetters)
        starts.append(!previous.isLetter || byte.isCapital && previous.isSmall)
      }
      previous = byte
    }
    return SecretName.match(letters, starts).map { $0.value != .key || $0.text.count > 2 } ?? false
  }

  /// Whether a value is a call in a program.
  private func isCall(_ run: ArraySlice<UInt8>) -> Bool {
    guard let open = run.firstIndex(of: 0x28) else { return false }
    return run[..<open].allSatisfy {
      $0.isOfWord || $0 == 0x2e || $0 == 0x3a || $0 == 0x3e || $0 == 0x2d
    }
  }

  private func isPath(_ run: ArraySlice<UInt8>) -> Bool {
    run.dropFirst().contains(0x2f) && !RunShape(run).isRandom
      || run.first == 0x2e && run.dropFirst().first == 0x2f
  }

  private func isAddress(_ run: ArraySlice<UInt8>) -> Bool {
    var index = run.startIndex
    while index + 2 < run.endIndex {
      if run[index] == 0x3a, run[index + 1] == 0x2f, run[index + 2] == 0x2f { return true }
      index += 1
    }
    return false
  }

  /// Whether a quoted text is a sentence for people, not a secret.
  private func isSentence(_ run: ArraySlice<UInt8>, _ shape: RunShape) -> Bool {
    let spaces = run.count { $0 == 0x20 }
    guard spaces > 0 else {
      return shape.digits == 0 && [0x3a, 0x3f, 0x2e].contains(run.last ?? 0)
    }
    if shape.digits > 0, spaces < 3 { return false }
    return spaces > 7 || run.first?.isCapital == true && shape.digits == 0
      || [0x3a, 0x3f, 0x2e].contains(run.last ?? 0) || run.contains(0x25)
  }

  /// Whether a value is the name of a variable: `a.b`, `a->b`, `a::b`, `a[0]`, `name;`.
  func isVariable(
    _ value: Range<Int>, of name: FoundName, mark: UInt8, isSpaced: Bool
  ) -> Bool {
    let run = text[value].prefix(Self.valueLimit)
    if isIdentifierPath(run) { return true }
    // For example `&buffer` or `*pointer`.
    if isSpaced, let first = run.first, first == 0x26 || first == 0x2a,
      run.dropFirst().allSatisfy({ $0.isLetter || $0 == 0x5f })
    {
      return true
    }
    if RunShape(run).isMixedCase { return false }
    guard run.allSatisfy({ $0.isLetter || $0 == 0x5f }) else {
      // For example `token2`.
      return mark == 0x3d && isSpaced && run.first?.isLetter == true
        && byte(value.upperBound) == 0x3b
        && run.allSatisfy { $0.isAlphanumeric || $0 == 0x5f } && !RunShape(run).isKeyLike
        && run.dropLast().allSatisfy { !$0.isDigit }
    }
    // `API_KEY=abc;` sets an environment variable, so the value is a secret.
    if !isSpaced, mark == 0x3d, !text[name.start..<name.end].contains(where: \.isSmall) {
      return false
    }
    let next = byte(value.upperBound)
    if [0x3b, 0x29, 0x2c, 0x5d, 0x7d, 0x2e].contains(next) {
      // In `Pwd=hunter;Server=x`, a connection string, the value is a secret.
      return next != 0x3b || isSpaced || byte(value.upperBound + 1).isSpace
        || byte(value.upperBound + 1) == 0
    }
    if mark == 0x3d, run.contains(0x5f) { return true }
    // `--passphrase= can …` is part of a sentence.
    let after = afterBlanks(value.upperBound)
    return mark == 0x3d && isSpaced && after > value.upperBound && byte(after).isLetter
  }

  /// Whether a value is a qualified name of a program: identifiers with dots, `->`, `::` or brackets.
  private func isIdentifierPath(_ run: ArraySlice<UInt8>) -> Bool {
    if run.contains(0x2b) || run.contains(0x3d) || run.contains(0x40) || run.contains(0x21) {
      return false
    }
    let isQualified =
      zip(run, run.dropFirst()).contains { $0 == 0x2d && $1 == 0x3e || $0 == 0x3a && $1 == 0x3a }
    if isQualified || run.last == 0x5b { return true }
    if let open = run.firstIndex(of: 0x5b), open > run.startIndex {
      return run[..<open].allSatisfy { $0.isOfWord || $0 == 0x2e }
    }
    guard run.contains(0x2e) else { return false }
    let parts = run.split(separator: 0x2e, omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isLetter || $0 == 0x5f }
      }
  }

  /// Whether the word after a colon is probably the next word of a sentence, or a type.
  ///
  /// A line that consists only of a name and a value, such as `password: sesame`, is not a sentence.
  func isProse(_ value: Range<Int>, after name: FoundName) -> Bool {
    let run = text[value]
    let isWord = run.allSatisfy {
      !$0.isDigit && ($0.isLetter || $0 >= 0x80 || $0 == 0x2d || $0 == 0x27 || $0 == 0x2f)
    }
    guard isWord, let first = run.first else { return isOnlyNumber(value) }
    if RunShape(run.prefix(Self.valueLimit)).isUnevenCase { return false }
    let line = start(of: name.start, limit: 200) { $0 != 0x0a }
    let beginsLine = text[line..<name.start].allSatisfy {
      $0.isBlank || $0.isQuote || $0 == 0x2d || $0 == 0x2a || $0 == 0x23 || $0 == 0x7b || $0 == 0x2f
    }
    let rest = afterBlanks(
      end(of: value.upperBound, limit: 4) { $0.isQuote || $0 == 0x2c || $0 == 0x2a })
    let endsLine = rest == text.count || text[rest].isLineEnd || text[rest] == 0x23
    return !beginsLine || !endsLine
      || first.isCapital && (run.dropFirst().allSatisfy(\.isSmall) || run.allSatisfy(\.isCapital))
  }

  /// Whether the value is only a number in a sentence, as in `password: 8 characters`.
  private func isOnlyNumber(_ value: Range<Int>) -> Bool {
    value.count < 4 && text[value].allSatisfy(\.isDigit)
  }
}
