import LinuxSystem
import Meaning
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// The vectors of documents are written, moved and erased with them.
struct MeaningWriterTests {
  private let folder: TemporaryDirectory
  private let index: TestIndex

  init() throws {
    folder = try TemporaryDirectory()
    index = try TestIndex(text: try TextSettings(meaning: Self.table(1, in: folder)))
  }

  private static func table(_ identity: UInt8, in folder: TemporaryDirectory) throws -> VectorTable
  {
    let file = folder["table\(identity)"]
    try file.write(
      VectorTableFile.bytes(alike: ["car garage repair bill invoice"], identity: identity))
    return try VectorTable(file)
  }

  private static let text = "The car was in the garage for a repair"

  /// The numbers of documents with a vector, and of those with signs.
  private func stored() throws -> (vectors: [Int64], signs: [Int64]) {
    var (vectors, signs): ([Int64], [Int64]) = ([], [])
    let database = try index.store.openForTesting()
    let tables = try database.first("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'meaning%'")
    {
      $0.integer(at: 0)
    }
    if tables == 0 { return ([], []) }
    try database.forEachRow("SELECT id, length(vector) FROM meaning ORDER BY id") { row in
      #expect(row.integer(at: 1) == 256)
      vectors.append(row.integer(at: 0))
    }
    try MeaningBits.forEach(in: database) { first, bits in
      for number in 0..<MeaningBits.perBlock {
        let start = number * VectorCode.bitBytes
        if (start..<start + VectorCode.bitBytes).contains(where: { bits[$0] != 0 }) {
          signs.append(first + Int64(number))
        }
      }
    }
    return (vectors, signs)
  }

  private func expect(_ numbers: [Int64], _ location: SourceLocation = #_sourceLocation) throws {
    let (vectors, signs) = try stored()
    #expect(vectors == numbers, sourceLocation: location)
    #expect(signs == numbers, sourceLocation: location)
  }

  @Test func `A document has a vector until it is removed`() throws {
    for number in 1...300 { try index.put("/\(number).txt", Self.text + " \(number)") }
    try index.writer.commit()
    try expect(Array(1...300))
    _ = try index.writer.remove("/256.txt")
    try index.put("/257.txt", "42")
    try index.writer.move("/258.txt", to: "/moved.txt")
    try index.writer.commit()
    try expect(Array(1...300).filter { ![256, 257].contains($0) })
    _ = try index.writer.forget(["/"])
    try expect([])
    let blocks = try index.store.openForTesting().first("SELECT count(*) FROM meaning_bits") {
      $0.integer(at: 0)
    }
    #expect(blocks == 0)
  }

  @Test func `What was rolled back is not written later`() throws {
    try index.put("/a", Self.text)
    index.writer.rollBack()
    try index.put("/b.csv", Self.text, type: "text/csv")
    try index.writer.commit()
    try expect([])
  }

  @Test(arguments: [
    ("a.txt", "text/plain", nil, true), ("a.md", "text/markdown", "en", true),
    ("a.log", "text/plain", nil, false), ("a.csv", "text/csv", nil, false),
    ("a.py", "text/x-python", nil, false), ("a.txt", "text/plain", "de", false),
    ("a.pdf", "application/pdf", nil, true), ("a.eml", "message/rfc822", "en", true),
    ("a.1", "text/troff", nil, true), ("a.json", "application/json", nil, false),
  ])
  func `Only English prose has a vector`(
    name: String, type: String, language: String?, hasVector: Bool
  ) throws {
    var document = Document(status: FileStatus(), type: type)
    (document.text, document.language) = (Array(Self.text.utf8), language)
    try index.writer.replace(document, at: FilePath("/\(name)"))
    try index.writer.commit()
    try expect(hasVector ? [1] : [])
  }

  @Test func `With another table all vectors are made anew, and without one they are erased`()
    throws
  {
    for number in 1...120 { try index.put("/\(number).txt", Self.text + " \(number)") }
    try index.put("/none.csv", Self.text, type: "text/csv")
    try index.writer.commit()
    let (first, second) = (
      try Self.table(1, in: folder), try Self.table(2, in: folder)
    )
    try index.writer.use(try TextSettings(meaning: second))
    try expect([])
    let database = try index.store.openForTesting()
    #expect(try !MeaningBits.areComplete(for: first, in: database))
    #expect(try !MeaningBits.areComplete(for: second, in: database))
    #expect(try index.writer.needsMaintenance())
    while try index.writer.maintain() {}
    try expect(Array(1...120))
    #expect(try MeaningBits.areComplete(for: second, in: database))
    #expect(try !MeaningBits.areComplete(for: first, in: database))
    // The same table again changes nothing.
    try index.writer.use(try TextSettings(meaning: Self.table(2, in: folder)))
    try expect(Array(1...120))
    try index.writer.use(.default)
    try expect([])
    try index.put("/new.txt", Self.text)
    try index.writer.commit()
    try expect([])
  }

  // MARK: - Sentence encoder

  private func settings(_ encoder: UInt8?, table: UInt8 = 1) throws -> TextSettings {
    try TextSettings(
      meaning: Self.table(table, in: folder),
      encoder: encoder.map { EncoderFile("/encoder", identity: [UInt8](repeating: $0, count: 16)) })
  }

  private func waiting() throws -> [Int64] {
    try index.writer.encoderInputs(upTo: 100).map(\.document.rawValue)
  }

  private func waitingCount() throws -> Int64 {
    let writer = index.writer
    return try IndexStatistics(of: writer.database, at: writer.clock).unencodedDocuments
  }

  private func vector(_ document: Int64) throws -> [UInt8]? {
    try index.store.openForTesting().first(
      "SELECT vector FROM meaning WHERE id = ?1", .integer(document)
    ) { $0.bytes(at: 0) }
  }

  /// Another vector than those of the table.
  private static let encoded = MeaningVector(
    stored: (0..<VectorTable.dimensions).map { UInt8(truncatingIfNeeded: $0) })
  private static let encodedBytes = encoded.map { VectorCode($0).bytes }

  @Test func `The vectors of the table serve until those of the encoder replace them`() throws {
    for number in 1...3 { try index.put("/\(number).txt", Self.text + " \(number)") }
    try index.put("/none.csv", Self.text, type: "text/csv")
    try index.writer.commit()
    #expect(try !index.writer.hasEncoderInputs())
    #expect(try waitingCount() == 0)
    try index.writer.use(settings(1))
    #expect(try waitingCount() == 3)
    try expect([1, 2, 3])
    #expect(
      try index.writer.encoderInputs(upTo: 2).map(\.texts) == [
        ["3", Self.text + " 3"], ["2", Self.text + " 2"],
      ])
    try index.put("/5.txt", Self.text + " 5")
    try index.writer.commit()
    #expect(try waiting() == [5, 3, 2, 1])
    let inputs = try index.writer.encoderInputs(upTo: 4)
    try index.writer.record([(inputs[0], Self.encoded), (inputs[1], nil)])
    #expect(try waiting() == [2, 1])
    #expect(try vector(5) == Self.encodedBytes)
    #expect(try vector(3) == vector(2))
    try expect([1, 2, 3, 5])
    // The same encoder again changes nothing; another one makes all vectors anew.
    try index.writer.use(settings(1))
    #expect(try waiting() == [2, 1])
    try index.writer.use(settings(2))
    #expect(try waiting() == [5, 3, 2, 1])
    #expect(try vector(5) == Self.encodedBytes)
    try index.writer.use(settings(nil))
    #expect(try !index.writer.hasEncoderInputs())
    try index.writer.use(.default)
    try expect([])
  }

  @Test func `What has changed while its passage was encoded waits further`() throws {
    try index.writer.use(settings(1))
    for number in 1...4 { try index.put("/\(number).txt", Self.text + " \(number)") }
    try index.writer.commit()
    let inputs = try index.writer.encoderInputs(upTo: 4)
    try index.put("/1.txt", "The bill of the garage and the invoice")
    _ = try index.writer.remove("/2.txt")
    try index.put("/3.txt", "42")
    try index.writer.move("/4.txt", to: "/moved.txt")
    try index.writer.commit()
    let (before, other) = (try vector(4), try vector(1))
    try index.writer.record(inputs.map { ($0, Self.encoded) })
    #expect(try vector(1) == other)
    // Its name, which is its title, is another one.
    #expect(try waiting() == [4, 1])
    #expect(try vector(4) == before)
    try expect([1, 4])
    _ = try index.writer.forget(["/"])
    try expect([])
    #expect(try waiting() == [])
  }

  @Test func `With another table the documents wait as soon as they have its vectors`() throws {
    try index.writer.use(settings(1))
    try index.put("/1.txt", Self.text)
    try index.writer.commit()
    try index.writer.record(index.writer.encoderInputs(upTo: 1).map { ($0, Self.encoded) })
    try index.writer.use(settings(1, table: 2))
    while try index.writer.maintain() {}
    #expect(try waiting() == [1])
    #expect(try vector(1) != Self.encodedBytes)
  }
}
