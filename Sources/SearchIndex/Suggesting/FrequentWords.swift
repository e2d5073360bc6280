import TextAnalysis

/// The words of an index that most documents have, with how many have them.
///
/// Only words that tell a person something: no stop words, no numbers, no pairs of characters as the
/// index holds Chinese, Japanese and Korean. About 25 bytes each.
public struct FrequentWords: Sendable {
  /// A word and how many documents have it.
  struct Entry: Equatable {
    let word: [UInt8]
    let documents: Int
  }

  /// So many words are kept at least, where there are as many, and twice as many at most.
  static let capacity = 60_000

  private let stopWords: [StopWords]
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var documents: [Int32] = []
  /// For each word the letters it has, by the last six bits of their code points.
  private var letters: [UInt64] = []
  /// For each word how many code points it has.
  private var lengths: [UInt8] = []
  /// Words that fewer documents have are left out.
  private var leastDocuments = 1
  /// How many words were offered.
  private(set) var offered = 0
  /// The last word that was offered.
  private(set) var last: [UInt8] = []

  init(stopWords: [StopWords] = [], capacity: Int = Self.capacity) {
    self.stopWords = stopWords
    self.capacity = capacity
  }

  var count: Int { ends.count }

  /// Takes a word where it tells something; they must come in the order of their bytes.
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

  /// Whether a word is one that may be suggested.
  func accepts(_ word: [UInt8]) -> Bool {
    Self.isTelling(word) && !stopWords.contains { $0.contains(word.span) }
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
  /// Two letters at least, with a few digits behind them at most: not what binary files leave.
  static func isTelling(_ word: [UInt8]) -> Bool {
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    let digits = scalars.reversed().prefix { "0"..."9" ~= $0 }.count
    let letters = scalars.dropLast(digits)
    return (2...32).contains(letters.count) && digits <= 4 && letters.allSatisfy(isLetter)
  }

  /// Whether it is a letter of a script whose words the index holds whole.
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
  /// The words that begin so and are longer, those that most documents have first.
  ///
  /// O(words that begin so).
  func completions(of beginning: [UInt8], limit: Int) -> [Entry] {
    var found: [Int] = []
    var number = firstNumber(from: beginning)
    while number < count, word(number).starts(with: beginning) {
      if word(number).count > beginning.count { found.append(number) }
      number += 1
    }
    found.sort { (documents[$0], $1) > (documents[$1], $0) }
    return found.prefix(limit).map(entry)
  }

  /// How many documents have a word; 0 where it is not among these.
  func documents(having word: [UInt8]) -> Int {
    let number = firstNumber(from: word)
    return number < count && self.word(number).elementsEqual(word) ? Int(documents[number]) : 0
  }

  /// The words that may have been meant, the likeliest first.
  ///
  /// A word of three to five letters may have one slip, a longer one two. Each slip has to be made
  /// up for by 32 times as many documents, a slip in the first letter, which is rare, by eight times
  /// as many again. Words of one document count only where there are no others.
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
      guard let slips = EditDistance(most).between(scalars, other), slips > 0 else { continue }
      let magnitude = Int32.bitWidth - documents[number].leadingZeroBitCount
      let first = scalars.first == other.first ? 0 : 3
      found.append((number, magnitude - 5 * slips - first))
    }
    if found.contains(where: { documents[$0.number] > 1 }) {
      found.removeAll { documents[$0.number] == 1 }
    }
    found.sort {
      ($0.weight, documents[$0.number], $1.number) > ($1.weight, documents[$1.number], $0.number)
    }
    return found.prefix(limit).map { entry($0.number) }
  }

  /// The first word that does not come before this one.
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
