/// How well each trigram fits the languages of one script.
///
/// A row has four bits for each language: `15 + log(P(trigram | language)) / step` within bounds,
/// so that the sum over a text's trigrams is its logarithmic likelihood in steps.
struct TrigramTable: Sendable {
  /// The tables by the number of their script.
  static let all = read(TrigramTableData.encoded)

  let languages: TrigramLanguages
  /// The mean value of a trigram in each language's own text, in sixteenths.
  let usualValues: [Int]
  /// An open hash table: a trigram or 0.
  private var slots: [UInt32]
  /// The row of the trigram in the same slot.
  private var rowOfSlot: [UInt16]
  /// The rows, one after another.
  private var rows: [UInt64]
  private let shift: UInt32

  /// The natural logarithm of the factor in probability for one step of a value.
  static let step = 0.5

  /// Sums the rows of trigrams, for each language.
  func sums(of trigrams: Span<UInt32>) -> [Int] {
    languages.wordsPerRow == 3 ? wideSums(of: trigrams) : narrowSums(of: trigrams)
  }

  /// The first word of a trigram's row.
  @inline(__always)
  private func row(of trigram: UInt32) -> Int? {
    var slot = firstSlot(of: trigram)
    while true {
      let found = slots[slot]
      if found == trigram { return Int(rowOfSlot[slot]) }
      if found == 0 { return nil }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  @inline(__always)
  private func firstSlot(of trigram: UInt32) -> Int { Int((trigram &* 0x9e37_79b1) >> shift) }

  /// Each byte of a sum holds 17 values of four bits.
  private static let addends = 17
  private static let evenColumns: UInt64 = 0x0f0f_0f0f_0f0f_0f0f

  private func wideSums(of trigrams: Span<UInt32>) -> [Int] {
    var sums = [Int](repeating: 0, count: 48)
    var start = 0
    while start < trigrams.count {
      let end = min(start + Self.addends, trigrams.count)
      var (even0, even1, even2) = (UInt64(0), UInt64(0), UInt64(0))
      var (odd0, odd1, odd2) = (UInt64(0), UInt64(0), UInt64(0))
      for index in start..<end {
        guard let row = row(of: trigrams[index]) else { continue }
        let (first, second, third) = (rows[row * 3], rows[row * 3 + 1], rows[row * 3 + 2])
        even0 &+= first & Self.evenColumns
        odd0 &+= first >> 4 & Self.evenColumns
        even1 &+= second & Self.evenColumns
        odd1 &+= second >> 4 & Self.evenColumns
        even2 &+= third & Self.evenColumns
        odd2 &+= third >> 4 & Self.evenColumns
      }
      Self.add(even0, odd0, to: &sums, at: 0)
      Self.add(even1, odd1, to: &sums, at: 16)
      Self.add(even2, odd2, to: &sums, at: 32)
      start = end
    }
    sums.removeLast(48 - languages.names.count)
    return sums
  }

  private func narrowSums(of trigrams: Span<UInt32>) -> [Int] {
    var sums = [Int](repeating: 0, count: 16)
    var start = 0
    while start < trigrams.count {
      let end = min(start + Self.addends, trigrams.count)
      var (even, odd) = (UInt64(0), UInt64(0))
      for index in start..<end {
        guard let row = row(of: trigrams[index]) else { continue }
        even &+= rows[row] & Self.evenColumns
        odd &+= rows[row] >> 4 & Self.evenColumns
      }
      Self.add(even, odd, to: &sums, at: 0)
      start = end
    }
    sums.removeLast(16 - languages.names.count)
    return sums
  }

  @inline(__always)
  private static func add(_ even: UInt64, _ odd: UInt64, to values: inout [Int], at start: Int) {
    for byte in 0..<8 {
      let shift = UInt64(byte * 8)
      values[start + 2 * byte] &+= Int(even >> shift & 0xff)
      values[start + 2 * byte + 1] &+= Int(odd >> shift & 0xff)
    }
  }
}

extension TrigramTable {
  /// Reads tables: for each script the usual values of its languages, the number of rows, then the
  /// rows by rising trigrams.
  ///
  /// A row has three parts. First comes the distance from the trigram before, in seven bits a byte,
  /// lowest first. Then comes a bit for each column that is not 0, eight a byte. Last come the
  /// values of these columns, two a byte, lowest first.
  private static func read(_ encoded: String) -> [TrigramTable] {
    var reader = TableReader(base64: encoded)
    return TrigramLanguages.all.map { TrigramTable($0, from: &reader) }
  }

  private init(_ languages: TrigramLanguages, from reader: inout TableReader) {
    self.languages = languages
    usualValues = languages.names.map { _ in reader.number() }
    let rowCount = min(reader.number(), Int(UInt16.max))
    let width = languages.wordsPerRow
    let maskSize = (languages.names.count + 7) / 8
    // At most 5 of 7 slots may be taken, because look-ups in a fuller table are slow.
    var slotBits = 4
    while (1 << slotBits) * 5 < rowCount * 7 { slotBits += 1 }
    shift = UInt32(32 - slotBits)
    slots = [UInt32](repeating: 0, count: 1 << slotBits)
    rowOfSlot = [UInt16](repeating: 0, count: 1 << slotBits)
    rows = [UInt64](repeating: 0, count: rowCount * width)
    var trigram: UInt32 = 0
    for row in 0..<rowCount {
      trigram &+= UInt32(truncatingIfNeeded: reader.number())
      insert(trigram, row: row)
      var columns = reader.mask(size: maskSize)
      var pair: UInt64 = 0
      var isSecond = false
      // The first text waits for this loop, so it allocates nothing.
      while columns != 0 {
        let column = columns.trailingZeroBitCount
        columns &= columns - 1
        pair = isSecond ? pair >> 4 : UInt64(reader.byte())
        isSecond.toggle()
        rows[row * width + column / 16] |= (pair & 0xf) << UInt64(column % 16 * 4)
      }
    }
  }

  private mutating func insert(_ trigram: UInt32, row: Int) {
    var slot = firstSlot(of: trigram)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = trigram
    rowOfSlot[slot] = UInt16(truncatingIfNeeded: row)
  }
}
