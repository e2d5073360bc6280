import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct ExcerptTests {
  let index: TestIndex
  private static let text = (1...200).map { number in
    switch number {
    case 60: "the mast\n"
    case 120: "the mast and the anchor\n"
    default: "line \(number)\n"
    }
  }.joined()

  init() throws {
    index = try TestIndex()
    try index.put("/in/log", Self.text)
    try index.put("/out/log", "other\n")
    try index.put("/in/empty", "")
    try index.put("/in/a.zip", "")
    var container = ContainerWriter(FilePath("/in/a.zip"), index.writer)
    var member = Document(status: FileStatus(size: 9, device: 0, inode: 1), type: "text/plain")
    member.text = Array("member\n".utf8)
    _ = try container.write(member, at: [["b.txt"].map { Array($0.utf8) }])
    try container.finish()
    try index.writer.commit()
  }

  private func excerpt(
    _ path: String, _ change: (inout ExcerptRequest) throws -> Void = { _ in }
  ) throws -> Excerpt? {
    var request = ExcerptRequest()
    try change(&request)
    return try IndexReader(index.store).excerpt(of: FilePath(path), request)
  }

  @Test func `Lines of the stored text are read`() throws {
    let excerpt = try #require(
      try excerpt("/in/log") { ($0.line, $0.lineLimit) = (59, 2) })
    #expect(excerpt.text == "line 59\nthe mast\n")
    #expect(excerpt.line == 59 && excerpt.next == 61 && excerpt.lineCount == 200)
    #expect("\(excerpt.document.path)" == "/in/log")
    let whole = try #require(try self.excerpt("/in/log"))
    #expect(whole.text == Self.text && whole.next == nil)
    #expect(try self.excerpt("/in/empty")?.lineCount == 0)
    #expect(try self.excerpt("/in/a.zip/b.txt")?.text == "member\n")
  }

  @Test(
    arguments: [
      ("mast anchor", 115), ("mast -anchor", 55), ("anchors", 115), ("\"the mast and\"", 115),
      ("absent", 9), ("in:/elsewhere anchor", 115), ("type:pdf", 9), ("absent OR anchor", 115),
    ])
  func `An excerpt begins before the best passage, or else at its line`(
    query: String, line: Int
  ) throws {
    let excerpt = try #require(
      try excerpt("/in/log") {
        ($0.line, $0.lineLimit) = (9, 20)
        $0.query = try Query(parsing: query)
      })
    #expect(excerpt.line == line)
  }

  @Test func `What is outside, a folder or unknown is not there`() throws {
    for path in ["/out/log", "/in/none", "/in", "/", "/out"] {
      #expect(try excerpt(path) { $0.within = [FilePath("/in")] } == nil, "\(path)")
    }
    #expect(try excerpt("/in/log") { $0.within = [] } == nil)
    #expect(try excerpt("/out/log") { $0.within = [FilePath("/in"), FilePath("/out")] } != nil)
    #expect(try excerpt("/in/a.zip/b.txt") { $0.within = [FilePath("/in/a.zip")] } != nil)
    #expect(try excerpt("/in") == nil)
    #expect(try excerpt("/") == nil)
  }
}
