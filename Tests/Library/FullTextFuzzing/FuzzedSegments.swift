import FullText
import SittaSQLite

/// Makes tables, compares the reader of segments with FTS5, and damages the tables.
package struct FuzzedSegments {
  /// Makes a fuzzer.
  package init() {}

  /// Makes a table in memory as an input chooses, and goes through both.
  ///
  /// - Parameter input: the choices; after its end they are those of its last bytes.
  /// - Throws: ``SegmentComparison/Difference``, or an error of SQLite.
  package func run(_ input: [UInt8]) throws {
    var choices = Choices(InputNumbers(input))
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: AlternativesTokenizer.self)
    let table = try SegmentTable(db, &choices)
    let comparison = try SegmentComparison(db)
    for _ in 0...choices.below(4) {
      try table.change(&choices)
      try comparison.inSnapshot {
        for _ in 0..<4 { try comparison.compare(word: SegmentTable.word(&choices), &choices) }
        for _ in 0..<4 {
          try comparison.compareCandidates(&choices, columnCount: table.columnCount)
        }
      }
    }
    let damage = try SegmentDamage(db)
    for _ in 0..<8 {
      let record = choices.one(of: damage.records)
      try damage.with(damage.damaged(record, &choices), in: record) {
        try comparison.readDamaged(&choices, columnCount: table.columnCount)
      }
    }
  }
}

/// Numbers from the bytes of an input, and after its end from a generator that they have seeded.
private struct InputNumbers: RandomNumberGenerator {
  private var rest: ArraySlice<UInt8>
  private var state: UInt64 = 1

  init(_ input: [UInt8]) {
    rest = input[...]
  }

  mutating func next() -> UInt64 {
    // A byte decides a choice: the lowest bits are not used.
    if let byte = rest.popFirst() { state ^= UInt64(byte) << 11 }
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
