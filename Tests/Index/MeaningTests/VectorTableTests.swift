import LinuxSystem
import TestSupport
import Testing

@testable import Meaning

struct VectorTableTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func table(_ bytes: [UInt8]) throws -> VectorTable {
    let file = folder["table"]
    try file.write(bytes)
    return try VectorTable(file)
  }

  private static let valid = VectorTableFile.bytes(
    ["car": [0: 100], "cart": [1: 100], "repair": [2: 100]],
    pieces: ["ga": [3: 100], "garde": [4: 50], "##n": [5: 50], "##rage": [0: 90]], identity: 7)

  @Test(arguments: [
    ("car", [0]), ("cart", [1]), ("repair", [2]), ("garage", [5, 4]), ("garden", [6, 3]),
    ("ga", [5]), ("gardens", []), ("x", []), ("", []), ("zzz", []), ("ca", []),
    ("car's", [0]), ("garage's", [5, 4]), ("'", []),
  ])
  func `A word has its own row, or those of its longest pieces`(word: String, rows: [Int]) throws {
    #expect(try table(Self.valid).rows(of: Array(word.utf8)) == rows)
  }

  @Test func `A table is identified by its file`() throws {
    let table = try table(Self.valid)
    #expect(table.identity == [7] + [UInt8](repeating: 0, count: 15))
  }

  @Test(arguments: [
    [], Array("SITTAVEC".utf8), Array(valid.dropLast()), valid + [0],
    [UInt8](repeating: 0xff, count: 4_096),
  ])
  func `A file that is not whole is no table`(bytes: [UInt8]) throws {
    #expect(throws: VectorTable.Failure.self) { try table(bytes) }
  }

  @Test func `A file that cannot be read is named`() {
    let error = #expect(throws: VectorTable.Failure.self) { try VectorTable(folder["none"]) }
    guard case .unreadable(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(cause)".contains("none"))
    #expect(cause.isMissing)
  }

  @Test(arguments: 0..<8)
  func `A damaged table never traps`(bit: Int) throws {
    for index in Self.valid.indices {
      var bytes = Self.valid
      bytes[index] ^= 1 << UInt8(bit)
      guard let table = try? table(bytes) else { continue }
      let vector = table.vector(of: ["car cart repair garage gardens"], upTo: 9)
      #expect(vector?.values.allSatisfy(\.isFinite) != false)
    }
  }
}
