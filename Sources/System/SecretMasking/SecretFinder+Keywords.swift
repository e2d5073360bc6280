/// Finds values after keywords of commands and configurations: `--password …`, `login …`.
extension SecretFinder {
  /// A keyword, and the form of the value after it.
  private struct Keyword {
    let text: String
    let value: Value
    /// The bytes of the keyword.
    let bytes: [UInt8]

    init(text: String, value: Value) {
      (self.text, self.value, bytes) = (text, value, Array(text.utf8))
    }

    enum Value {
      /// The next word, if it looks like a secret.
      case word
      /// The next word, even if it looks like an ordinary word.
      case anyWord
      /// The next word, if one of these words of a command, router or login file comes before the keyword.
      case wordInContext([String])
      /// The text after a colon or percent sign in the next word, if one of these words comes before.
      case afterColon([String])
      /// A text in quotes.
      case quoted
      /// Four to eight digits.
      case digits
      /// The word after the name of a secret.
      case named
      /// The third word after the keyword.
      case third
      /// The second quoted text, after a comma; the first must be the name of a secret.
      case constant
    }
  }

  private static let logins = ["login ", "machine "]
  private static let accounts = ["user ", "account ", "username ", "host ", "port ", "smtp"]
  private static let web = ["curl", "http", "wget", "xh ", "-x post", "api"]

  private static let keywords: [[Keyword]] = {
    let flags = [
      "password", "passwd", "pass", "passphrase", "token", "api-key", "apikey", "secret",
      "secret-key",
      "access-token", "access-key", "auth-token", "client-secret", "admin-password",
      "http-password",
      "ftp-password", "proxy-password", "storepass", "keypass", "private-key", "secret-access-key",
      "key-pass",
      "db-password", "root-password", "api-token", "bearer", "credential", "pin", "passcode", "otp",
      "registration-token", "wpa-psk", "psk",
    ]
    var list =
      flags.map { Keyword(text: "--\($0) ", value: .word) }
      + flags.map { Keyword(text: "-\($0) ", value: .word) }
    list += [
      Keyword(text: "password ", value: .wordInContext(logins)),
      Keyword(text: "passwd ", value: .wordInContext(logins)),
      Keyword(text: "password ", value: .wordInContext(accounts)),
      Keyword(
        text: "secret ", value: .wordInContext(["enable ", "username ", "radius", "tacacs"])),
      Keyword(
        text: "key ", value: .wordInContext(["radius-server", "tacacs-server", "wpa-psk ascii"])),
      Keyword(text: "community ", value: .wordInContext(["snmp", "com2sec", "v1", "v2c"])),
      Keyword(text: "rocommunity ", value: .word), Keyword(text: "rwcommunity ", value: .word),
      Keyword(text: "rocommunity6 ", value: .word), Keyword(text: "rwcommunity6 ", value: .word),
      Keyword(text: "pin ", value: .digits), Keyword(text: "requirepass ", value: .anyWord),
      Keyword(text: "masterauth ", value: .anyWord),
      Keyword(text: "identified by ", value: .quoted), Keyword(text: "password ", value: .quoted),
      Keyword(text: "with encrypted password ", value: .quoted),
      Keyword(text: "-passin pass:", value: .anyWord),
      Keyword(text: "-passout pass:", value: .anyWord),
      Keyword(text: "sshpass -p", value: .anyWord), Keyword(text: "sshpass -p ", value: .anyWord),
      Keyword(text: "-u ", value: .afterColon(web)),
      Keyword(text: "--user ", value: .afterColon(web)),
      Keyword(text: "--user=", value: .afterColon(web)),
      Keyword(text: "-u", value: .afterColon(web)),
      Keyword(text: "--proxy-user ", value: .afterColon(web)),
      Keyword(text: "-a ", value: .afterColon(["http "])),
      Keyword(text: "-u ", value: .afterColon(["smbclient", "rpcclient", "net ", "//"])),
      Keyword(
        text: " -p",
        value: .wordInContext([
          "mysql", "mariadb", "mysqldump", "mongo", "7z ", "plink", "docker login", "podman login",
          "registry login",
        ])),
      Keyword(text: " -w ", value: .wordInContext(["ldap"])),
      Keyword(text: "env ", value: .named), Keyword(text: "define ", value: .named),
      Keyword(text: "setx ", value: .named), Keyword(text: "com2sec ", value: .third),
      Keyword(text: "com2sec6 ", value: .third), Keyword(text: "createuser ", value: .third),
      Keyword(text: "define(", value: .constant), Keyword(text: "bindpw ", value: .anyWord),
      Keyword(text: "convertto-securestring ", value: .anyWord),
      Keyword(text: "convertto-securestring -string ", value: .anyWord),
      Keyword(text: "passwordauth ", value: .word),
      Keyword(text: "wpa_passphrase ", value: .anyWord),
    ]
    var table = [[Keyword]](repeating: [], count: 256)
    for keyword in list { table[Int(keyword.text.utf8.first ?? 0)].append(keyword) }
    return table.map { $0.sorted { $0.text.utf8.count > $1.text.utf8.count } }
  }()

  private static let commonWords = Phrases(
    words: """
      with and or is in for to as on of the option options when if can from via using by instead
      file are must should will flag was not
      """)

  mutating func addKeywordValues() {
    var index = 0
    while index < text.count {
      let candidates = Self.keywords[Int(small[index])]
      guard !candidates.isEmpty, text[index].isBlank || isFree(index),
        let range = value(atKeyword: index, candidates)
      else {
        index += 1
        continue
      }
      ranges.append(range)
      index = range.upperBound
    }
  }

  /// Whether a word or an option may begin at an index.
  private func isFree(_ index: Int) -> Bool {
    if index == 0 { return true }
    let before = text[index - 1]
    return !before.isOfWord && before != 0x2d
  }

  private func value(atKeyword index: Int, _ candidates: [Keyword]) -> Range<Int>? {
    for keyword in candidates
    where byte(index + 1) | 0x20 == keyword.bytes[1] | 0x20
      && small[index...].starts(with: keyword.bytes)
    {
      let start = afterBlanks(index + keyword.bytes.count)
      guard start < text.count, !text[start].isLineEnd else { continue }
      if let value = value(of: keyword, from: index, at: start) { return value }
    }
    return nil
  }

  /// Returns the value of the keyword at `index`, given the start of the next word; nil if there is none.
  private func value(of keyword: Keyword, from index: Int, at start: Int) -> Range<Int>? {
    switch keyword.value {
    case .quoted:
      guard text[start] == 0x27 || text[start] == 0x22 else { return nil }
      let value = quoted(at: start)
      let run = text[value]
      let isStatement =
        RunShape(run).isMixed
        || isPreceded(by: ["user", "role", "grant ", "alter "], before: index, within: 80)
      return value.count >= 3 && isStatement && !isPlaceholder(run) && !run.contains(0x20)
        ? value : nil
    case .named: return namedValue(at: start, isMacro: keyword.text == "define ")
    case .third:
      var index = start
      for _ in 0..<2 { index = afterBlanks(end(of: index, limit: 100) { !$0.isSpace }) }
      return word(at: index).flatMap { isSecretArgument($0, flag: false) ? $0 : nil }
    case .constant: return constantValue(at: start)
    case .word: return word(at: start).flatMap { isSecretArgument($0, flag: true) ? $0 : nil }
    case .digits:
      let end = end(of: start, limit: 12, \.isDigit)
      return 4...8 ~= end - start && !byte(end).isOfWord && byte(end) != 0x2e ? start..<end : nil
    case .anyWord:
      guard let value = word(at: start), text[value.lowerBound] != 0x2d,
        !isPlaceholder(text[value].prefix(99)), value.count >= 4,
        !Self.commonWords.contains(small[value])
      else { return nil }
      return value
    case .wordInContext(let words): return value(at: start, after: index, in: words)
    case .afterColon(let words):
      return partAfterColon(at: start).flatMap { value in
        isPreceded(by: words, before: index, within: 400) ? value : nil
      }
    }
  }

  /// Returns the word after the name of a secret, as in `ENV API_KEY …`; in a macro it must be quoted.
  private func namedValue(at start: Int, isMacro: Bool) -> Range<Int>? {
    let end = end(of: start, limit: 64) { $0.isOfWord || $0 == 0x2d }
    guard text.indices.contains(end), text[end].isBlank, let name = secretName(endingAt: end),
      name.value == .password || name.value == .token, let value = word(at: afterBlanks(end)),
      !isMacro || byte(value.lowerBound - 1).isQuote, isSecretArgument(value, flag: false)
    else { return nil }
    return value
  }

  /// Returns the second text of `define('DB_PASSWORD', '…')`; nil if the first does not name a secret.
  private func constantValue(at start: Int) -> Range<Int>? {
    guard text[start].isQuote else { return nil }
    let name = quoted(at: start)
    let comma = afterBlanks(name.upperBound + 1)
    let quote = afterBlanks(comma + 1)
    guard let secret = secretName(endingAt: name.upperBound), secret.value == .password,
      byte(comma) == 0x2c, byte(quote).isQuote
    else { return nil }
    let value = quoted(at: quote)
    return value.count >= 4 && !isPlaceholder(text[value]) ? value : nil
  }

  /// Returns the word at `start` if its line, or one of the two lines before, contains one of the words.
  private func value(at start: Int, after index: Int, in words: [String]) -> Range<Int>? {
    let line = self.start(of: index, limit: 200) { $0 != 0x0a }
    let above = self.start(of: max(0, line - 1), limit: 200) { $0 != 0x0a }
    let further = self.start(of: max(0, above - 1), limit: 200) { $0 != 0x0a }
    guard var value = word(at: start) else { return nil }
    // Skips the type number in `password 7 0822455D0A16` and `secret 5 $1$…` of routers.
    if value.count == 1, text[value].allSatisfy(\.isDigit),
      let next = word(at: afterBlanks(value.upperBound))
    {
      value = next
    }
    guard isSecretArgument(value, flag: false),
      words != Self.accounts || RunShape(text[value]).isMixed,
      isPreceded(by: words, before: index, within: min(400, index - further))
    else { return nil }
    return value
  }

  private func word(at start: Int) -> Range<Int>? {
    guard start < text.count, !text[start].isLineEnd else { return nil }
    let value = text[start].isQuote ? quoted(at: start) : unquoted(at: start)
    return value.isEmpty ? nil : value
  }

  /// Whether the word after an option or a keyword is a secret, not a word of a sentence or of a synopsis.
  private func isSecretArgument(_ value: Range<Int>, flag: Bool) -> Bool {
    let run = text[value].prefix(Self.valueLimit)
    guard let first = run.first, run.count >= 3, !isPlaceholder(run), first != 0x2d, first != 0x5c,
      first != 0x2f, first != 0x7e, first != 0x2e, !run.contains(0x28), first != 0x7c
    else { return false }
    // Rejects escapes of manual pages, and then numbers.
    if zip(run, run.dropFirst()).contains(where: { $0 == 0x5c && [0x26, 0x2d, 0x66].contains($1) })
    {
      return false
    }
    if first == 0x30, run.dropFirst().first == 0x78, run.count <= 18 { return false }
    let shape = RunShape(run)
    if shape.letters == 0 { return shape.digits >= 4 }
    // Rejects placeholders in manuals, such as `FILE` and `PASSWORD`.
    if shape.small == 0, shape.digits == 0 { return false }
    if shape.digits > 0 || shape.isUnevenCase
      || run.contains(where: { Array("!$%&*#@^?+".utf8).contains($0) })
    {
      return true
    }
    if text[value.lowerBound - 1].isQuote { return !run.contains(0x20) }
    guard run.allSatisfy({ $0.isLetter || $0 == 0x2d || $0 == 0x5f }) else {
      return shape.others > 0 && flag
    }
    if Self.commonWords.contains(small[value]) { return false }
    // A word is accepted only if another option, a separator or the end of the line follows.
    let rest = afterBlanks(value.upperBound)
    let isLast = rest == text.count || text[rest].isLineEnd
    let isFollowed =
      [0x2d, 0x7c, 0x3e, 0x26, 0x5c].contains(byte(rest)) && rest > value.upperBound
    guard isLast || isFollowed else { return false }
    return isFollowed || !flag
  }

  /// Returns the text after the colon in `user:password`, or after a percent sign; nil if there is none.
  private func partAfterColon(at start: Int) -> Range<Int>? {
    guard let word = word(at: start), text[word].prefix(200).first != 0x2d else { return nil }
    let run = text[word].prefix(200)
    guard let mark = run.firstIndex(where: { $0 == 0x3a || $0 == 0x25 }), mark > run.startIndex
    else {
      return nil
    }
    let value = mark + 1..<word.upperBound
    let part = text[value]
    guard part.count >= 2, !isPlaceholder(part), !part.starts(with: "//".utf8) else { return nil }
    if part.allSatisfy(\.isDigit), run[..<mark].allSatisfy(\.isDigit) { return nil }
    return value
  }
}
