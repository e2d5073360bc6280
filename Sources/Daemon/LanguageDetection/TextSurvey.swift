/// The counts of a text: letters of each script, and the trigrams of its words.
///
/// A trigram is three letters of a word, which has a boundary before and after it; "of" has the
/// trigrams "_of" and "of_". Digits, punctuation and invisible signs are in none. Latin words that
/// look like code (addresses, paths, options, identifiers) are left out and counted.
package struct TextSurvey {
  /// The letters of each script, by the script's number.
  package private(set) var letters = [Int](repeating: 0, count: Script.allCases.count)
  private var latinTrigrams: [UInt32] = []
  private var cyrillicTrigrams: [UInt32] = []
  private var arabicTrigrams: [UInt32] = []
  private var devanagariTrigrams: [UInt32] = []
  /// Latin words that are prose.
  package private(set) var latinWordCount = 0
  /// Pieces between spaces that look like code.
  package private(set) var codeCount = 0
  /// Letters of Bengali script that only Assamese has.
  private(set) var assameseCount = 0
  /// Ligatures of Hebrew script that only Yiddish has.
  private(set) var yiddishCount = 0

  /// Bytes that are no UTF-8, and control characters: many of them are in no text.
  private(set) var damageCount = 0

  private var word = Word()
  private var chunk = Chunk()

  /// An empty survey.
  package init() {
    latinTrigrams.reserveCapacity(4_608)
  }

  /// The trigrams of the words of a script.
  package func trigrams(of script: Script) -> [UInt32] {
    switch script {
    case .latin: latinTrigrams
    case .cyrillic: cyrillicTrigrams
    case .arabic: arabicTrigrams
    case .devanagari: devanagariTrigrams
    default: []
    }
  }

  /// The word that is being read.
  private struct Word {
    var script = Script.latin
    var length = 0
    var secondLast: UInt32 = 0
    var last: UInt32 = 0
    var endsInLowerCase = false

    var isLatin: Bool { length > 0 && script == .latin }
  }

  /// The piece between two spaces that is being read.
  private struct Chunk {
    var latinTrigramStart = 0
    var latinLetters = 0
    var latinWords = 0
    var length = 0
    var looksLikeCode = false
    /// The last two kinds of characters, to find signs between letters.
    var last = CharacterKind.space
    var beforeLast = CharacterKind.space

    @inline(__always)
    mutating func push(_ kind: CharacterKind) {
      beforeLast = last
      last = kind
      length += 1
    }
  }

  /// A longer Latin word is no word of prose.
  private static let longestWord = 40

  /// Reads the code points of a range of UTF-8 text; damaged bytes are left out.
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

  /// Reads the small letters that continue a Latin word, most of the text, and returns their end.
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
      // An identifier; "iPhone" and the Irish "hÉireann" are words.
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
