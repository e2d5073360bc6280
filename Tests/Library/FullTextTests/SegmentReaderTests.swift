import FullText
import FullTextFuzzing
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

struct SegmentReaderTests {
  let directory: TemporaryDirectory
  let writer: Database
  let db: Database

  init() throws {
    directory = try TemporaryDirectory()
    writer = try Self.open(directory)
    try writer.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF")
    db = try Self.open(directory)
  }

  private static func open(_ directory: TemporaryDirectory) throws -> Database {
    let db = try Database(path: directory["index"].bytes)
    try db.add(tokenizer: AlternativesTokenizer.self)
    return db
  }

  @Test(arguments: UInt64(0)..<16)
  func `rows and counts are those of FTS5 while another connection writes`(seed: UInt64) throws {
    var choices = Choices(SplitMix(seed: seed))
    let table = try SegmentTable(writer, &choices)
    let comparison = try SegmentComparison(db)
    for round in 0..<8 {
      try table.change(&choices, mostRows: round == 0 ? 200 : 30)
      try comparison.inSnapshot {
        if choices.once(in: 2) {
          try table.change(&choices)
          try writer.execute("INSERT INTO t(t, rank) VALUES('merge', -30)")
        }
        let words = try comparison.words()
        for word in words where words.count < 60 || choices.below(words.count) < 60 {
          try comparison.compare(word: word, &choices)
        }
        for _ in 0..<5 { try comparison.compare(word: SegmentTable.word(&choices), &choices) }
        for _ in 0..<15 {
          try comparison.compareCandidates(&choices, columnCount: table.columnCount)
        }
      }
    }
  }

  /// A small table with lists over several pages and a doclist index.
  private func smallTable() throws -> (SegmentDamage, SegmentComparison) {
    var choices = Choices(SplitMix(seed: 7))
    try writer.execute(
      """
      CREATE VIRTUAL TABLE t USING fts5(a, b, tokenize='alternatives');
      INSERT INTO t(t, rank) VALUES('pgsz', 64);
      INSERT INTO t(t, rank) VALUES('automerge', 0);
      """)
    for _ in 0..<3 {
      try writer.execute("BEGIN")
      for _ in 0..<40 {
        let words = (0..<choices.below(9)).map { _ in "c\(choices.below(3))" }
        try writer.run(
          "INSERT OR REPLACE INTO t(rowid, a, b) VALUES(?1, ?2, 'c0')",
          .integer(Int64(choices.below(60))), .text(words.joined(separator: " ")))
      }
      try writer.execute("COMMIT")
    }
    return (try SegmentDamage(writer), try SegmentComparison(db))
  }

  @Test func `a flipped byte gives the answer of FTS5 or an error`() throws {
    let (damage, comparison) = try smallTable()
    #expect(damage.records.count > 30)
    var (answers, errors) = (0, 0)
    for record in damage.records {
      for index in record.bytes.indices {
        var bytes = record.bytes
        bytes[index] ^= UInt8(1 << (index % 8))
        try damage.with(bytes, in: record) {
          for word in ["c0", "c1", "c2"] {
            if try comparison.compareDamaged(word: word) { answers += 1 } else { errors += 1 }
          }
        }
      }
    }
    #expect(answers > 100 && errors > 100)
  }

  @Test func `a truncated or exchanged record gives an answer or an error`() throws {
    let (damage, comparison) = try smallTable()
    var choices = Choices(SplitMix(seed: 8))
    for record in damage.records {
      for count in record.bytes.indices {
        try damage.with(Array(record.bytes.prefix(count)), in: record) {
          _ = try comparison.compareDamaged(word: "c0")
          try comparison.readDamaged(&choices, columnCount: 2)
        }
      }
      for _ in 0..<20 {
        try damage.with(choices.one(of: damage.records).bytes, in: record) {
          try comparison.readDamaged(&choices, columnCount: 2)
        }
      }
      try damage.with(nil, in: record) {
        try comparison.readDamaged(&choices, columnCount: 2)
      }
    }
  }

  @Test(arguments: UInt64(0)..<24)
  func `what the fuzzer does holds for random inputs`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let input = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
    try FuzzedSegments().run(input)
  }
}
