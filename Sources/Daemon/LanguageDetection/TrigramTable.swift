/// How well each trigram fits each language of a script.
///
/// A row has four bits for each language: `15 + log(P(trigram | language)) / step`, limited to
/// 0…15. The sum over the trigrams of a text is its logarithmic likelihood, in units of `step`.
struct TrigramTable: Sendable {
  /// The tables, indexed by the raw value of their script.
  static let all = read(TrigramTableData.encoded)

  let languages: TrigramLanguages
  /// For each language, the mean value of trigrams in its own texts, in sixteenths.
  let usualValues: [Int]
  /// The trigrams in an open-addressing hash table; 0 in empty slots.
  private var slots: [UInt32]
  /// The index of the row of the trigram in the same slot.
  private var rowOfSlot: [UInt16]
  /// All rows, one after another.
  private var rows: [UInt64]
  private let shift: UInt32

  /// One step of a value is this difference of the natural logarithm of the probability.
  static let step = 0.5

  /// For each language, the sum of its values for these trigrams.
  func sums(of trigrams: Span<UInt32>) -> [Int] {
    languages.wordsPerRow == 3 ? wideSums(of: trigrams) : narrowSums(of: trigrams)
  }

  /// The index of a trigram's row; nil if the table does not have the trigram.
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

  /// How many four-bit values a byte can sum without overflow: 17 × 15 = 255.
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
  /// Reads the tables: for each script the usual values of its languages, the number of rows, then
  /// the rows in ascending order of trigrams.
  ///
  /// A row has three parts. First, the difference from the previous trigram, in seven bits per
  /// byte, lowest first. Second, one bit for each column that is not 0, eight per byte. Third, the
  /// values of these columns, two per byte, lowest first.
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
    // At most 5 of 7 slots are used, because look-ups in a fuller table are slow.
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
      // This loop does not allocate, because the first text to be detected has to wait for it.
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
