/// Finds tokens, password hashes and random text anywhere in the text.
extension SecretFinder {
  /// Base64 of at least this length is a key or a file.
  private static let base64Length = 60
  /// Random letters and digits of at least this length are a key.
  private static let randomLength = 40
  /// What comes before, or begins, a checksum or an encoded file in Base64.
  private static let harmless = [
    "sha256-", "sha384-", "sha512-", "sha256:", "sha512:", "sha1:", "md5:", "sha1-", "h1:",
    "base64,",
    "sha256=", "sha384=", "sha512=", "sha1=", "md5=", "sha224=", "blake2b=", "digest=", "etag: \"",
  ]
  private static let publicKeys = [
    "AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh", "AAAAGnNr", "AAAAInNr",
  ]

  mutating func addTokens() {
    let blocks = publicBlocks()
    var block = 0
    var index = 0
    while index < text.count {
      if block < blocks.count, index >= blocks[block].lowerBound {
        index = max(index, blocks[block].upperBound)
        block += 1
        continue
      }
      if let end = endOfShortRun(at: index) {
        index = end
      } else if let end = endOfToken(at: index) ?? endOfShape(at: index) {
        ranges.append(index..<end)
        index = end
      } else if text[index].isBase64, text[index] != 0x3d, beginsRun(index) {
        index = addRun(at: index)
      } else {
        index += 1
      }
    }
  }

  /// Returns the end of a run that is too short for a token, as most words are; nil for other runs.
  private func endOfShortRun(at start: Int) -> Int? {
    guard text[start].isKeyCharacter, start == 0 || !text[start - 1].isKeyCharacter else {
      return nil
    }
    let end = end(of: start, limit: 12, \.isKeyCharacter)
    guard end - start < 12 else { return nil }
    // A token may continue after these characters.
    switch byte(end) {
    case 0x2e, 0x3a, 0x7e, 0x25, 0x24, 0x5c: return nil
    case let next where next.isLineEnd: return nil
    default: return end
    }
  }

  /// Returns the blocks of PEM and OpenPGP that contain no private key.
  private func publicBlocks() -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    for begin in occurrences(of: "-----begin ") where begin >= blocks.last?.upperBound ?? 0 {
      let line = end(of: begin + 5, limit: 72) { !$0.isLineEnd }
      var index = begin
      var isPrivate = false
      while index < line, !isPrivate {
        isPrivate = has("private", at: index) || has("static key", at: index)
        index += 1
      }
      guard !isPrivate else { continue }
      let end = end(of: line, limit: 100_000) { $0 != 0x2d }
      if has("-----end ", at: end) { blocks.append(begin..<end) }
    }
    return blocks
  }

  private func beginsRun(_ index: Int) -> Bool {
    index == 0 || !text[index - 1].isBase64 || text[index - 1] == 0x3d
  }

  // MARK: - Known beginnings

  func endOfToken(at start: Int) -> Int? {
    let forms = TokenForm.byFirstByte[Int(text[start])]
    if forms.isEmpty { return nil }
    let isWord = beginsWord(start)
    for form in forms where isWord || form.countsAnywhere {
      guard text[start...].starts(with: form.beginning) else { continue }
      let body = start + form.beginning.count
      let limited = end(of: body, limit: Self.valueLimit, form.allows)
      var shape = RunShape(text[body..<limited])
      var last = limited
      if let next = goingOn(after: limited, of: form, count: shape.count) {
        shape = RunShape(ArraySlice(Array(text[body..<limited] + text[next])))
        last = next.upperBound
      }
      // Rejects words such as sk-some-kind-of-kebab-case.
      guard shape.count >= form.least, !shape.isUniform, shape.digits > 0 || shape.capitals > 0,
        shape.changes * 12 >= shape.count || shape.isHex || shape.small == 0 && shape.others == 0
      else { continue }
      if form.beginning == Array("SG.".utf8), !text[body..<limited].contains(0x2e) { continue }
      if form.beginning.count < 4, form.others.contains(0x2d), !shape.isKeyLike, shape.digits == 0 {
        continue
      }
      if last > limited { return last }
      var end = end(of: limited, form.allows)
      // A full stop at the end belongs to the sentence, not to the token.
      while end > body, text[end - 1] == 0x2e || text[end - 1] == 0x2d { end -= 1 }
      return end
    }
    return nil
  }

  /// Returns the rest of a token that continues on the next line; nil if it does not.
  private func goingOn(after end: Int, of form: TokenForm, count: Int) -> Range<Int>? {
    guard count > 0, count < form.full, end < text.count, text[end].isLineEnd || text[end] == 0x5c
    else { return nil }
    var next = end
    if text[next] == 0x5c { next += 1 }
    if byte(next) == 0x0d { next += 1 }
    guard byte(next) == 0x0a else { return nil }
    next = self.end(of: next + 1, limit: 64) {
      $0.isBlank || $0 == 0x3e || $0 == 0x23 || $0 == 0x2a
    }
    let rest = self.end(of: next, limit: Self.valueLimit, form.allows)
    guard rest > next, rest == text.count || !text[rest].isOfWord else { return nil }
    let shape = RunShape(text[next..<rest])
    let isRest =
      count + shape.count == form.full || shape.digits > 0
      || shape.capitals > 0 && shape.small > 0 && shape.changes > 1
    // If the token would become too long, the next line begins with another word.
    return isRest && count + shape.count <= max(form.full + 4, form.full * 3 / 2)
      ? next..<rest : nil
  }

  // MARK: - Runs of Base64

  /// Adds a run of Base64 or the like if it is a secret; returns where to continue.
  private mutating func addRun(at start: Int) -> Int {
    var end = endOfRun(start)
    // A key may continue on the next lines.
    if end - start >= Self.base64Length, looksLikeKey(start..<end) {
      while let line = nextLineOfKey(after: end) { end = line }
      if !isHarmless(start, end) {
        ranges.append(start..<end)
      }
      return end
    }
    let count = end - start
    if count >= 24, decodesToSecret(start..<end) {
      ranges.append(start..<end)
      return end
    }
    // A token with dashes or underscores is longer than its run of Base64.
    let wide = self.end(of: start, limit: 200, \.isOfToken)
    let run = max(wide, end)
    if run - start >= Self.randomLength, run - start <= 200, beginsWord(start),
      !isHarmless(start, run), !isPathLike(start, run),
      RunShape(text[start..<run]).isRandomInThreeClasses, hasRandomPart(start..<run)
    {
      ranges.append(start..<run)
      return run
    }
    // Continue inside the run, because a known token may begin there.
    return start + 1
  }

  /// Returns the end of a run of Base64; equals signs may only be at its end.
  private func endOfRun(_ start: Int) -> Int {
    let end = end(of: start) { $0.isBase64 && $0 != 0x3d }
    return self.end(of: end, limit: 3) { $0 == 0x3d }
  }

  private func looksLikeKey(_ run: Range<Int>) -> Bool {
    let start = text[run].prefix(Self.valueLimit)
    let shape = RunShape(start)
    guard shape.digits > 0, shape.capitals > 0, shape.small > 0 else { return false }
    // Rejects a path: it has more slashes, or begins with words.
    let parts = start.split(separator: 0x2f, maxSplits: 2)
    let isPath =
      parts.count > 2 && parts[0].allSatisfy(\.isLetter) && parts[1].allSatisfy(\.isLetter)
      || parts.count > 1 && [0x2e, 0x2d, 0x5f].contains(byte(run.lowerBound - 1))
    return !isPath && shape.changes * 100 >= 38 * shape.count
      && start.count { $0 == 0x2f } * 14 <= shape.count
  }

  /// Returns the end of the next line if it continues a key in Base64; else nil.
  private func nextLineOfKey(after end: Int) -> Int? {
    var next = self.end(of: end, limit: 4) { $0.isLineEnd || $0 == 0x20 }
    // `\n` in JSON also ends a line.
    if byte(end) == 0x5c, byte(end + 1) == 0x6e { next = end + 2 }
    guard next > end else { return nil }
    next = self.end(of: next, limit: 64) { $0.isBlank || $0 == 0x3e || $0 == 0x23 }
    let line = endOfRun(next)
    guard line > next, line == text.count || text[line].isSpace || text[line].isQuote else {
      return nil
    }
    let shape = RunShape(text[next..<line].prefix(Self.valueLimit))
    let isWhole = shape.count >= 40
    let isPadded = text[line - 1] == 0x3d
    return isPadded || (shape.digits > 0 || isWhole) && shape.changes * 100 >= 25 * shape.count
      ? line : nil
  }

  /// Whether a part between dashes or underscores is random: not in `NODE_ID_0a1b2c…`, `0A1B2C…-secret`.
  private func hasRandomPart(_ run: Range<Int>) -> Bool {
    text[run].split { $0 == 0x2d || $0 == 0x5f }.contains { part in
      let shape = RunShape(part)
      return shape.count >= 12 && shape.isRandomInThreeClasses && !RunShape(part.dropFirst()).isHex
    }
  }

  private func isHarmless(_ start: Int, _ end: Int) -> Bool {
    if Self.publicKeys.contains(where: { text[start..<end].starts(with: $0.utf8) }) { return true }
    return Self.harmless.contains { word in
      has(word, at: start - word.utf8.count) || has(word, at: start)
    } || has("0x", at: start)
  }

  /// Whether a run is a path or a mangled symbol name.
  private func isPathLike(_ start: Int, _ end: Int) -> Bool {
    if text[start] == 0x5f || has("_z", at: start - 2) || has("zn", at: start) { return true }
    if start > 0, [0x2f, 0x2e, 0x5c].contains(text[start - 1]) { return true }
    return text[start..<end].contains(0x2f) && end - start != 40
  }

  /// Whether a run of Base64 encodes a text that contains a known token.
  private func decodesToSecret(_ run: Range<Int>) -> Bool {
    guard let decoded = Base64Text.decoded(text[run].prefix(4_096)), decoded.count >= 16 else {
      return false
    }
    let finder = SecretFinder(decoded)
    return decoded.indices.contains { finder.endOfToken(at: $0) != nil }
  }

  // MARK: - Shapes

  /// Returns the end of a token that has a typical form; nil if none begins at `start`.
  private func endOfShape(at start: Int) -> Int? {
    switch text[start] {
    case UInt8(ascii: "$"), UInt8(ascii: "{"): endOfHash(at: start)
    case UInt8(ascii: "A") where has("a3-", at: start) && beginsWord(start):
      endOfGroups(at: start)
    case let byte where byte.isAlphanumeric && beginsWord(start):
      endOfPointedToken(at: start) ?? endOfPrefixedHex(at: start)
    default: nil
    }
  }

  private static let hashes = [
    "$1$", "$2a$", "$2b$", "$2x$", "$2y$", "$5$", "$6$", "$7$", "$y$", "$gy$", "$apr1$", "$argon2",
    "$pbkdf2", "$scrypt$", "$sha1$", "$p$", "$h$", "{ssha", "{sha}", "{smd5}", "{crypt}", "{pbkdf2",
    "{argon2",
  ]

  /// Returns the end of a password hash in the format of crypt(3) or LDAP; nil if none begins at `start`.
  private func endOfHash(at start: Int) -> Int? {
    guard Self.hashes.contains(where: { has($0, at: start) }) else { return nil }
    let body = self.end(of: start + 1, limit: 16) { $0 != 0x24 && $0 != 0x7d } + 1
    let end = self.end(of: body, limit: Self.valueLimit) {
      $0.isBase64 || $0 == 0x2e || $0 == 0x24 || $0 == 0x2c || $0 == 0x2d || $0 == 0x5f
    }
    let shape = RunShape(text[min(body, text.count)..<max(end, min(body, text.count))])
    return shape.count >= 20 && shape.capitals > 0 && shape.changes >= 6 ? end : nil
  }

  /// Returns the end of groups with dashes: `A3-XXXXXX-XXXXXX-XXXXX-XXXXX-XXXXX-XXXXX`; else nil.
  private func endOfGroups(at start: Int) -> Int? {
    let end = end(of: start, limit: 64) { $0.isCapital || $0.isDigit || $0 == 0x2d }
    return end - start >= 30 && text[start..<end].contains(where: \.isDigit) ? end : nil
  }

  /// Returns the end of a token with several parts, of Discord, Telegram, Azure and others; else nil.
  private func endOfPointedToken(at start: Int) -> Int? {
    let first = end(of: start, limit: 64) {
      $0.isKeyCharacter && $0 != 0x2f && $0 != 0x3d && $0 != 0x2b
    }
    let count = first - start
    let mark = byte(first)
    if mark == 0x3a, 8...10 ~= count, text[start..<first].allSatisfy(\.isDigit) {
      let end = end(of: first + 1, limit: 64, \.isOfToken)
      return 33...40 ~= end - first - 1 && RunShape(text[first + 1..<end]).isRandom ? end : nil
    }
    guard mark == 0x2e || mark == 0x7e else {
      // Mailchimp: 32 hexadecimal digits and the data center.
      let shape = RunShape(text[start..<min(first, start + 32)])
      guard has("-us", at: start + 32), shape.isHex, shape.digits > 0, byte(start + 35).isDigit
      else {
        return nil
      }
      return first
    }
    let second = end(of: first + 1, limit: 128, \.isOfToken)
    let part = RunShape(text[first + 1..<second])
    if mark == 0x2e, 1 == count, [0x73, 0x62, 0x72].contains(text[start]), 24...26 ~= part.count,
      part.isRandom, part.others == 0
    {
      return second
    }
    if mark == 0x2e, count == 17, has("pat", at: start), part.count >= 40 { return second }
    if mark == 0x2e, count == 14, has("atlasv1.", at: first + 1) {
      return end(of: first + 9, limit: 200, \.isOfToken)
    }
    // Azure: three characters, a digit, "Q~", and 31 to 34 characters.
    if count >= 4, mark == 0x7e, text[first - 1] == 0x51, text[first - 2].isDigit, part.count >= 24
    {
      return end(of: second, limit: 40) {
        $0.isAlphanumeric || [0x5f, 0x2d, 0x2e, 0x7e].contains($0)
      }
    }
    guard mark == 0x2e, 23...28 ~= count, byte(second) == 0x2e, 5...8 ~= part.count else {
      return nil
    }
    let third = end(of: second + 1, limit: 64, \.isOfToken)
    return third - second - 1 >= 25 && RunShape(text[start..<first]).isRandom ? third : nil
  }

  /// Returns the end of a key with a typical form: Twilio, Bitcoin, Ethereum and others; else nil.
  private func endOfPrefixedHex(at start: Int) -> Int? {
    let end = end(of: start, limit: 80, \.isAlphanumeric)
    let count = end - start
    if count == 34, has("sk", at: start), text[start] == 0x53,
      RunShape(text[start + 2..<end]).isHex,
      RunShape(text[start + 2..<end]).isRandom
    {
      return end
    }
    if 51...52 ~= count, [0x35, 0x4b, 0x4c, 0x63, 0x39].contains(text[start]),
      !text[start..<end].contains(where: { [0x30, 0x4f, 0x49, 0x6c].contains($0) }),
      RunShape(text[start..<end]).isRandom
    {
      return end
    }
    // Azure DevOps: 52 characters of Base32 in small letters.
    if count == 52, text[start..<end].allSatisfy({ $0.isSmall || 0x32...0x37 ~= $0 }),
      RunShape(text[start..<end]).digits > 3, !RunShape(text[start..<end]).isHex
    {
      return end
    }
    // Ethereum: "0x" and 64 hexadecimal digits.
    if count == 66, has("0x", at: start), RunShape(text[start + 2..<end]).isHex,
      RunShape(text[start + 2..<end]).isRandom
    {
      return end
    }
    // Mailgun: groups of 32, 8 and 8 hexadecimal digits.
    if count == 32, RunShape(text[start..<end]).isHex, byte(end) == 0x2d, byte(end + 9) == 0x2d {
      let last = self.end(of: end + 10, limit: 9, \.isHexDigit)
      let middle = self.end(of: end + 1, limit: 9, \.isHexDigit)
      if middle == end + 9, last == end + 18 { return last }
    }
    // Exactly 40 random characters.
    let wide = self.end(of: start, limit: 41) { $0.isBase64 && $0 != 0x3d }
    if wide - start == 40,
      !isHarmless(start, wide), beginsRun(start), byte(start - 1) != 0x2e,
      RunShape(text[start..<wide]).isRandomInThreeClasses
    {
      return wide
    }
    return nil
  }
}
