import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// The fields and parts of documents in the index.
@Suite(.timeLimit(.minutes(15)))
struct FieldTests {
  let index: TestIndex
  let path = FilePath("/a.pdf")
  /// A document with all fields.
  let document: Document = {
    var document = Document(status: FileStatus(size: 5), type: "application/pdf")
    document.authors = ["Ann Other", "Jörg Müller"]
    document.recipients = ["Bob"]
    document.created = UnixTime(seconds: 99)
    document.language = "de"
    document.pages = 2
    document.text = Array("first page, second page".utf8)
    document.parts = [
      .init(offset: 0, .page, label: "1"), .init(offset: 12, .page, label: "2"),
      .init(offset: 900, .page, label: "3"),
    ]
    return document
  }()

  init() throws {
    index = try TestIndex()
    try index.writer.replace(document, at: path)
    try index.writer.commit()
  }

  private func storedParts() throws -> [Document.Part]? {
    let file = try #require(try index.writer.storedFile(at: path))
    return try index.writer.storedParts(of: file.id).flatMap(PartList.init(stored:))?.parts
  }

  @Test func `Authors and recipients are found like text`() throws {
    for query in ["other", "müller", "bob", "\"jörg müller\""] {
      #expect(try index.find(query) == ["/a.pdf"], "\(query)")
    }
    try index.check()
  }

  @Test func `The parts of the text are kept, without those after its end`() throws {
    #expect(try storedParts()?.map(\.offset) == [0, 12])
  }

  @Test(
    arguments: [
      { $0.authors = ["Eve"] }, { $0.recipients = [] }, { $0.created = nil },
      { $0.language = "fr" },
      { $0.declaresLanguage = true }, { $0.pages = 3 }, { $0.attachments = 1 },
      { $0.charset = "Big5" }, { $0.parts.removeFirst() }, { $0.parts = [] },
    ] as [@Sendable (inout Document) -> Void])
  func `A change of one field alone is written`(
    change: @Sendable (inout Document) -> Void
  ) throws {
    var changed = document
    change(&changed)
    let clock = index.writer.clock
    try index.writer.replace(changed, at: path)
    #expect(index.writer.hasChanges)
    try index.writer.commit()
    #expect(index.writer.clock != clock)
    #expect(try storedParts() ?? [] == Array(changed.parts.filter { $0.offset < 900 }))
    try index.check()
  }

  @Test func `The same document again changes nothing, however long it took to read`() throws {
    var same = document
    same.readingTime = 77
    let clock = index.writer.clock
    try index.writer.replace(same, at: path)
    try index.writer.commit()
    #expect(index.writer.clock == clock)
  }

  @Test func `The parts go with their document`() throws {
    _ = try index.writer.remove(path)
    try index.writer.commit()
    #expect(try index.number("SELECT count(*) FROM part") == 0)
    #expect(try index.find("bob") == [])
    try index.check()
  }
}
