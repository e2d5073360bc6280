import TextAnalysis

/// The words of an index, with the number of documents that contain them.
///
/// Numbers, data, and the pairs of characters by which Chinese, Japanese and Korean are indexed are
/// left out. A word takes about twelve bytes.
public struct WordList: Sendable {
  /// A word with the number of documents that contain it.
  struct Entry: Equatable {
    let word: [UInt8]
    let documents: Int
  }

  /// The most bytes that the words may take; above, the words of the fewest documents are dropped.
  ///
  /// This is enough for about two million words.
  static let byteLimit = 24 << 20
  /// A word that occurs is replaced only by one in so many times more documents.
  package static let timesMoreFrequent = 100
  /// The most letters of a word: German law has compounds of 63.
  static let longestWord = 63

  /// The words.
  private(set) var sorted = SortedWords()
  /// The words with their letters in reverse, to find words by their end; see ``finish()``.
  private(set) var reversed = SortedWords()
  /// The number of words.
  public var count: Int { sorted.count }
  /// The number of words that were offered.
  private(set) var offered = 0
  /// The last word that was offered.
  private(set) var last: [UInt8] = []
  /// Words in fewer documents are dropped.
  private(set) var leastDocuments = 1
  /// The documents of the most frequent word.
  private(set) var mostDocuments = 0
  private let stopWords: [StopWords]
  private let byteLimit: Int
  /// The number of bytes that the words take.
  public var byteCount: Int { sorted.byteCount + reversed.byteCount }

  init(stopWords: [StopWords] = [], byteLimit: Int = Self.byteLimit) {
    self.stopWords = stopWords
    self.byteLimit = byteLimit
  }

  /// Adds a word if it is readable; words must be offered in the order of their bytes.
  mutating func offer(_ word: [UInt8], documents: Int) {
    offered += 1
    last = word
    guard documents >= leastDocuments, Self.isReadable(word) else { return }
    sorted.append(word, documents: documents)
    mostDocuments = max(mostDocuments, documents)
    while 2 * sorted.byteCount > byteLimit { dropRarest() }
  }

  /// Prepares corrections, after the last word was offered.
  ///
  /// O(words × log words); meanwhile a word takes about 25 bytes more.
  mutating func finish() {
    reverse()
    while byteCount > byteLimit {
      dropRarest()
      reverse()
    }
  }

  /// Whether a word is one of the stop words, which are not offered as completions.
  func isStopWord(_ word: [UInt8]) -> Bool {
    stopWords.contains { $0.contains(word.span) }
  }

  /// Drops the words with the smallest number of documents.
  private mutating func dropRarest() {
    leastDocuments += 1
    let old = sorted
    sorted = SortedWords()
    old.scan { word, documents in
      if documents >= leastDocuments { sorted.append(word, documents: documents) }
      return true
    }
  }

  /// Makes ``reversed`` of ``sorted``.
  private mutating func reverse() {
    var letters: [UInt8] = []
    var words: [(start: UInt32, end: UInt32, documents: Int)] = []
    words.reserveCapacity(count)
    sorted.scan { word, documents in
      let start = UInt32(letters.count)
      letters += word.reversedLetters
      words.append((start, UInt32(letters.count), documents))
      return true
    }
    words.sort { left, right in
      let length = min(left.end - left.start, right.end - right.start)
      for offset in 0..<length {
        let (left, right) = (letters[Int(left.start + offset)], letters[Int(right.start + offset)])
        if left != right { return left < right }
      }
      return left.end - left.start < right.end - right.start
    }
    reversed = SortedWords()
    for word in words {
      reversed.append(Array(letters[Int(word.start)..<Int(word.end)]), documents: word.documents)
    }
  }
}

extension [UInt8] {
  /// A UTF-8 text with its code points in reverse.
  var reversedLetters: [UInt8] {
    var text = Array(reversed())
    var start = 0
    for end in text.indices where text[end] & 0xc0 != 0x80 {
      // The first byte of a code point now comes last.
      if end > start { text[start...end].reverse() }
      start = end + 1
    }
    return text
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
