import TextAnalysis

/// The words of an index, with the number of documents that contain them.
///
/// Numbers, data, and the pairs of characters by which Chinese, Japanese and Korean are indexed are
/// left out. A word takes about six bytes.
public struct WordList: Sendable {
  /// A word with the number of documents that contain it.
  struct Entry: Equatable {
    let word: [UInt8]
    let documents: Int
  }

  /// The most bytes that the words may take; above, the words of the fewest documents are dropped.
  ///
  /// This is enough for about four million words.
  static let byteLimit = 24 << 20
  /// The most letters of a word: German law has compounds of 63.
  static let longestWord = 63

  /// The words in the order of their bytes.
  private(set) var blocks: [WordBlock] = []
  /// The number of words.
  public private(set) var count = 0
  /// The number of words that were offered.
  private(set) var offered = 0
  /// The last word that was offered.
  private(set) var last: [UInt8] = []
  /// Words in fewer documents are dropped.
  private(set) var leastDocuments = 1
  private let stopWords: [StopWords]
  private let byteLimit: Int
  /// The last word that was added.
  private var lastAdded: [UInt8] = []
  /// The number of bytes that the words take.
  public private(set) var byteCount = 0

  init(stopWords: [StopWords] = [], byteLimit: Int = Self.byteLimit) {
    self.stopWords = stopWords
    self.byteLimit = byteLimit
  }

  /// Adds a word if it is readable; words must be offered in the order of their bytes.
  mutating func offer(_ word: [UInt8], documents: Int) {
    offered += 1
    last = word
    guard documents >= leastDocuments, Self.isReadable(word) else { return }
    append(word, documents: documents)
    while byteCount > byteLimit { dropRarest() }
  }

  /// Whether a word is one of the stop words, which are not offered as completions.
  func isStopWord(_ word: [UInt8]) -> Bool {
    stopWords.contains { $0.contains(word.span) }
  }

  private mutating func append(_ word: [UInt8], documents: Int) {
    if blocks.last.map({ $0.bytes.count >= WordBlock.byteLimit }) ?? true {
      blocks.append(WordBlock())
    }
    let end = blocks.count - 1
    let before = blocks[end].byteCount
    blocks[end].append(word, documents: documents, after: lastAdded)
    byteCount += blocks[end].byteCount - before
    lastAdded = word
    count += 1
  }

  /// Drops the words with the smallest number of documents.
  private mutating func dropRarest() {
    leastDocuments += 1
    let old = blocks
    blocks = []
    count = 0
    byteCount = 0
    var word: [UInt8] = []
    for block in old {
      var reader = WordBlockReader(block)
      while reader.next() {
        reader.complete(&word)
        if reader.documents >= leastDocuments { append(word, documents: reader.documents) }
      }
    }
  }
}

// MARK: - Words that are kept

extension WordList {
  /// Whether a word has a letter or more and ends in few digits, unlike words of binary files.
  static func isReadable(_ word: [UInt8]) -> Bool {
    if word.count <= longestWord, word.allSatisfy({ 0x61...0x7a ~= $0 }) { return !word.isEmpty }
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    let digits = scalars.reversed().prefix { "0"..."9" ~= $0 }.count
    let letters = scalars.dropLast(digits)
    return (1...longestWord).contains(letters.count) && digits <= 4
      && letters.allSatisfy(isLetter)
  }

  /// Whether it is a letter of a script whose words are indexed whole.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61...0x7a: true
    case 0..<0x80, 0x1100...0x11ff, 0x2e80...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7ff,
      0xf900...0xfaff, 0xff00...0xffef, 0x1_b000...:
      false
    default: scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }
  }
}
