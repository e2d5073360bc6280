/// Finds secrets in a text; each step adds ranges, in any order and possibly overlapping.
///
/// Every step is O(length): its searches have a limit, or skip the text that they have found.
struct SecretFinder {
  let text: [UInt8]
  /// The text with ASCII capitals as small letters.
  let small: [UInt8]
  var ranges: [Range<Int>] = []

  /// Only this number of bytes of a value is examined; but a masked value is masked completely.
  static let valueLimit = 512

  /// The offsets of each phrase, by the phrase's index.
  private let found: [[Int]]
  /// Whether the text is a JSON Web Key, whose members have names of one or two letters.
  let isKeySet: Bool

  init(_ text: [UInt8]) {
    self.text = text
    small = text.map(\.inSmallLetters)
    found = Self.phrases.occurrences(in: small)
    isKeySet =
      Self.phrases.number(of: Array("\"kty\"".utf8)).map { [found] in !found[$0].isEmpty } ?? false
  }

  /// All phrases to search for, ignoring case.
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
  /// Returns the byte at an index; 0 outside of the text.
  func byte(_ index: Int) -> UInt8 { text.indices.contains(index) ? text[index] : 0 }

  /// Returns the offsets of a phrase, ignoring case; occurrences do not overlap.
  func occurrences(of wanted: String) -> [Int] {
    Self.phrases.number(of: Array(wanted.utf8)).map { found[$0] } ?? []
  }

  /// Whether `wanted`, given in small letters, is at an index; case is ignored.
  func has(_ wanted: String, at index: Int) -> Bool {
    index >= 0 && index + wanted.utf8.count <= small.count
      && small[index...].starts(with: wanted.utf8)
  }

  /// Returns the first index from `index` on that is not a blank.
  func afterBlanks(_ index: Int) -> Int {
    var index = index
    while index < text.count, text[index].isBlank { index += 1 }
    return index
  }

  /// Returns the first index from `index` on that is neither a blank nor a line end, at most 200 bytes later.
  func afterSpaces(_ index: Int) -> Int {
    var index = index
    let end = min(text.count, index + 200)
    while index < end, text[index].isSpace { index += 1 }
    return index
  }

  /// Returns the end of the run of bytes from `start` on that satisfy a condition.
  func end(of start: Int, limit: Int = .max, _ condition: (UInt8) -> Bool) -> Int {
    var index = start
    let end = limit < text.count - start ? start + limit : text.count
    while index < end, condition(text[index]) { index += 1 }
    return index
  }

  /// Returns the start of the run of bytes before `end` that satisfy a condition.
  func start(of end: Int, limit: Int, _ condition: (UInt8) -> Bool) -> Int {
    var index = end
    let start = max(0, end - limit)
    while index > start, condition(text[index - 1]) { index -= 1 }
    return index
  }

  /// Whether a word begins at an index.
  ///
  /// Escapes before the index, such as `\n` and `%3D`, do not belong to the word.
  func beginsWord(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = text[index - 1]
    if !before.isAlphanumeric && before != 0x5f { return true }
    if byte(index - 2) == 0x5c { return [0x6e, 0x74, 0x72].contains(before) }
    return before.isHexDigit && byte(index - 2).isHexDigit && byte(index - 3) == 0x25
  }

  /// Whether one of the words, given in small letters, begins in the bytes before an index; case is ignored.
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
