import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Documents that are in the index and in no answer, because they are still to be erased.
@Suite(.timeLimit(.minutes(15)))
struct HiddenDocumentsTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    for number in 0..<30 { try index.put("/r/open/\(number).txt", "common filler\(number)") }
    try index.put("/r/private/deep/diary.txt", "common zyxomma secret")
    try index.put("/r/private/letter.txt", "common zyxomma")
    try index.put("/r/privately.txt", "common zyxomma")
    try index.writer.commit()
  }

  /// All answers of readers about the documents, in one text.
  private func answers() throws -> String {
    let reader = try IndexReader(index.store)
    var answers: [String] = []
    for text in ["zyxomma", "common", "name:diary.txt OR name:letter.txt", "path:private"] {
      for order in [SearchOptions.Order.relevance, .name, .modified] {
        var options = SearchOptions()
        (options.order, options.limit, options.includesAway) = (order, 100, true)
        options.facets = FacetRequest([.folder])
        let page = try reader.search(Query(parsing: text), options)
        answers += page.hits.map { "hit \($0.document.path)" } + ["\(page.count) of \(text)"]
        answers += ["\(page.facets as Any)"]
      }
      answers += ["\(try reader.count(Query(parsing: text), SearchOptions()).count) of \(text)"]
    }
    answers += try reader.list(ListRequest(below: .root, limit: 100)).documents.map {
      "listed \($0.path)"
    }
    answers += try reader.folders(after: 0, limit: 100).map { "folder \($0.path)" }
    let feed = try reader.changes(after: nil, limit: 1_000, includingTexts: true)
    answers += feed.documents.map { "fed \($0.document.path) \($0.text ?? [])" }
    answers += feed.folders.map { "fed folder \($0.location)" }
    let excerpt = try reader.excerpt(of: "/r/private/letter.txt", ExcerptRequest())
    answers += ["\(excerpt as Any)"]
    answers += ["\(try reader.explain("/r/private/letter.txt", Query(parsing: "zyxomma")))"]
    answers += ["\(try reader.statistics().documents)"]
    return answers.joined(separator: "\n")
  }

  @Test func `What is hidden is in no answer, and all other documents are`() throws {
    let whole = try answers()
    #expect(whole.contains("hit /r/private/deep/diary.txt"))
    index.store.hide(["/r/private"])
    let hidden = try answers()
    for trace in ["/r/private/", "/private\n", "deep", "3 of zyxomma", "33 of common"] {
      #expect(!hidden.contains(trace), "\(trace) in \(hidden)")
    }
    #expect(hidden.contains("1 of zyxomma"))
    #expect(hidden.contains("31 of common"))
    #expect(hidden.contains("hit /r/privately.txt"))
    index.store.hide([])
    #expect(try answers() == whole)
  }

  @Test func `A hidden file hides no other`() throws {
    index.store.hide(["/r/private/letter.txt", "/nowhere/else.txt"])
    #expect(
      try index.find("zyxomma") == ["/r/private/deep/diary.txt", "/r/privately.txt"])
    #expect(try index.list().count == 32)
  }

  @Test func `Only what is hidden now is hidden`() throws {
    #expect(index.store.hide(["/r/private"]))
    #expect(!index.store.hide(["/r/private"]))
    #expect(index.store.hide(["/r/privately.txt"]))
    #expect(try index.find("zyxomma").count == 2)
  }
}
