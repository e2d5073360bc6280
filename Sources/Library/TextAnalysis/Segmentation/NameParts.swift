/// Finds the words inside a name: `QuarterlyReport2024` contains quarterly, report and 2024.
///
/// A name is split between a lowercase and an uppercase letter, and before the last of several
/// uppercase letters if a lowercase letter follows (`HTTPServer`). It is also split between three
/// or more letters and two or more digits: `v2`, `mp3` and `utf8` stay whole. Two or
/// more digits are split from a unit of up to four letters: `500GB`.
struct NameParts {
  /// The kind of a character in a name.
  enum Kind: UInt8 {
    case lower, upper, digit
  }

  /// The kinds of the characters of a name, a bit for each character; characters without a bit are lowercase.
  struct Kinds: Equatable {
    var uppercase: UInt64 = 0
    var digits: UInt64 = 0

    /// Sets the kind of a character, whose index must be below 64.
    mutating func set(_ kind: Kind, at index: Int) {
      switch kind {
      case .lower: break
      case .upper: uppercase |= 1 << UInt64(index)
      case .digit: digits |= 1 << UInt64(index)
      }
    }
  }

  /// A word inside the name: its folded bytes and its range in the text.
  struct Part: Equatable {
    var bytes: Range<Int>
    var source: Range<Int>
  }

  private struct Character {
    var offset: Int
    var source: Range<Int>
  }

  /// The most characters of a name that is split; longer names are probably data.
  static let longestName = 64

  /// A name of more words than this gives no chains of words, because it is probably data.
  static let mostChained = 8

  private var characters: [Character] = []
  private var kinds = Kinds()
  var isEnabled = false

  mutating func clear() {
    characters.removeAll(keepingCapacity: true)
    kinds = Kinds()
  }

  mutating func add(_ kind: Kind, at offset: Int, source: Range<Int>) {
    guard isEnabled else { return }
    if characters.count < Self.longestName { kinds.set(kind, at: characters.count) }
    characters.append(Character(offset: offset, source: source))
  }

  /// The words inside the name in order; empty if the name is one word.
  func find(byteCount: Int) -> [Part] {
    guard characters.count <= Self.longestName else { return [] }
    let starts = Self.starts(of: kinds, count: characters.count)
    if starts == 0 { return [] }
    return Ranges(starts: starts, count: characters.count).map { part in
      let (first, last) = (characters[part.lowerBound], characters[part.upperBound - 1])
      let end = part.upperBound < characters.count ? characters[part.upperBound].offset : byteCount
      return Part(
        bytes: first.offset..<end, source: first.source.lowerBound..<last.source.upperBound)
    }
  }

  /// The range of characters of each word inside a name.
  struct Ranges: Sequence, IteratorProtocol {
    /// The characters at which the words after the current one begin, a bit for each.
    private var starts: UInt64
    private let count: Int
    private var begin = 0

    /// - Parameters:
    ///   - starts: the characters at which words begin, without the first word.
    ///   - count: the number of characters.
    @inline(__always)
    init(starts: UInt64, count: Int) {
      (self.starts, self.count) = (starts, count)
    }

    @inline(__always)
    mutating func next() -> Range<Int>? {
      if begin == count { return nil }
      let end = starts == 0 ? count : starts.trailingZeroBitCount
      starts &= starts &- 1
      defer { begin = end }
      return begin..<end
    }
  }

  /// The characters at which words begin, without the first word: a bit for each character.
  @inline(__always)
  static func starts(of kinds: Kinds, count: Int) -> UInt64 {
    let all = UInt64.max >> UInt64(64 - count)
    let (upper, digit) = (kinds.uppercase, kinds.digits)
    let lower = ~(upper | digit) & all
    let letter = ~digit & all
    let afterLower = upper & lower << 1
    let lastOfSeveral = upper & upper << 1 & lower >> 1
    let afterDigits = letter & digit << 1 & digit << 2 & letter >> 1 & letter >> 2
    let beforeDigits = digit & letter << 1 & letter << 2 & letter << 3 & digit >> 1
    return afterLower | lastOfSeveral | afterDigits | beforeDigits
      | unit(after: digit, letter, count)
  }

  /// The character at which the unit of a number begins, as a bit; 0 if the name is anything else.
  @inline(__always)
  private static func unit(after digit: UInt64, _ letter: UInt64, _ count: Int) -> UInt64 {
    let digits = (~digit).trailingZeroBitCount
    let letters = count - digits
    guard digits > 1, (1...4).contains(letters), letter.nonzeroBitCount == letters else { return 0 }
    return 1 << UInt64(digits)
  }
}
