/// Finds the values in `password=…`, `"api_key": "…"`, `| password | … |` and the like.
extension SecretFinder {
  mutating func addAssignedValues() {
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte == 0x3d || byte == 0x3a || byte == 0x7c || byte == 0x28 || byte == 0x09,
        let name = name(before: index)
      else {
        index += 1
        continue
      }
      if let range = assignedValue(after: index, of: name).map(whole) {
        ranges.append(range)
        index = max(index + 1, range.upperBound)
      } else {
        index += 1
      }
    }
  }

  /// The name of a secret, found in the text.
  struct FoundName {
    let text: [UInt8]
    let value: SecretName.Value
    let start: Int
    let end: Int
  }

  /// Returns the name before an assignment sign; nil if it is not the name of a secret.
  func name(before sign: Int) -> FoundName? {
    var end = start(of: sign, limit: 12) {
      $0.isBlank || $0.isQuote || $0 == 0x5d || $0 == 0x2a || $0 == 0x5c || $0 == 0x3f || $0 == 0x3a
        || $0 == 0x2b || $0 == 0x29
    }
    if end == 0
      || end < sign && text[end..<sign].contains(0x29) && !text[end..<sign].contains(0x3a)
        && byte(sign) != 0x3a
    {
      return nil
    }
    // Skips a remark such as `(admin)` between the name and the sign.
    if byte(end) == 0x29, let open = text[max(0, end - 40)..<end].lastIndex(of: 0x28) {
      end = start(of: open, limit: 2, \.isBlank)
    }
    if let name = secretName(endingAt: end) { return name }
    // Skips the type in `password: String = "…"`.
    guard byte(sign) == 0x3d else { return nil }
    let type = start(of: end, limit: 32) {
      $0.isAlphanumeric || $0 == 0x3f || $0 == 0x21 || $0 == 0x26
    }
    let colon = start(of: type, limit: 2, \.isBlank)
    guard type < end, byte(colon - 1) == 0x3a else { return nil }
    return secretName(endingAt: start(of: colon - 1, limit: 2, \.isBlank))
  }

  /// Returns the name of a secret that ends at an index: up to four words with single blanks between them.
  func secretName(endingAt end: Int) -> FoundName? {
    guard end > 0, text[end - 1].isOfWord,
      SecretName.canEnd(with: end > 1 ? small[end - 2] : 0, small[end - 1]) || isKeySet
    else { return nil }
    let start = start(of: end, limit: 64) {
      $0.isOfWord || $0 == 0x2d || $0 == 0x2e || $0 == 0x20 || $0 == 0x27
    }
    var letters: [UInt8] = []
    var starts: [Bool] = []
    var offsets: [Int] = []
    var spaces = 0
    var (isStart, wasSmall) = (true, false)
    // Looks only at the last four words; two blanks in a row end the name.
    var first = start
    var index = end
    while index > start, spaces < 4 {
      index -= 1
      if text[index] == 0x20 {
        spaces += 1
        if byte(index - 1) == 0x20 {
          first = index + 1
          break
        }
        first = index + 1
      }
    }
    if spaces < 4, index == start { first = start }
    for index in first..<end {
      let byte = text[index]
      guard byte.isAlphanumeric || byte >= 0x80 else {
        isStart = true
        continue
      }
      letters.append(small[index])
      offsets.append(index)
      starts.append(isStart || byte.isCapital && wasSmall)
      isStart = byte.isDigit
      wasSmall = byte.isSmall
    }
    guard let match = SecretName.match(letters, starts) else { return nil }
    let word = self.start(of: offsets[letters.count - match.text.count], limit: 64) {
      $0.isOfWord || $0 == 0x2d || $0 == 0x2e
    }
    return FoundName(text: match.text, value: match.value, start: word, end: end)
  }

  private func assignedValue(after sign: Int, of name: FoundName) -> Range<Int>? {
    var start = sign + 1
    let mark = text[sign]
    if name.text.count <= 5, mark == 0x7c || mark == 0x09 || mark == 0x28 { return nil }
    if name.text.elementsEqual("sig".utf8) {
      guard mark == 0x3d, [0x26, 0x3f, 0x3b].contains(byte(name.start - 1)) else { return nil }
    }
    // Not assignments: `==` and `::`. But `=>` and `:=` assign.
    if byte(start) == mark, mark != 0x09, mark != 0x28 { return nil }
    if byte(sign - 1) == mark, mark == 0x3d || mark == 0x3a { return nil }
    if byte(start) == 0x3e, mark == 0x3d || mark == 0x7c { start += 1 }
    if byte(start) == 0x3d, mark == 0x3a { start += 1 }
    if mark == 0x3a, byte(start) == 0x2f, byte(start + 1) == 0x2f { return nil }
    // Skips the marks after the name in `**Password:** …`.
    while byte(start) == 0x2a || byte(start) == 0x22 && byte(start + 1) == 0x3a { start += 1 }
    let afterMark = start
    start = afterBlanks(start)
    if mark == 0x3a || mark == 0x3d, let block = indentedBlock(at: start, of: name) { return block }
    if mark == 0x3a, start < text.count, text[start].isLineEnd {
      return nextLine(at: start, of: name)
    }
    guard start < text.count, !text[start].isLineEnd else { return nil }
    if byte(start) == 0x5c, byte(start + 1).isQuote { start += 1 }
    // Skips the prefix of a string: `b"…"`, `@"…"`, `f"…"`, `r'…'`.
    if byte(start + 1) == 0x22 || byte(start + 1) == 0x27,
      [0x62, 0x40, 0x66, 0x72, 0x4c].contains(text[start])
    {
      start += 1
    }
    if text[start].isQuote {
      let value = quoted(at: start)
      guard !value.isEmpty, accepts(value, of: name, isQuoted: true, mark: mark) else { return nil }
      return value
    }
    if mark == 0x28 { return nil }
    let value = unquoted(at: start)
    guard accepts(value, of: name, isQuoted: false, mark: mark) else { return nil }
    if mark == 0x7c || mark == 0x09 {
      return RunShape(text[value]).isKeyLike || RunShape(text[value]).isMixed && value.count >= 6
        ? value : nil
    }
    if name.text.elementsEqual("pass".utf8), mark == 0x3a, !isPassword(value, of: name) {
      return nil
    }
    if isVariable(value, of: name, mark: mark, isSpaced: start > afterMark) { return nil }
    if let phrase = phrase(at: start, of: name) { return phrase }
    if mark == 0x3a, isProse(value, after: name) { return nil }
    return value
  }

  /// Whether the value after `pass:` looks like a password, and not like the name of a passed test.
  private func isPassword(_ value: Range<Int>, of name: FoundName) -> Bool {
    let isResult = text[name.start..<name.end].allSatisfy(\.isCapital)
    let run = text[value].prefix(Self.valueLimit)
    let end = afterBlanks(value.upperBound)
    let shape = RunShape(run)
    return !isResult && (shape.digits > 0 || shape.isUnevenCase && byte(name.end) == 0x3a)
      && !run.contains(0x2f) && !run.contains(0x2e)
      && (end == text.count || !text[end].isAlphanumeric)
  }

  /// Extends a value to the next blank or quote, if only its first ``valueLimit`` bytes were examined.
  func whole(_ value: Range<Int>) -> Range<Int> {
    guard value.count >= Self.valueLimit - 16 else { return value }
    return value.lowerBound..<end(of: value.upperBound) { !$0.isSpace && !$0.isQuote && $0 != 0x3c }
  }

  /// Returns the value up to the closing quote; the opening quote is at `start`.
  func quoted(at start: Int) -> Range<Int> {
    let quote = text[start]
    var end = start + 1
    let limit = min(text.count, start + Self.valueLimit)
    while end < limit, text[end] != quote, text[end] != 0x0a {
      end += text[end] == 0x5c && byte(end + 1) != quote ? 2 : 1
    }
    end = min(end, text.count)
    if end > start + 1, text[end - 1] == 0x5c { end -= 1 }
    return start + 1..<max(start + 1, end)
  }

  /// Returns the value up to a blank, quote or tag, or up to a separator before another name.
  func unquoted(at start: Int) -> Range<Int> {
    var end = start
    let limit = min(text.count, start + Self.valueLimit)
    while end < limit {
      let byte = text[end]
      if byte.isSpace || byte == 0x22 || byte == 0x3c && end > start { break }
      if byte == 0x27 || byte == 0x60 || byte == 0x7c, !self.byte(end + 1).isAlphanumeric { break }
      if byte == 0x5c, self.byte(end + 1) == 0x22 || self.byte(end + 1) == 0x6e && end > start + 3 {
        break
      }
      if byte == 0x26 || byte == 0x3b || byte == 0x2c, isBeforePair(end + 1) { break }
      end += 1
    }
    while end > start, Array(",;.})]:!?".utf8).contains(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Whether `name=` or the end of a line is at an index, which follows a separator.
  private func isBeforePair(_ index: Int) -> Bool {
    let start = end(of: index, limit: 4) { $0.isBlank || $0.isQuote }
    if start == text.count || text[start].isLineEnd { return true }
    let end = end(of: start, limit: 40) { $0.isOfWord || $0 == 0x20 || $0 == 0x2d || $0 == 0x2e }
    let sign = self.end(of: end, limit: 2, \.isQuote)
    return end > start && (byte(sign) == 0x3d || byte(sign) == 0x3a)
  }

  /// Returns the passphrase at `start`: at least four words in the line, none common in sentences; else nil.
  private func phrase(at start: Int, of name: FoundName) -> Range<Int>? {
    guard name.text.elementsEqual("passphrase".utf8) else { return nil }
    let end = end(of: start, limit: 100) { !$0.isLineEnd }
    guard text[start..<end].allSatisfy({ $0.isLetter || $0 == 0x20 || $0 == 0x2d }) else {
      return nil
    }
    let words = text[start..<end].split { $0 == 0x20 || $0 == 0x2d }
    let isPhrase =
      4...10 ~= words.count
      && words.allSatisfy { word in
        word.count >= 3
          && !Self.common.contains(String(decoding: small[word.indices], as: UTF8.self))
      }
    return isPhrase ? start..<end : nil
  }

  /// Returns the lines below `password: |` that are indented more; nil if there are none.
  private func indentedBlock(at start: Int, of name: FoundName) -> Range<Int>? {
    guard name.value == .password || name.value == .token else { return nil }
    guard byte(start) == 0x7c || byte(start) == 0x3e else { return nil }
    let end = end(of: start + 1, limit: 4) { $0 == 0x2d || $0 == 0x2b || $0.isDigit }
    var lineEnd = self.end(of: end, limit: 40) { $0.isBlank || $0 == 0x0d }
    guard byte(lineEnd) == 0x0a else { return nil }
    let first = afterBlanks(lineEnd + 1)
    let line = self.start(of: name.start, limit: 200) { $0 != 0x0a }
    let indentation = self.end(of: line, limit: 200, \.isBlank) - line
    guard first - lineEnd - 1 > indentation else { return nil }
    let begin = first
    while lineEnd < text.count {
      let content = afterBlanks(lineEnd + 1)
      if content < text.count, !text[content].isLineEnd, content - lineEnd - 1 <= indentation {
        break
      }
      let next = self.end(of: content) { $0 != 0x0a }
      if next == lineEnd { break }
      lineEnd = next
    }
    return begin < lineEnd ? begin..<lineEnd : nil
  }

  /// Returns the only word of the line below `Password:`; nil if it does not look like a password.
  private func nextLine(at start: Int, of name: FoundName) -> Range<Int>? {
    guard name.value == .password || name.value == .token else { return nil }
    let first = afterBlanks(end(of: start, limit: 2, \.isLineEnd))
    guard first < text.count, !text[first].isLineEnd else { return nil }
    let value = unquoted(at: first)
    guard value.upperBound == text.count || text[value.upperBound].isLineEnd, value.count >= 6,
      accepts(value, of: name, isQuoted: false, mark: 0x3a), !text[value].contains(0x3a),
      !text[value].contains(0x3d), text[first] != 0x2d, text[first] != 0x23
    else { return nil }
    let shape = RunShape(text[value].prefix(Self.valueLimit))
    return shape.digits > 0 && shape.letters > 0 ? value : nil
  }
}
