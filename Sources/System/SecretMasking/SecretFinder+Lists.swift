/// Finds codes and words that follow an announcement such as "recovery codes".
extension SecretFinder {
  static let codes = [
    "recovery code", "backup code", "scratch code", "backup verification code",
    "wiederherstellungscode",
    "ersatzcode", "backup-code", "recovery-code", "recovery_code", "backup_code",
    "codes de récupération",
    "codes de secours", "code de secours", "códigos de recuperación", "códigos de respaldo",
    "codici di backup",
    "codici di recupero", "one-time code", "emergency code", "recovery key", "backup key",
    "app password",
    "app-specific password", "emergency kit", "2fa code", "two-factor code",
  ]

  /// Adds the codes after "recovery codes" and the like.
  mutating func addListedCodes() {
    for name in Self.codes {
      for begin in occurrences(of: name) { addCodes(after: begin + name.utf8.count) }
    }
  }

  /// Adds the codes in the following lines.
  private mutating func addCodes(after start: Int) {
    var index = start
    let limit = min(text.count, start + 800)
    var hasCodes = false
    var words = 0
    while index < limit {
      let byte = text[index]
      guard byte.isAlphanumeric else {
        if byte == 0x0a { words = 0 }
        index += 1
        continue
      }
      let word =
        index..<end(of: index, limit: 100) { $0.isAlphanumeric || $0 == 0x2d || $0 == 0x5f }
      index = word.upperBound
      if isCode(word, amongOthers: hasCodes) {
        ranges.append(word)
        hasCodes = true
        words = 0
      } else if !text[word].allSatisfy(\.isDigit) {
        words += 1
        if words > (hasCodes ? 2 : 24) { break }
      }
    }
  }

  private func isCode(_ word: Range<Int>, amongOthers: Bool) -> Bool {
    let run = text[word]
    let groups = run.split(separator: 0x2d, omittingEmptySubsequences: false)
    let shape = RunShape(run)
    if run.contains(0x5f) { return false }
    if groups.count == 1 {
      if shape.digits == shape.count { return 6...10 ~= shape.count }
      return 6...40 ~= shape.count && shape.digits > 0 && shape.changes >= 2
    }
    // `2026-01-31` is a date, not a code.
    if shape.digits > 0, shape.letters == 0, groups.count == 3, groups[0].count == 4,
      groups[1].count == 2
    {
      return false
    }
    let sizes = Set(groups.map(\.count))
    return sizes.count == 1 && 4...8 ~= (sizes.first ?? 0)
      && (shape.digits > 0 || amongOthers || groups.count >= 3)
  }

  // MARK: - Kubernetes

  /// Adds the values below `data:` in a Kubernetes object with `kind: Secret`.
  mutating func addSecretObjects() {
    var reached = 0
    for kind in occurrences(of: "kind: secret") where kind >= reached {
      // Further occurrences in the same line belong to the same object.
      reached = self.end(of: kind) { $0 != 0x0a }
      let end = min(text.count, kind + 8_000)
      var line = kind
      var indentation: Int?
      while line < end {
        let next = self.end(of: line) { $0 != 0x0a } + 1
        let start = afterBlanks(line)
        if has("---", at: line) || line > kind && has("kind:", at: line) { break }
        if has("data:", at: start) || has("stringdata:", at: start) {
          indentation = start - line
        } else if let outer = indentation, start < text.count, !text[start].isLineEnd {
          if start - line <= outer {
            indentation = nil
          } else {
            let name = self.end(of: start, limit: 100) {
              $0.isOfWord || $0 == 0x2d || $0 == 0x2e || $0 == 0x22
            }
            if byte(name) == 0x3a {
              let first = afterBlanks(name + 1)
              let value = first..<max(first, min(next - 1, text.count))
              let isText =
                value.count >= 4 && text[value].first != 0x7b && !isPlaceholder(text[value])
              if isText, byte(first) != 0x7c, byte(first) != 0x3e { ranges.append(value) }
            } else {
              ranges.append(start..<max(start, min(next - 1, text.count)))
            }
          }
        }
        line = next
      }
    }
  }

  // MARK: - Words

  static let seedPhrases = [
    "seed phrase", "recovery phrase", "mnemonic", "secret phrase", "backup phrase", "seed words",
    "recovery words",
    "wallet seed", "wallet words", "secret recovery", "bip39", "bip-39", "seed:", "seed =", "seed=",
    "12 words",
    "24 words", "phrase de récupération", "wiederherstellungsphrase", "frase semilla",
    "frase de recuperación",
  ]
  /// Words that are common in sentences, but are in no list of words for seed phrases.
  static let common: Set<String> = [
    "the", "and", "for", "are", "was", "with", "from", "has", "been", "its", "his", "her", "which",
    "were", "into",
    "them", "these", "not", "but", "your", "you",
  ]

  /// Adds the words after "seed phrase" and the like.
  mutating func addWordLists() {
    for name in Self.seedPhrases {
      for begin in occurrences(of: name) { addWords(after: begin + name.utf8.count) }
    }
  }

  private mutating func addWords(after start: Int) {
    var index = start
    var first: Int?
    var last = start
    var count = 0
    let limit = min(text.count, start + 600)
    while index < limit {
      guard text[index].isLetter else {
        // Between words there may be blanks, numbers, punctuation and quotes.
        let isBetween =
          text[index].isSpace || text[index].isDigit || text[index].isQuote
          || Array(".,:;=)[]-*#(>|".utf8).contains(text[index])
        guard isBetween else { break }
        index += 1
        continue
      }
      let word = index..<end(of: index, limit: 16, \.isOfWord)
      index = word.upperBound
      let run = small[word]
      let isOfList =
        3...8 ~= run.count && run.allSatisfy(\.isSmall)
        && !Self.common.contains(String(decoding: run, as: UTF8.self))
      if isOfList, text[word].first?.isSmall == true || count > 0 {
        if first == nil { first = word.lowerBound }
        last = word.upperBound
        count += 1
      } else if count < 12 {
        (first, count) = (nil, 0)
        if word.lowerBound - start > 120 { return }
      } else {
        break
      }
    }
    guard let first, count >= 12 else { return }
    ranges.append(first..<last)
  }
}
