/// The words of a text with their numbers: a multiset.
///
/// A word is a run of letters, marks and digits in lower case. Characters of Chinese and Japanese are
/// counted in pairs of neighbours, because nothing separates their words.
struct WordCount {
  private(set) var counts: [String: Int] = [:]
  private(set) var total = 0

  /// Counts the words of a text in UTF-8.
  init(_ text: [UInt8]) {
    var word = ""
    var last: Unicode.Scalar?
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if Self.isIdeograph(scalar) {
        add(word)
        word = ""
        add(last.map { "\($0)\(scalar)" } ?? "")
        last = scalar
        continue
      }
      last = nil
      if Self.isPartOfWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        add(word)
        word = ""
      }
    }
    add(word)
  }

  /// The number of words that are in both, each as often as in the one that has fewer of it.
  func shared(with other: WordCount) -> Int {
    counts.reduce(0) { $0 + min($1.value, other.counts[$1.key, default: 0]) }
  }

  /// Words that the other has fewer of, the most frequent first.
  func missing(in other: WordCount) -> [(word: String, count: Int)] {
    counts.compactMap { word, count in
      let missing = count - other.counts[word, default: 0]
      return missing > 0 ? (word, missing) : nil
    }.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
  }

  private mutating func add(_ word: String) {
    if word.isEmpty { return }
    counts[word.lowercased(), default: 0] += 1
    total += 1
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30ff, 0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff: true
    default: false
    }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: return true
    case ..<0x80: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}

/// How the words of documents compare with a reference.
struct WordShares {
  /// A document, and the share of the reference's words that were found in it.
  struct Document {
    let name: String
    let share: Double
    /// Words that were not found.
    let missing: String
  }

  private(set) var files = 0
  /// The number of words of the references.
  private(set) var words = 0
  private var ownWords = 0
  private var shared = 0
  private var documents: [Document] = []

  /// Adds a document.
  mutating func add(_ name: String, _ own: WordCount, _ reference: WordCount) {
    let shared = reference.shared(with: own)
    files += 1
    words += reference.total
    ownWords += own.total
    self.shared += shared
    if shared == reference.total { return }
    let missing = reference.missing(in: own).prefix(12)
    documents.append(
      Document(
        name: name, share: Double(shared) / Double(reference.total),
        missing: missing.map { "\($0.word) \($0.count)" }.joined(separator: ", ")))
  }

  /// The share of the reference's words that were found.
  var found: Double { words == 0 ? 0 : Double(shared) / Double(words) }
  /// The share of our words that the reference has.
  var confirmed: Double { ownWords == 0 ? 0 : Double(shared) / Double(ownWords) }
  /// The documents in which the smallest shares were found.
  var worst: ArraySlice<Document> { documents.sorted { $0.share < $1.share }.prefix(5) }
}

/// A share in percent with three decimals, rounded down: "100.000" is all.
func percent(_ share: Double) -> String {
  let thousandths = Int(share * 100_000)
  let rest = "\(1_000 + thousandths % 1_000)".dropFirst()
  return "\(thousandths / 1_000).\(rest)"
}
