/// Finds private keys.
extension SecretFinder {
  static let keyPhrases = [
    "untrusted comment: ", "putty-user-key-file-", "private-lines:", "private-mac:",
    "private-hash:", "-----begin ",
  ]

  /// The beginnings of the lines after the first line of a PuTTY key.
  private static let fields = [
    "encryption:", "comment:", "public-lines:", "private-lines:", "key-derivation:",
    "argon2-memory:",
    "argon2-passes:", "argon2-parallelism:", "argon2-salt:", "private-mac:", "private-hash:",
  ]

  /// Adds blocks such as `-----BEGIN RSA PRIVATE KEY-----`, even if their beginning or end is missing, and
  /// the keys of PuTTY, signify and minisign.
  ///
  /// Sources: RFC 7468, RFC 4716; PuTTY's manual, appendix C.
  mutating func addPrivateKeys() {
    var start = 0
    var last = 0
    while let begin = nextDashes(from: start) {
      start = begin + 4
      let isBegin = has("begin ", at: afterDashes(begin))
      let isEnd = has("end ", at: afterDashes(begin))
      guard isBegin || isEnd, isLabelOfKey(from: afterDashes(begin)) else { continue }
      if isBegin {
        let end = endOfBlock(from: begin)
        ranges.append(begin..<end)
        (start, last) = (end, end)
      } else {
        let body = bodyStart(before: begin, after: last)
        let end = endOfLabel(from: afterDashes(begin))
        ranges.append(body..<end)
        (start, last) = (max(start, end), end)
      }
    }
    addPuttyKeys()
    for begin in occurrences(of: "untrusted comment: ") {
      let line = end(of: begin, limit: 400) { !$0.isLineEnd }
      guard has("secret key", at: line - 10) else { continue }
      let key = afterSpaces(line)
      let end = end(of: key, limit: 2_000, \.isBase64)
      if end - key >= 30 { ranges.append(key..<end) }
    }
  }

  /// Returns the next offset with at least four dashes; nil if there is none.
  private func nextDashes(from start: Int) -> Int? {
    var index = start
    while index + 4 <= text.count {
      if text[index] == 0x2d, text[index + 1] == 0x2d, text[index + 2] == 0x2d,
        text[index + 3] == 0x2d
      {
        return index
      }
      index += 1
    }
    return nil
  }

  private func afterDashes(_ index: Int) -> Int {
    afterBlanks(end(of: index, limit: 8) { $0 == 0x2d })
  }

  /// Whether the label at an offset names a private key.
  private func isLabelOfKey(from start: Int) -> Bool {
    let end = end(of: start, limit: 72) { $0 != 0x2d && !$0.isLineEnd }
    guard byte(end) == 0x2d else { return false }
    for name in ["private key", "openvpn static key", "openvpn tls-crypt-v2 client key"] {
      var index = start
      while index + name.utf8.count <= end {
        if has(name, at: index) { return true }
        index += 1
      }
    }
    return false
  }

  private func endOfLabel(from start: Int) -> Int {
    let end = end(of: start, limit: 72) { $0 != 0x2d && !$0.isLineEnd }
    return self.end(of: end, limit: 8) { $0 == 0x2d }
  }

  /// Returns the end of the block that begins at `begin`: the end of its last line, or the end of the text.
  private func endOfBlock(from begin: Int) -> Int {
    var start = begin + 4
    while let dashes = nextDashes(from: start) {
      if has("end ", at: afterDashes(dashes)) {
        return endOfLabel(from: afterDashes(dashes))
      }
      start = dashes + 4
    }
    return text.count
  }

  /// Returns the beginning of a key's body whose last line begins at `end`.
  private func bodyStart(before end: Int, after last: Int) -> Int {
    var start = end
    while start > last {
      let byte = text[start - 1]
      guard byte.isBase64 || byte.isSpace else { break }
      start -= 1
    }
    return min(afterSpaces(start), end)
  }

  private mutating func addPuttyKeys() {
    var reached = 0
    for begin in occurrences(of: "putty-user-key-file-") where begin >= reached {
      var line = end(of: begin) { $0 != 0x0a }
      // A key has fields, and long lines of Base64.
      while line < text.count {
        let next = line + 1
        let content = afterBlanks(next)
        let isField = Self.fields.contains { has($0, at: content) }
        let end = end(of: content) { !$0.isLineEnd && !$0.isBlank }
        let isBody = end - content >= 16 && text[content..<end].allSatisfy(\.isBase64)
        guard isField || isBody || end - content > 0 && text[content..<end].last == 0x3d else {
          break
        }
        line = self.end(of: next) { $0 != 0x0a }
      }
      ranges.append(begin..<line)
      reached = line
    }
    // Adds the rest of a key whose beginning is missing.
    for name in ["private-lines:", "private-mac:", "private-hash:"] {
      reached = 0
      for begin in occurrences(of: name)
      where begin >= reached && (begin == 0 || text[begin - 1].isSpace) {
        var end = end(of: begin) { $0 != 0x0a }
        while end < text.count {
          let next = end + 1
          let line = self.end(of: next, \.isBase64)
          guard line - next >= 16 || line > next && text[line - 1] == 0x3d,
            line == text.count || text[line].isSpace
          else { break }
          end = line
        }
        ranges.append(begin..<end)
        reached = end
      }
    }
  }
}
