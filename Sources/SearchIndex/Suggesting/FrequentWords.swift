import TextAnalysis

/// The most frequent words of an index, with the number of documents that contain them.
///
/// Stop words, numbers, and the pairs of characters by which Chinese, Japanese and Korean are indexed
/// are left out. A word takes about 25 bytes.
public struct FrequentWords: Sendable {
  /// A word with the number of documents that contain it.
  struct Entry: Equatable {
    let word: [UInt8]
    let documents: Int
  }

  /// Between this many and twice as many words are kept, if the index has them.
  static let capacity = 60_000

  private let stopWords: [StopWords]
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var documents: [Int32] = []
  /// The letters of each word: a bit for the last six bits of each code point.
  private var letters: [UInt64] = []
  /// The number of code points of each word.
  private var lengths: [UInt8] = []
  /// Words in fewer documents are dropped.
  private var leastDocuments = 1
  /// The number of words that were offered.
  private(set) var offered = 0
  /// The last word that was offered.
  private(set) var last: [UInt8] = []

  init(stopWords: [StopWords] = [], capacity: Int = Self.capacity) {
    self.stopWords = stopWords
    self.capacity = capacity
  }

  var count: Int { ends.count }

  /// Adds a word if it may be suggested; words must be offered in the order of their bytes.
  mutating func offer(_ word: [UInt8], documents count: Int) {
    offered += 1
    last = word
    guard count >= leastDocuments, accepts(word) else { return }
    bytes += word
    ends.append(Int32(bytes.count))
    documents.append(Int32(clamping: count))
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
    letters.append(Self.letters(of: scalars))
    lengths.append(UInt8(clamping: scalars.count))
    if self.count > 2 * capacity { dropRare() }
  }

  /// Whether a word may be suggested.
  func accepts(_ word: [UInt8]) -> Bool {
    Self.isReadable(word) && !stopWords.contains { $0.contains(word.span) }
  }

  private mutating func dropRare() {
    leastDocuments = Int(documents.sorted()[count - capacity]) + 1
    let old = self
    bytes = []
    ends = []
    documents = []
    letters = []
    lengths = []
    for number in 0..<old.count where old.documents[number] >= leastDocuments {
      bytes += old.word(number)
      ends.append(Int32(bytes.count))
      documents.append(old.documents[number])
      letters.append(old.letters[number])
      lengths.append(old.lengths[number])
    }
  }

  private func word(_ number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])]
  }

  private func entry(_ number: Int) -> Entry {
    Entry(word: Array(word(number)), documents: Int(documents[number]))
  }

  private static func letters(of word: some Sequence<Unicode.Scalar>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }
}

// MARK: - What is a word

extension FrequentWords {
  /// Whether a word has two letters or more and ends in few digits, unlike words of binary files.
  static func isReadable(_ word: [UInt8]) -> Bool {
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    let digits = scalars.reversed().prefix { "0"..."9" ~= $0 }.count
    let letters = scalars.dropLast(digits)
    return (2...32).contains(letters.count) && digits <= 4 && letters.allSatisfy(isLetter)
  }

  /// Whether it is a letter of a script whose words are indexed whole.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61...0x7a: true
    case 0..<0x80, 0x1100...0x11ff, 0x2e80...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7ff,
      0xf900...0xfaff, 0xff00...0xffef, 0x1_b000...:
      false
    default: scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }
  }
}

// MARK: - Looking up

extension FrequentWords {
  /// The longer words with a prefix, the most frequent first.
  ///
  /// O(words with the prefix).
  func completions(of prefix: [UInt8], limit: Int) -> [Entry] {
    var found: [Int] = []
    var number = firstNumber(from: prefix)
    while number < count, word(number).starts(with: prefix) {
      if word(number).count > prefix.count { found.append(number) }
      number += 1
    }
    found.sort { (documents[$0], $1) > (documents[$1], $0) }
    return found.prefix(limit).map(entry)
  }

  /// The number of documents that contain a word; 0 if the word was dropped.
  func documents(having word: [UInt8]) -> Int {
    let number = firstNumber(from: word)
    return number < count && self.word(number).elementsEqual(word) ? Int(documents[number]) : 0
  }

  /// The words that may have been intended, the likeliest first.
  ///
  /// A word of three to five letters may have one typing error, a longer one two. Each error must
  /// be outweighed by 32 times as many documents; an error in the first letter, which is rare, by
  /// another factor of eight. Words of a single document count only if there are no others.
  ///
  /// O(words): two nanoseconds each.
  func corrections(of typed: [UInt8], limit: Int) -> [Entry] {
    let scalars = Array(String(decoding: typed, as: UTF8.self).unicodeScalars)
    guard scalars.count >= 3 else { return [] }
    let most = scalars.count < 6 ? 1 : 2
    let wanted = Self.letters(of: scalars)
    var found: [(number: Int, weight: Int)] = []
    for number in 0..<count
    where (letters[number] ^ wanted).nonzeroBitCount <= 2 * most
      && abs(Int(lengths[number]) - scalars.count) <= most
    {
      let other = Array(String(decoding: word(number), as: UTF8.self).unicodeScalars)
      guard let errors = EditDistance(most).between(scalars, other), errors > 0 else { continue }
      let magnitude = Int32.bitWidth - documents[number].leadingZeroBitCount
      let first = scalars.first == other.first ? 0 : 3
      found.append((number, magnitude - 5 * errors - first))
    }
    if found.contains(where: { documents[$0.number] > 1 }) {
      found.removeAll { documents[$0.number] == 1 }
    }
    found.sort {
      ($0.weight, documents[$0.number], $1.number) > ($1.weight, documents[$1.number], $0.number)
    }
    return found.prefix(limit).map { entry($0.number) }
  }

  /// The number of the first word that is not less than this one.
  private func firstNumber(from word: [UInt8]) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if self.word(middle).lexicographicallyPrecedes(word) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
