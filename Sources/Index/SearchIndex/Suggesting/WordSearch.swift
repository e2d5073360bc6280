/// Finds the words of some blocks that differ from a word in few letters.
///
/// The words of the list are visited in the order of their bytes. For each letter of a word, a set of bits
/// says which beginnings of the typed word match so far; there is one set for each number of errors. The sets
/// for letters that a word shares with the word before are kept. Words that begin with letters that already
/// differ too much are skipped.
///
/// See ``EditDistance`` for the distance; Wu and Manber, "Fast text searching allowing errors",
/// Communications of the ACM 35 (1992), for the sets; Hyyrö, "A bit-vector algorithm for computing
/// Levenshtein and Damerau edit distances", Nordic Journal of Computing 10 (2003), for exchanges.
struct WordSearch {
  /// A word that was found.
  struct Match {
    let letters: [Unicode.Scalar]
    let documents: Int
    let distance: Int
  }

  /// The largest ``limit``.
  private static let mostErrors = 2

  /// For each number of errors, the beginnings of the typed word that match, a bit for each length.
  private typealias Matches = InlineArray<3, UInt64>

  private let limit: Int
  /// For each letter of ASCII, the lengths of the beginnings of the typed word that end with it.
  private var asciiPlaces = [UInt64](repeating: 0, count: 128)
  /// The same for the other letters that were typed.
  private var otherPlaces: [(letter: Unicode.Scalar, lengths: UInt64)] = []
  /// The bit of the whole typed word; 0 for a word that is too long.
  private let whole: UInt64
  /// The matches before the first letter of the current word, and after each letter.
  private var rows: [Matches]
  /// The bytes of the current word for which ``rows`` were computed.
  private var prefix: [UInt8] = []
  /// The letters in ``prefix``.
  private var letters: [Unicode.Scalar] = []
  /// The end of each of the ``letters`` in ``prefix``.
  private var ends: [Int] = []
  /// Whether all words that begin with ``prefix`` differ too much.
  private var isRejected = false

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - typed: the letters of the word; nothing is found for more than 63.
  ///   - limit: the largest distance, up to 2.
  init(_ typed: [Unicode.Scalar], limit: Int) {
    self.limit = min(max(limit, 0), Self.mostErrors)
    whole = typed.count < UInt64.bitWidth ? 1 << UInt64(typed.count) : 0
    for (position, letter) in typed.prefix(UInt64.bitWidth - 1).enumerated() {
      let length: UInt64 = 1 << UInt64(position + 1)
      if letter.isASCII {
        asciiPlaces[Int(letter.value)] |= length
      } else if let known = otherPlaces.firstIndex(where: { $0.letter == letter }) {
        otherPlaces[known].lengths |= length
      } else {
        otherPlaces.append((letter, length))
      }
    }
    var first = Matches(repeating: 0)
    // Before the first letter, each typed letter counts as one too many.
    for errors in 0...self.limit { first[errors] = ~0 >> UInt64(63 - errors) }
    rows = [first]
  }

  /// The words within the limit, in the order of their bytes; O(words).
  mutating func run(in blocks: ArraySlice<WordBlock>) -> [Match] {
    var found: [Match] = []
    if whole == 0 { return found }
    for block in blocks {
      var reader = WordBlockReader(block)
      var isFirst = true
      while reader.next() {
        // The first word of a block is stored whole.
        let shared = isFirst ? block.first.sharedPrefix(with: prefix) : reader.shared
        isFirst = false
        if isRejected, shared >= prefix.count {
          reader.skip(sharing: prefix.count)
          continue
        }
        back(to: shared)
        advance(over: reader, from: shared)
        if !isRejected, let distance {
          found.append(Match(letters: letters, documents: reader.documents, distance: distance))
        }
      }
    }
    return found
  }

  /// The distance of the current word; nil if it differs too much.
  private var distance: Int? {
    let matches = rows[letters.count]
    return (0...limit).first { matches[$0] & whole != 0 }
  }

  /// Keeps only the rows for the letters in the first bytes.
  private mutating func back(to byteCount: Int) {
    isRejected = false
    prefix.removeLast(prefix.count - byteCount)
    while let end = ends.last, end > byteCount {
      ends.removeLast()
      letters.removeLast()
      rows.removeLast()
    }
  }

  /// Adds rows for the bytes of a word that it does not share with ``prefix``.
  private mutating func advance(over reader: WordBlockReader, from shared: Int) {
    var offset = reader.rest.lowerBound + shared - reader.shared
    while offset < reader.rest.upperBound {
      let lead = reader.byte(at: offset)
      prefix.append(lead)
      offset += 1
      var value = UInt32(lead)
      if lead >= 0x80 {
        value &= lead >= 0xf0 ? 0x07 : lead >= 0xe0 ? 0x0f : 0x1f
        while offset < reader.rest.upperBound, reader.byte(at: offset) & 0xc0 == 0x80 {
          prefix.append(reader.byte(at: offset))
          value = value << 6 | UInt32(reader.byte(at: offset) & 0x3f)
          offset += 1
        }
      }
      addRow(Unicode.Scalar(value) ?? "\u{fffd}")
      if isRejected { return }
    }
  }

  /// Adds the row after one more letter.
  @inline(__always)
  private mutating func addRow(_ letter: Unicode.Scalar) {
    let before = rows[letters.count]
    let here = places(of: letter)
    var row = Matches(repeating: 0)
    row[0] = before[0] << 1 & here
    // An exchange of letters continues from the row before the last letter.
    let exchanged = letters.last.map { here << 1 & places(of: $0) } ?? 0
    let earlier = exchanged == 0 ? Matches(repeating: 0) : rows[letters.count - 1]
    for errors in 0..<limit {
      // The same letter, an extra letter, another letter, or a missing letter.
      let simple =
        before[errors + 1] << 1 & here | before[errors] | before[errors] << 1 | row[errors] << 1
      row[errors + 1] = simple | earlier[errors] << 2 & exchanged
    }
    letters.append(letter)
    ends.append(prefix.count)
    rows.append(row)
    isRejected = row[limit] & (whole << 1 &- 1) == 0
  }

  @inline(__always)
  private func places(of letter: Unicode.Scalar) -> UInt64 {
    if letter.isASCII { return asciiPlaces[Int(letter.value)] }
    for other in otherPlaces where other.letter == letter { return other.lengths }
    return 0
  }
}
