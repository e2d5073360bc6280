import Foundation
import FullText
import FullTextFuzzing
import SittaSQLite
import TestSupport
import Testing

struct FuzzedInputTests {
  /// The inputs that the fuzzer saved, one line of hexadecimal digits each.
  private static func inputs() throws -> [[UInt8]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FuzzedInputs.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let digits = line.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      return stride(from: 0, to: digits.count - 1, by: 2).map { index in
        UInt8(digits[index] << 4 | digits[index + 1])
      }
    }
  }

  @Test func `every input that the fuzzer saved gets a result or a typed error`() throws {
    let db = try FuzzedDatabase()
    let inputs = try Self.inputs()
    #expect(inputs.count > 100)
    for input in inputs {
      do {
        try db.run(input)
      } catch {
        #expect(error is FullTextError || error is SQLiteError, "\(input): \(error)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<12)
  func `no token damages the index`(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let table = try FuzzedTokens()
    let bytes: [UInt8] = [0, 0, 0, 1, 2, 3, 8, 16, 32, 0x61, 0x61, 0x62, 0x7f, 0xe0, 0xff]
    var count = 0
    for _ in 0..<60 {
      let length = Int.random(in: 1...120, using: &generator)
      count += try table.run(
        (0..<length).map { _ in bytes.randomElement(using: &generator) ?? 0 })
    }
    #expect(count > 0)
  }

  @Test func `a document with a NUL in its token is refused, and the index stays whole`() throws {
    let db = try Database(path: Array(":memory:".utf8))
    try db.add(tokenizer: Whole.self)
    try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize='same_name')")
    try db.execute("BEGIN")
    try db.run("INSERT INTO t VALUES('a')")
    let error = #expect(throws: SQLiteError.self) {
      // Tokens that were written before the refused one are rolled back.
      try db.savepoint { () throws(SQLiteError) in
        try db.run("INSERT INTO t VALUES(?1)", .text("a\0b"))
      }
    }
    #expect(error?.message.contains("it contains a NUL") == true)
    try db.execute("COMMIT")
    try db.execute("INSERT INTO t(t) VALUES('integrity-check')")
    #expect(
      try db.first("SELECT count(*) FROM t WHERE t MATCH 'a*'") { $0.integer(at: 0) } == 1)
  }
}
