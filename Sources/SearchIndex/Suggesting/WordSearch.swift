/// Finds the words of a list that differ from a word in few letters.
///
/// The words are gone through in the order of their bytes. The rows of the dynamic program for the
/// letters that a word shares with the word before are kept, and words are skipped if they begin
/// with letters that differ too much already. See ``EditDistance`` for the distance, and Ukkonen,
/// "Algorithms for approximate string matching", Information and Control 64 (1985), for the band of
/// cells that are computed.
struct WordSearch {
  /// A word that was found.
  struct Match {
    let letters: [Unicode.Scalar]
    let documents: Int
    let distance: Int
  }

  private let typed: [Unicode.Scalar]
  private let limit: Int
  /// The number of columns: one for each letter that was typed, and one before.
  private let width: Int
  /// A row before all letters of the word, and one after each; cells outside the band exceed the
  /// limit.
  private var rows: [UInt8]
  /// The bytes of the current word for which rows were computed.
  private var prefix: [UInt8] = []
  /// The letters of these bytes.
  private var letters: [Unicode.Scalar] = []
  /// The end of each of these letters in ``prefix``.
  private var ends: [Int] = []
  /// Whether every word that begins with ``prefix`` exceeds the limit.
  private var isRejected = false

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - typed: the letters of the word.
  ///   - limit: the largest distance.
  init(_ typed: [Unicode.Scalar], limit: Int) {
    self.typed = typed
    self.limit = limit
    width = typed.count + 1
    let height = typed.count + limit + 2
    rows = Array(repeating: UInt8(clamping: limit + 1), count: width * height)
    for column in 0...min(limit, typed.count) { rows[column] = UInt8(column) }
    for row in 0...min(limit, height - 1) { rows[row * width] = UInt8(row) }
  }

  /// The words of a list within the limit, in the order of their bytes; O(words).
  ///
  /// - Parameters:
  ///   - list: the words.
  ///   - deadline: when to stop.
  /// - Returns: the words that were found until then.
  mutating func run(in list: WordList, until deadline: ContinuousClock.Instant? = nil) -> [Match] {
    var found: [Match] = []
    for (number, block) in list.blocks.enumerated() {
      if number % 64 == 63, let deadline, .now >= deadline { break }
      var reader = WordBlockReader(block)
      var isFirst = true
      while reader.next() {
        // The first word of a block is stored whole.
        let shared = isFirst ? block.first.sharedPrefix(with: prefix) : reader.shared
        isFirst = false
        if isRejected, shared >= prefix.count { continue }
        back(to: shared)
        advance(over: reader, from: shared)
        if !isRejected, let distance {
          found.append(Match(letters: letters, documents: reader.documents, distance: distance))
        }
      }
    }
    return found
  }

  /// The distance of the current word; nil if it exceeds the limit.
  private var distance: Int? {
    let distance = Int(rows[letters.count * width + typed.count])
    return distance <= limit ? distance : nil
  }

  /// Keeps the rows of the first letters only.
  private mutating func back(to byteCount: Int) {
    isRejected = false
    prefix.removeLast(prefix.count - byteCount)
    while let end = ends.last, end > byteCount {
      ends.removeLast()
      letters.removeLast()
    }
  }

  /// Adds rows for the bytes of a word after those that it shares with ``prefix``.
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

  /// Computes the row after one more letter.
  private mutating func addRow(_ letter: Unicode.Scalar) {
    letters.append(letter)
    ends.append(prefix.count)
    let row = letters.count
    let first = max(1, row - limit)
    let last = min(typed.count, row + limit)
    // The word is longer than any within the limit.
    if row > typed.count + limit {
      isRejected = true
      return
    }
    let base = row * width
    var least = rows[base]
    let before: Unicode.Scalar? = row > 1 ? letters[row - 2] : nil
    var column = first
    while column <= last {
      let cell = base + column
      let other = typed[column - 1]
      var cost = min(rows[cell - 1], rows[cell - width]) + 1
      cost = min(cost, rows[cell - width - 1] + (other == letter ? 0 : 1))
      if column > 1, other == before, typed[column - 2] == letter {
        cost = min(cost, rows[cell - 2 * width - 2] + 1)
      }
      rows[cell] = cost
      least = min(least, cost)
      column += 1
    }
    isRejected = Int(least) > limit
  }
}
