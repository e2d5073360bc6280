/// Finds secrets in sentences, such as "The password of the router is …".
extension SecretFinder {
  /// The words between a name and its value.
  private static let copulas = Phrases([
    "is", "are", "was", "ist", "war", "lautet", "lauten", "auf", "est", "sont", "es", "son", "era",
    "é",
    "è", "sono", "foi", "jest", "är", "er", "on", "это", "=", ":", "->", "→", "–", "—",
  ])

  /// The words before "to", as in "was changed to …".
  private static let changes = Phrases([
    "changed", "set", "reset", "updated", "equal", "switched", "geändert", "gesetzt", "changé",
    "cambiado",
  ])

  mutating func addSpokenValues() {
    var name: FoundName?
    var wasChange = false
    var words = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte.isSpace {
        if byte == 0x0a, self.byte(index + 1) == 0x0a { name = nil }
        if byte == 0x0a { words += 5 }
        index += 1
        continue
      }
      let word = index..<end(of: index) { !$0.isSpace }
      index = word.upperBound
      words += 1
      if let found = name, words <= 7 {
        let isTo =
          word.count <= 3 && wasChange
          && (has("to", at: word.lowerBound) || has("auf", at: word.lowerBound))
        if found.value != .number || words == 1, isTo || isCopula(word, after: words),
          let value = spokenValue(after: word.upperBound, of: found)
        {
          ranges.append(value)
          name = nil
          index = max(index, value.upperBound)
          continue
        }
      }
      wasChange = Self.changes.contains(small[word])
      let letters = trimmed(word)
      guard letters.count <= 40, !letters.isEmpty else { continue }
      if let found = spokenName(letters) {
        (name, words) = (found, 0)
        if text[word.upperBound - 1] == 0x3a,
          let value = spokenValue(after: word.upperBound, of: found)
        {
          ranges.append(value)
          name = nil
        }
      } else if let last = text[word].last, [0x2e, 0x21, 0x3f].contains(last) {
        name = nil
      }
    }
  }

  /// Returns the name of a secret if a word of a sentence is one, but not a verb or path.
  private func spokenName(_ word: Range<Int>) -> FoundName? {
    guard !text[word].contains(0x2f), let name = secretName(endingAt: word.upperBound),
      name.value != .key || name.text.count > 2, !name.text.elementsEqual("pass".utf8)
    else { return nil }
    return name
  }

  private func isCopula(_ word: Range<Int>, after words: Int) -> Bool {
    if word.count > 1, text[word.upperBound - 1] == 0x3a {
      return words <= 4 && !text[word].contains(0x2f)
    }
    return Self.copulas.contains(small[word])
  }

  private func trimmed(_ word: Range<Int>) -> Range<Int> {
    var (start, end) = (word.lowerBound, word.upperBound)
    while start < end, !text[start].isOfWord { start += 1 }
    while end > start, !text[end - 1].isOfWord { end -= 1 }
    return start..<end
  }

  /// Returns the word after a copula such as "is", if it looks like a secret, not like a word.
  private func spokenValue(after end: Int, of name: FoundName) -> Range<Int>? {
    var start = afterSpaces(end)
    // Skips fillers, as in "is now", "is set to" or "is: …".
    for filler in [
      "now ", "set to ", "still ", "simply ", "just ", "jetzt ", "nun ", "changed to ", "always ",
    ]
    where has(filler, at: start) {
      start = afterSpaces(start + filler.utf8.count)
    }
    guard start < text.count else { return nil }
    if text[start].isQuote { return quotedWord(at: start, of: name) }
    if text[start] == 0x2a { start = self.end(of: start, limit: 2) { $0 == 0x2a } }
    var value = start..<self.end(of: start, limit: Self.valueLimit) { !$0.isSpace && $0 != 0x3c }
    while let last = text[value].last, Array(".,;:!?)*\"'`]".utf8).contains(last), !value.isEmpty {
      value = value.lowerBound..<value.upperBound - 1
    }
    return looksLikeSecret(value, name) || isLastWord(value, name) ? value : nil
  }

  /// Words that end sentences about passwords; each has at least six small letters.
  private static let remarks = Phrases(
    words: """
      required invalid incorrect correct missing optional mandatory necessary needed unknown
      secret secure insecure strong stronger weaker hidden visible different unique random private
      public stored longer shorter enough available possible allowed forbidden supported enabled
      disabled important harmless default password passwords protected database server system
      account username string nothing something present absent accepted rejected falsch richtig
      geheim sicher unsicher bekannt erforderlich incorrecto correcto incorrecta correcta
      sbagliata errata corretta filename directory security purposes authentication encryption
      afterwards itself anything everything anyway instead either though ignored
      """)

  /// Whether a word of small letters ends a sentence such as "The password is …", and is no remark.
  private func isLastWord(_ value: Range<Int>, _ name: FoundName) -> Bool {
    let run = text[value]
    guard name.value == .password, run.count >= 6, run.count <= 24, run.allSatisfy(\.isSmall),
      !Self.remarks.contains(run),
      ![
        "ed", "ing", "ly", "ble", "ory", "al", "ful", "less", "ic", "ive", "ant", "ent", "en", "rt",
        "ten", "tion",
      ]
      .contains(where: { run.reversed().starts(with: $0.utf8.reversed()) })
    else { return false }
    // An assignment to a variable is not a sentence.
    let copula = start(of: value.lowerBound, limit: 20, \.isSpace)
    if byte(copula - 1) == 0x3d || has(" on", at: copula - 3) { return false }
    var end = value.upperBound
    if byte(end) == 0x2e || byte(end) == 0x21 { end += 1 }
    return end == text.count || text[end].isLineEnd || end > value.upperBound && text[end].isBlank
  }

  private func quotedWord(at start: Int, of name: FoundName) -> Range<Int>? {
    let value = quoted(at: start)
    guard value.count <= 80, byte(value.upperBound) == text[start], !text[value].contains(0x20)
    else {
      return nil
    }
    return looksLikeSecret(value, name) || isWordInQuotes(value, name) ? value : nil
  }

  /// Whether a quoted word of small letters is a password, because it is no remark.
  private func isWordInQuotes(_ value: Range<Int>, _ name: FoundName) -> Bool {
    let run = text[value]
    let copula = start(of: value.lowerBound - 1, limit: 20, \.isSpace)
    return name.value == .password && run.count >= 6 && run.allSatisfy(\.isSmall)
      && !Self.remarks.contains(run) && !isPlaceholder(run) && byte(copula - 1) != 0x3d
      && !has(" on", at: copula - 3)
  }

  private func looksLikeSecret(_ value: Range<Int>, _ name: FoundName) -> Bool {
    let run = text[value].prefix(Self.valueLimit)
    guard run.count >= 4, !isPlaceholder(run), !run.contains(0x28), !run.contains(0x5b),
      !run.contains(0x7b)
    else { return false }
    let shape = RunShape(run)
    // Rejects a fingerprint: `06:B5:A4:…`.
    if run.prefix(6).count == 6, run[run.startIndex + 2] == 0x3a, run[run.startIndex + 5] == 0x3a {
      return false
    }
    if zip(run, run.dropFirst()).contains(where: { $0 == 0x25 && $1 == 0x73 || $0 == 0x5c }) {
      return false
    }
    if run.first == 0x2f || run.first == 0x2d || run.first == 0x7e || run.first == 0x23 {
      return false
    }
    if run.contains(0x2f), !shape.isRandom { return false }
    if run.contains(0x3d) || run.contains(0x3e) || run.first == 0x21
      || zip(run, run.dropFirst()).contains(where: { $0 == 0x3a && $1 == 0x3a })
    {
      return false
    }
    switch name.value {
    case .password:
      let symbols = run.dropLast().contains { Array("!$%&*+#@^?".utf8).contains($0) }
      return shape.isUnevenCase
        || shape.letters > 0 && (shape.digits > 0 && !isMeasure(run) || symbols)
          && run.contains(where: { $0 < 0x80 }) && !isVersionLike(run)
    case .token, .key: return shape.isKeyLike && shape.count >= 16 && !run.contains(0x2e)
    case .number: return 4...12 ~= shape.count && shape.digits == shape.count
    }
  }

  /// Whether a run is a number with a word: `8-character`, `64bit`, `2nd`.
  private func isMeasure(_ run: ArraySlice<UInt8>) -> Bool {
    let digits = run.prefix(while: \.isDigit)
    if digits.isEmpty { return false }
    return run[digits.endIndex...].allSatisfy { $0.isLetter || $0 == 0x2d }
      && run.count - digits.count < 12
      && digits.count <= 4 && RunShape(run).changes <= 2
  }

  /// Whether a run names a method or a version: `UTF-8`, `SHA-256`, `MD5`, `v1.2`, `RFC2865`, `base64`.
  private func isVersionLike(_ run: ArraySlice<UInt8>) -> Bool {
    let letters = run.prefix { $0.isLetter || $0 == 0x2d }
    let rest = run[letters.endIndex...]
    let isName = letters.allSatisfy { $0.isCapital || $0 == 0x2d } || letters.count <= 2
    if isName, rest.allSatisfy({ $0.isDigit || $0 == 0x2e || $0 == 0x2d }) { return true }
    let word = String(decoding: run, as: UTF8.self).lowercased()
    return [
      "base64", "sha256", "sha512", "sha1", "md5", "utf8", "utf-8", "base32", "pbkdf2", "argon2",
      "ipv4",
    ]
    .contains { word.hasPrefix($0) }
  }
}
