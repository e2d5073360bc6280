/// Finds secrets in a text; each step adds its ranges, in any order and with overlaps.
///
/// Every step is O(length): a search forward or back has a limit, or skips the text that it has
/// found.
struct SecretFinder {
  let text: [UInt8]
  /// The text with the small letters of ASCII capitals.
  let small: [UInt8]
  var ranges: [Range<Int>] = []

  /// A value is examined up to this length; one that is masked is masked as a whole.
  static let valueLimit = 512

  /// Where the phrases begin, by their numbers.
  private let found: [[Int]]
  /// Whether it is a JSON Web Key, the members of which have names of one or two letters.
  let isKeySet: Bool

  init(_ text: [UInt8]) {
    self.text = text
    small = text.map(\.inSmallLetters)
    found = Self.phrases.occurrences(in: small)
    isKeySet =
      Self.phrases.number(of: Array("\"kty\"".utf8)).map { [found] in !found[$0].isEmpty } ?? false
  }

  /// All texts that are looked for; letter case does not matter.
  private static let phrases = Phrases(
    keyPhrases + headerPhrases + codes + seedPhrases + ["\"kty\"", "kind: secret"])

  mutating func run() {
    addPrivateKeys()
    addTokens()
    addAssignedValues()
    addTaggedValues()
    addSpokenValues()
    addKeywordValues()
    addPasswordsInAddresses()
    addHeaderValues()
    addListedCodes()
    addWordLists()
    addSecretObjects()
    addColumns()
  }
}

// MARK: - Reading

extension SecretFinder {
  /// The byte at an index; 0 outside of the text.
  func byte(_ index: Int) -> UInt8 { text.indices.contains(index) ? text[index] : 0 }

  /// The offsets at which one of the phrases begins, in any letter case; they do not overlap.
  func occurrences(of wanted: String) -> [Int] {
    Self.phrases.number(of: Array(wanted.utf8)).map { found[$0] } ?? []
  }

  /// Whether a text in small letters begins at an index, in any letter case.
  func has(_ wanted: String, at index: Int) -> Bool {
    index >= 0 && index + wanted.utf8.count <= small.count
      && small[index...].starts(with: wanted.utf8)
  }

  /// The first index at or after `index` that is no blank.
  func afterBlanks(_ index: Int) -> Int {
    var index = index
    while index < text.count, text[index].isBlank { index += 1 }
    return index
  }

  /// The first index at or after `index` that is no blank and no line end, at most 200 bytes away.
  func afterSpaces(_ index: Int) -> Int {
    var index = index
    let end = min(text.count, index + 200)
    while index < end, text[index].isSpace { index += 1 }
    return index
  }

  /// The end of the run of bytes that meet a condition.
  func end(of start: Int, limit: Int = .max, _ condition: (UInt8) -> Bool) -> Int {
    var index = start
    let end = limit < text.count - start ? start + limit : text.count
    while index < end, condition(text[index]) { index += 1 }
    return index
  }

  /// The start of the run of bytes before `end` that meet a condition.
  func start(of end: Int, limit: Int, _ condition: (UInt8) -> Bool) -> Int {
    var index = end
    let start = max(0, end - limit)
    while index > start, condition(text[index - 1]) { index -= 1 }
    return index
  }

  /// Whether an index is the beginning of a word.
  ///
  /// The characters of `\n` before it and of `%3D` are no part of a word.
  func beginsWord(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = text[index - 1]
    if !before.isAlphanumeric && before != 0x5f { return true }
    if byte(index - 2) == 0x5c { return [0x6e, 0x74, 0x72].contains(before) }
    return before.isHexDigit && byte(index - 2).isHexDigit && byte(index - 3) == 0x25
  }

  /// Whether one of these words in small letters begins in the bytes before an index.
  func isPreceded(by words: [String], before index: Int, within length: Int) -> Bool {
    let start = max(0, index - length)
    var position = start
    while position < index {
      for word in words where has(word, at: position) { return true }
      position += 1
    }
    return false
  }
}
