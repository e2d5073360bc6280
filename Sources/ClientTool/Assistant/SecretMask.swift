/// Replaces what looks like a key or a password in texts.
///
/// The daemon leaves out files that are secrets as a whole; this is for secrets inside other files. It
/// finds private keys, tokens with known beginnings, long Base64, and values beside names such as
/// `password`. It errs on the side of masking. Paths are not masked, because they have to be usable.
struct SecretMask {
  /// The number of places that were masked so far.
  private(set) var count = 0

  private static let replacement = Array("[masked]".utf8)

  /// Masks a text; its line feeds stay.
  ///
  /// O(length of the text) for ordinary texts; repeated beginnings of tokens without an end cost its square,
  /// and texts have at most 32 KiB.
  mutating func mask(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let ranges = Self.secrets(in: bytes)
    if ranges.isEmpty { return text }
    var masked: [UInt8] = []
    var end = 0
    for range in ranges where range.lowerBound >= end {
      masked += bytes[end..<range.lowerBound] + Self.replacement
      masked += bytes[range].filter { $0 == 0x0a }
      end = range.upperBound
      count += 1
    }
    return String(decoding: masked + bytes[end...], as: UTF8.self)
  }

  /// Where secrets are, in order; a range may overlap the one before it only if that contains it.
  private static func secrets(in bytes: [UInt8]) -> [Range<Int>] {
    let ranges =
      privateKeys(in: bytes) + tokens(in: bytes) + assignedValues(in: bytes)
      + passwordsInAddresses(in: bytes)
    return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
      .reduce(into: []) { merged, range in
        guard let last = merged.last, range.lowerBound < last.upperBound else {
          merged.append(range)
          return
        }
        merged[merged.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      }
  }
}

// MARK: - Private keys

extension SecretMask {
  /// Blocks such as `-----BEGIN RSA PRIVATE KEY-----`, also without their beginning or end.
  ///
  /// Source: RFC 7468.
  private static func privateKeys(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while let begin = bytes.firstRange(of: "-----", from: start) {
      start = begin + 5
      let line = bytes[begin...].prefix(80).prefix { $0 != 0x0a }
      guard line.firstRange(of: "PRIVATE KEY", from: line.startIndex) != nil else { continue }
      if line.starts(with: Array("-----BEGIN ".utf8)) {
        let end = bytes.firstRange(of: "-----END ", from: start)
          .flatMap { bytes.firstRange(of: "-----", from: $0 + 9) }
        ranges.append(begin..<(end.map { $0 + 5 } ?? bytes.count))
      } else if line.starts(with: Array("-----END ".utf8)) {
        let body = bytes[(ranges.last?.upperBound ?? 0)..<begin].reversed()
          .prefix { isBase64($0) || [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        let spaces = body.reversed().prefix { [0x20, 0x09, 0x0a, 0x0d].contains($0) }.count
        let end = bytes.firstRange(of: "-----", from: begin + 9)
        ranges.append((begin - body.count + spaces)..<(end.map { $0 + 5 } ?? bytes.count))
      }
      start = max(start, ranges.last?.upperBound ?? 0)
    }
    return ranges
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || [0x2b, 0x2f, 0x3d].contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}

// MARK: - Tokens

extension SecretMask {
  /// A kind of token that begins with a known text.
  private struct TokenForm {
    let beginning: [UInt8]
    /// How many characters have to follow at least.
    let length: Int
    /// Which of them may be no letters and digits.
    let others: [UInt8]

    init(_ beginning: String, _ length: Int, _ others: String = "") {
      (self.beginning, self.length) = (Array(beginning.utf8), length)
      self.others = Array(others.utf8)
    }
  }

  /// Sources: the documentation of each service; among them
  /// <https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns>.
  private static let forms = Dictionary(
    grouping: [
      TokenForm("AKIA", 16), TokenForm("ASIA", 16), TokenForm("AIza", 30, "_-"),
      TokenForm("ghp_", 16), TokenForm("gho_", 16), TokenForm("ghu_", 16), TokenForm("ghs_", 16),
      TokenForm("ghr_", 16), TokenForm("github_pat_", 16, "_"), TokenForm("glpat-", 16, "_-"),
      TokenForm("xoxa-", 10, "-"), TokenForm("xoxb-", 10, "-"), TokenForm("xoxe-", 10, "-"),
      TokenForm("xoxe.", 10, "-"), TokenForm("xoxp-", 10, "-"), TokenForm("xoxr-", 10, "-"),
      TokenForm("xoxs-", 10, "-"), TokenForm("xapp-", 10, "-"), TokenForm("sk-", 20, "_-"),
      TokenForm("sk_live_", 16), TokenForm("sk_test_", 16), TokenForm("rk_live_", 16),
      TokenForm("npm_", 30), TokenForm("pypi-", 40, "_-"), TokenForm("hf_", 30),
      TokenForm("SG.", 40, "_-."), TokenForm("ya29.", 20, "_-"), TokenForm("dop_v1_", 40),
      TokenForm("Bearer ", 20, "._~+/=-"),
      // A JSON Web Token: RFC 7519.
      TokenForm("eyJ", 17, "_-."),
    ], by: { $0.beginning[0] })

  /// From this length on Base64 is a key or a file.
  private static let base64Length = 60

  private static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      if index > 0, isAlphanumeric(bytes[index - 1]) || bytes[index - 1] == 0x5f {
        index += 1
        continue
      }
      if let end = endOfToken(at: index, in: bytes) ?? endOfBase64(at: index, in: bytes) {
        ranges.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return ranges
  }

  private static func endOfToken(at start: Int, in bytes: [UInt8]) -> Int? {
    for form in forms[bytes[start]] ?? [] where bytes[start...].starts(with: form.beginning) {
      let rest = bytes[(start + form.beginning.count)...]
        .prefix { isAlphanumeric($0) || form.others.contains($0) }
      guard rest.count >= form.length else { continue }
      // Words such as sk-some-kind-of-kebab-case are no keys.
      guard rest.contains(where: { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) })
      else { continue }
      if form.beginning.count == 3, form.others.contains(0x2e), !rest.contains(0x2e) { continue }
      return rest.endIndex
    }
    return nil
  }

  private static func endOfBase64(at start: Int, in bytes: [UInt8]) -> Int? {
    guard isBase64(bytes[start]), start == 0 || !isBase64(bytes[start - 1]) else { return nil }
    let run = bytes[start...].prefix(while: isBase64)
    guard run.count >= base64Length, run.contains(where: { (0x30...0x39).contains($0) }),
      run.contains(where: { (0x41...0x5a).contains($0) }),
      run.contains(where: { (0x61...0x7a).contains($0) })
    else { return nil }
    return run.endIndex
  }
}

// MARK: - Named values

extension SecretMask {
  /// The ends of the names of secrets, in small letters and without `_` and `-`.
  private static let names = [
    "password", "passwd", "passphrase", "passwort", "kennwort", "secret", "apikey", "accesskey",
    "secretkey", "privatekey", "authtoken", "accesstoken", "refreshtoken", "bearertoken",
  ]

  /// Values that are no secrets.
  private static let placeholders = ["null", "nil", "none", "true", "false", "undefined"]

  /// The values of `password=…`, `"api_key": "…"` and the like.
  private static func assignedValues(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.indices.compactMap { index in
      guard [0x3d, 0x3a].contains(bytes[index]) else { return nil }
      return assignedValue(after: index, in: bytes)
    }
  }

  private static func assignedValue(after sign: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard let name = name(before: sign, in: bytes) else { return nil }
    var start = sign + 1
    // `==` compares, `::` qualifies, `=>` assigns.
    if start < bytes.count, bytes[start] == bytes[sign] { return nil }
    if start < bytes.count, bytes[start] == 0x3e { start += 1 }
    while start < bytes.count, [0x20, 0x09].contains(bytes[start]) { start += 1 }
    guard start < bytes.count else { return nil }
    if [0x22, 0x27, 0x60].contains(bytes[start]) {
      let quote = bytes[start]
      let value = bytes[(start + 1)...].prefix { $0 != quote && $0 != 0x0a }
      return isPlaceholder(value) ? nil : value.startIndex..<value.endIndex
    }
    var value = bytes[start...].prefix { ![0x20, 0x09, 0x0a, 0x0d, 0x26].contains($0) }
    while let last = value.last, Array(",;})]".utf8).contains(last) { value.removeLast() }
    if isPlaceholder(value) || value.contains(0x28) { return nil }
    if bytes[sign] == 0x3a, isProse(value, after: name, in: bytes) { return nil }
    return value.startIndex..<value.endIndex
  }

  /// The name before a sign of assignment, if it is that of a secret.
  private static func name(before sign: Int, in bytes: [UInt8]) -> Range<Int>? {
    var end = sign
    while end > 0, [0x20, 0x09, 0x22, 0x27, 0x5d].contains(bytes[end - 1]) { end -= 1 }
    let length = bytes[..<end].reversed().prefix(64)
      .prefix { isAlphanumeric($0) || [0x5f, 0x2d, 0x2e].contains($0) }.count
    guard length >= 6 else { return nil }
    let range = (end - length)..<end
    let letters = bytes[range].filter(isAlphanumeric).map {
      (0x41...0x5a).contains($0) ? $0 + 32 : $0
    }
    let word = String(decoding: letters, as: UTF8.self)
    return names.contains(where: word.hasSuffix) ? range : nil
  }

  private static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
    guard let first = value.first else { return true }
    let word = String(decoding: value, as: UTF8.self).lowercased()
    return Array("$<{%([*".utf8).contains(first) || placeholders.contains(word)
  }

  /// Whether a word after a colon is probably the next word of a sentence, or a type.
  ///
  /// A value such as `password: sesame` begins a line with its name and ends it.
  private static func isProse(
    _ value: ArraySlice<UInt8>, after name: Range<Int>, in bytes: [UInt8]
  ) -> Bool {
    let letters = value.allSatisfy { isAlphanumeric($0) && !(0x30...0x39).contains($0) }
    guard letters, let first = value.first else { return false }
    let before = bytes[..<name.lowerBound].reversed().prefix { $0 != 0x0a }
    let beginsLine = before.allSatisfy { [0x20, 0x09, 0x2d, 0x22, 0x27].contains($0) }
    let after = bytes[value.endIndex...].prefix { $0 != 0x0a }
    let endsLine = after.allSatisfy { [0x20, 0x09, 0x0d].contains($0) }
    return !beginsLine || !endsLine || (0x41...0x5a).contains(first)
  }

  /// The passwords of `https://user:password@host`.
  private static func passwordsInAddresses(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while let sign = bytes.firstRange(of: "://", from: start) {
      start = sign + 3
      let authority = bytes[start...].prefix { $0 > 0x20 && !Array("/\"'<>".utf8).contains($0) }
      guard let colon = authority.firstIndex(of: 0x3a),
        let end = authority.lastIndex(of: 0x40), colon + 1 < end
      else { continue }
      ranges.append((colon + 1)..<end)
    }
    return ranges
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// Where a text begins for the first time at or after an index.
  fileprivate func firstRange(of text: StaticString, from start: Int) -> Int? {
    let wanted = Array("\(text)".utf8)
    guard let first = wanted.first else { return nil }
    var index = Swift.max(start, startIndex)
    while index + wanted.count <= endIndex {
      if self[index] == first, self[index...].starts(with: wanted) { return index }
      index += 1
    }
    return nil
  }
}
