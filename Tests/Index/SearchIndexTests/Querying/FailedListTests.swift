import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

struct FailedListTests {
  @Test func `Documents are listed as failed if there is a reason`() throws {
    let index = try TestIndex()
    let states: [Document.State] = [
      .complete, .withoutText, .partial, .unreadable, .failed, .locked,
    ]
    for (number, state) in states.enumerated() {
      var document = Document(status: FileStatus(), type: "text/plain")
      document.state = state
      document.note = [.complete, .withoutText].contains(state) ? nil : "because"
      document.extractor = 3
      try index.writer.replace(document, at: FilePath("/a/\(number)"))
    }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    var request = ListRequest(below: FilePath("/a"), limit: 10)
    request.onlyFailed = true
    let failed = try reader.list(request).documents
    #expect(failed.map { "\($0.path)" } == (2...5).map { "/a/\($0)" })
    #expect(failed.allSatisfy { $0.note == "because" && $0.extractor == 3 })
    request.folder = FilePath("/b")
    #expect(try reader.list(request).documents == [])
  }
}
