import IndexStorage
import TestSupport
import Testing

@testable import SearchIndex

/// Words that very many documents have, and the documents that are named by them.
struct TitledHitsTests {
  @Test(arguments: ["todo", "todo list", "list todo"])
  func `A file is found by its name, however many files have the words more often`(
    query: String
  ) throws {
    let index = try TestIndex()
    let text = String(repeating: "todo and list ", count: 30)
    for number in 0..<300 { try index.put("/code/\(number).txt", text + "number\(number)") }
    try index.put("/home/\(query).md", "milk and eggs")
    try index.writer.commit()
    let hits = try index.ranked(query) { ($0.limit, $0.showsCopies) = (10, true) }
    #expect(hits.prefix(3).contains("/home/\(query).md"))
  }
}
