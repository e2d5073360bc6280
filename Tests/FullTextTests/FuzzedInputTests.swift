import Foundation
import FullText
import FullTextFuzzing
import SQLite
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
}
