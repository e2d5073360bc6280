import IndexStorage
import LinuxSystem
import TestSupport
import Testing
import TextExtraction

@testable import Indexing

/// The note of a document of which only a part was indexed.
struct DocumentNoteTests {
  private func note(of text: String, within limits: ReadingLimits) throws -> String? {
    let folder = try TemporaryDirectory()
    let path = folder["a.txt"]
    try path.write(text)
    let file = try FileDescriptor(openingOwn: path)
    let status = try file.status()
    let extracted = try DocumentExtractor.plainText(
      of: file, status, name: path.name, byteLimit: limits.bytes)
    return Document(try #require(extracted), status, within: limits).note
  }

  /// Limits for 1 MiB of memory: 64 KiB and 2,000 different words.
  private var few: ReadingLimits {
    var grant = MemoryGrant()
    grant.group = 1 << 20
    return ReadingLimits(configured: 32 << 20, grant)
  }

  @Test func `Sizes below a mebibyte are in KiB`() throws {
    let text = String(repeating: "acorn ", count: 50_000)
    #expect(try note(of: text, within: few) == "Indexed 64 of 292 KiB: sittad has 1 MiB of memory.")
    #expect(
      try note(of: String(repeating: text, count: 7), within: few)
        == "Indexed 64 KiB of 2 MiB: sittad has 1 MiB of memory.")
    #expect(try note(of: "acorn", within: few) == nil)
  }

  @Test func `Too many different words are named`() throws {
    let text = (0..<5_000).map { "w\($0)" }.joined(separator: " ")
    let note = try #require(try note(of: text, within: few))
    #expect(note.hasPrefix("Indexed "), "\(note)")
    #expect(
      note.hasSuffix(
        " of 28 KiB: it has more than 2000 different words, and sittad has 1 MiB of memory."),
      "\(note)")
  }

  @Test func `A log keeps its last lines`() throws {
    let words = (0..<5_000).map { "w\($0)\n" }.joined()
    #expect(
      try note(of: words, within: few)?.contains(
        ", the first and the last lines: it has more than 2000 different words") == true)
    #expect(
      try note(of: String(repeating: "acorn\n", count: 50_000), within: few)
        == "Indexed 64 of 292 KiB, the first and the last lines: sittad has 1 MiB of memory.")
  }
}
