import SittaSQLite
import TestSupport
import Testing

@testable import FullText

struct PositionListTests {
  /// An occurrence: its column and position.
  private struct Place: Equatable {
    let column, token: Int
  }

  /// Distances of one, two and three bytes.
  private static let distances = [1, 1, 2, 3, 125, 126, 127, 128, 16_381, 16_382, 16_383, 20_000]

  @Test(arguments: UInt64(0)..<4)
  func `positions are those that FTS5 itself gives`(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let db = try Database(path: Array(":memory:".utf8))
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, b, c)")
    for _ in 0..<6 {
      let columns = (0..<3).map { _ in
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          let distance = Self.distances.randomElement(using: &generator) ?? 1
          return String(repeating: "x ", count: distance - 1) + "word "
        }.joined()
      }
      try db.run(
        "INSERT INTO t VALUES(?1, ?2, ?3)", .text(columns[0]), .text(columns[1]), .text(columns[2]))
    }
    var rows = 0
    let compare = FTS5AuxiliaryFunction("compare") { match, _ in
      rows += 1
      for phrase in 0..<match.phraseCount {
        var (ours, theirs): ([Place], [Place]) = ([], [])
        try match.forEachPosition(ofPhrase: phrase) { column, token in
          ours.append(Place(column: column, token: token))
          return true
        }
        try match.forEachInstance(ofPhrase: phrase) { instance in
          theirs.append(Place(column: instance.column, token: instance.token))
        }
        // The difference of long arrays takes long to print.
        let areEqual = ours == theirs
        #expect(areEqual)
      }
      return .null
    }
    try db.add(auxiliaryFunction: compare)
    try db.execute("SELECT compare(t) FROM t WHERE t MATCH 'word OR x OR \"x x word\"'")
    #expect(rows > 0)
  }

  @Test func `a list ends where its bytes end, also within a number`() {
    // Column 0: 4; column 2: 3 and 3 + 300.
    let bytes: [UInt8] = [1, 2, 5, 0x82, 0x2e]
    let complete = [
      Place(column: 0, token: 4), Place(column: 2, token: 3), Place(column: 2, token: 303),
    ]
    for (count, places) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
      let found = unsafe bytes.withUnsafeBufferPointer { bytes in
        var list = unsafe PositionList(
          column: 0, token: 4, next: bytes.baseAddress,
          end: bytes.baseAddress.map { unsafe $0 + count })
        var found: [Place] = []
        repeat { found.append(Place(column: list.column, token: list.token)) } while list.advance()
        return found
      }
      #expect(found == Array(complete.prefix(places)), "\(count) bytes")
    }
  }
}
