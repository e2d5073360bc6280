/// Counts the letters of a text by script, and collects the trigrams of its words.
///
/// A trigram is three consecutive letters of a word, with a boundary before and after the word: "of" has the
/// trigrams "_of" and "of_". Digits, punctuation and invisible signs are not part of trigrams. Latin words
/// that look like code (addresses, paths, options, identifiers) are skipped, but counted.
package struct TextSurvey {
  /// The number of letters of each script, indexed by the script's raw value.
  package private(set) var letters = [Int](repeating: 0, count: Script.allCases.count)
  private var latinTrigrams: [UInt32] = []
  private var cyrillicTrigrams: [UInt32] = []
  private var arabicTrigrams: [UInt32] = []
  private var devanagariTrigrams: [UInt32] = []
  /// The number of Latin words that are prose.
  package private(set) var latinWordCount = 0
  /// The number of pieces between spaces that look like code.
  package private(set) var codeCount = 0
  /// The number of letters in Bengali script that only Assamese has.
  private(set) var assameseCount = 0
  /// The number of ligatures in Hebrew script that only Yiddish has.
  private(set) var yiddishCount = 0

  /// The number of invalid UTF-8 bytes and control characters, of which real text has few.
  private(set) var damageCount = 0

  private var word = Word()
  private var chunk = Chunk()

  /// Makes an empty survey.
  package init() {
    latinTrigrams.reserveCapacity(4_608)
  }

  /// The trigrams of all words in a script.
  package func trigrams(of script: Script) -> [UInt32] {
    switch script {
    case .latin: latinTrigrams
    case .cyrillic: cyrillicTrigrams
    case .arabic: arabicTrigrams
    case .devanagari: devanagariTrigrams
    default: []
    }
  }

  /// The current word.
  private struct Word {
    var script = Script.latin
    var length = 0
    var secondLast: UInt32 = 0
    var last: UInt32 = 0
    var endsInLowerCase = false

    var isLatin: Bool { length > 0 && script == .latin }
  }

  /// The current piece between two spaces.
  private struct Chunk {
    var latinTrigramStart = 0
    var latinLetters = 0
    var latinWords = 0
    var length = 0
    var looksLikeCode = false
    /// The kinds of the last two characters, to find signs between letters.
    var last = CharacterKind.space
    var beforeLast = CharacterKind.space

    @inline(__always)
    mutating func push(_ kind: CharacterKind) {
      beforeLast = last
      last = kind
      length += 1
    }
  }

  /// A longer Latin word counts as code.
  private static let longestWord = 40

  /// Reads a range of UTF-8 text; invalid bytes are skipped and counted.
  package mutating func read(_ text: Span<UInt8>, in range: Range<Int>) {
    var position = range.lowerBound
    let end = range.upperBound
    while position < end {
      let byte = text[position]
      if byte < 0x80 {
        position += 1
        readASCII(byte)
        if word.isLatin { position = readLowerCase(text, in: position..<end) }
        continue
      }
      let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      guard byte >= 0xc2, byte < 0xf5, end - position >= length else {
        position += 1
        damageCount += 1
        continue
      }
      var value = UInt32(byte) & (0x7f >> UInt32(length))
      var isWhole = true
      for offset in 1..<length {
        let next = text[position + offset]
        isWhole = isWhole && next & 0xc0 == 0x80
        value = value << 6 | UInt32(next & 0x3f)
      }
      guard isWhole else {
        position += 1
        damageCount += 1
        continue
      }
      position += length
      readScalar(value)
    }
    endChunk()
  }

  @inline(__always)
  private mutating func readASCII(_ byte: UInt8) {
    let folded = byte | 0x20
    if folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z") {
      readLatin(UInt32(folded), isUpper: folded != byte)
    } else {
      if byte < 0x20 && (byte < 0x09 || byte > 0x0d) { damageCount += 1 }
      readSign(CharacterKind(ascii: byte))
    }
  }

  /// Reads the lower-case letters that continue a Latin word, a fast path for most text; returns their end.
  @inline(__always)
  private mutating func readLowerCase(_ text: Span<UInt8>, in range: Range<Int>) -> Int {
    var (secondLast, last) = (word.secondLast, word.last)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = text[position]
      guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { break }
      let letter = UInt32(byte)
      latinTrigrams.append(secondLast << 20 | last << 10 | letter)
      (secondLast, last) = (last, letter)
      position += 1
    }
    let count = position - range.lowerBound
    if count > 0 {
      word.secondLast = secondLast
      word.last = last
      word.length += count
      word.endsInLowerCase = true
      chunk.latinLetters += count
      chunk.length += count
      chunk.beforeLast = .letter
    }
    return position
  }

  private mutating func readScalar(_ value: UInt32) {
    if value < 0x370 || value >> 8 == 0x1e {
      if let letter = LetterFolding.latin(value) {
        let isUpper = value < 0x1e00 ? letter != value && value != 0x163 : value & 1 == 0
        readLatin(letter, isUpper: isUpper)
      } else {
        readSign(CharacterKind(nonASCII: value))
      }
      return
    }
    guard let script = Script.script(ofNonLatin: value) else {
      readSign(CharacterKind(nonASCII: value))
      return
    }
    letters[script.rawValue] += 1
    switch script {
    case .cyrillic: append(LetterFolding.cyrillic(value), of: .cyrillic)
    case .arabic, .devanagari: append(LetterFolding.other(value), of: script)
    case .bengali where value >= 0x9f0: assameseCount += 1
    case .hebrew where value >= 0x5f0: yiddishCount += 1
    default: endWord()
    }
    chunk.push(.letter)
  }

  @inline(__always)
  private mutating func readLatin(_ letter: UInt32, isUpper: Bool) {
    switch chunk.last {
    case .letter:
      // A capital inside a word shows an identifier, except in words like "iPhone" and Irish "hÉireann".
      if isUpper && word.endsInLowerCase && word.length > 1 { chunk.looksLikeCode = true }
    case .digit: chunk.looksLikeCode = true
    case .joint, .slash, .opening:
      let follows = chunk.beforeLast == .letter || chunk.beforeLast == .digit
      if follows || chunk.last == .slash && chunk.length == 1 { chunk.looksLikeCode = true }
    case .dash:
      if chunk.length == 2 && chunk.beforeLast == .dash { chunk.looksLikeCode = true }
    default: break
    }
    append(letter, of: .latin)
    word.endsInLowerCase = !isUpper
    chunk.latinLetters += 1
    chunk.push(.letter)
  }

  private mutating func readSign(_ kind: CharacterKind) {
    switch kind {
    case .ignored: return
    case .space: endChunk()
    case .code:
      endWord()
      chunk.looksLikeCode = true
      chunk.push(kind)
    case .digit:
      endWord()
      if chunk.last == .letter { chunk.looksLikeCode = true }
      chunk.push(kind)
    default:
      endWord()
      if kind == .closing && chunk.last == .opening && chunk.beforeLast == .letter {
        chunk.looksLikeCode = true
      }
      chunk.push(kind)
    }
  }

  @inline(__always)
  private mutating func append(_ letter: UInt32, of script: Script) {
    if word.length > 0 && word.script != script { endWord() }
    word.script = script
    if word.length > 0 {
      record(word.secondLast << 20 | word.last << 10 | letter)
    }
    word.secondLast = word.last
    word.last = letter
    word.length += 1
  }

  @inline(__always)
  private mutating func record(_ trigram: UInt32) {
    switch word.script {
    case .cyrillic: cyrillicTrigrams.append(trigram)
    case .arabic: arabicTrigrams.append(trigram)
    case .devanagari: devanagariTrigrams.append(trigram)
    default: latinTrigrams.append(trigram)
    }
  }

  @inline(__always)
  private mutating func endWord() {
    guard word.length > 0 else { return }
    record(word.secondLast << 20 | word.last << 10)
    if word.script == .latin {
      chunk.latinWords += 1
      if word.length > Self.longestWord { chunk.looksLikeCode = true }
    }
    word = Word()
  }

  @inline(__always)
  private mutating func endChunk() {
    endWord()
    guard chunk.length > 0 else { return }
    if chunk.looksLikeCode {
      latinTrigrams.removeLast(latinTrigrams.count - chunk.latinTrigramStart)
      codeCount += 1
    } else {
      letters[Script.latin.rawValue] += chunk.latinLetters
      latinWordCount += chunk.latinWords
    }
    chunk = Chunk()
    chunk.latinTrigramStart = latinTrigrams.count
  }
}
