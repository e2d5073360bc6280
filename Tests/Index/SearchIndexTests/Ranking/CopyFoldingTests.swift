import LinuxSystem
import QueryLanguage
import SittaSQLite
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct CopyFoldingTests {
  typealias Entry = (path: String, text: String, modified: Int)

  private static let rows: [(entries: [Entry], hits: [String])] = [
    // Copies: the original without a mark, nearer to the root.
    ([("/deep/er/plan", "fox", 9), ("/plan", "fox", 1)], ["/plan =/deep/er/plan"]),
    ([("/plan copy", "fox", 9), ("/plan", "fox", 1)], ["/plan =/plan copy"]),
    ([("/a/b/plan", "fox", 1), ("/plan copy", "fox", 9)], ["/a/b/plan =/plan copy"]),
    ([("/x", "fox", 3), ("/d/y", "fox", 2), ("/e/z", "fox", 1)], ["/x =/d/y =/e/z"]),
    ([("/x", "fox", 1), ("/y", "fax", 1)], ["/x"]),
    ([("/x", "fox a", 2), ("/y", "fox b", 1)], ["/x", "/y"]),
    // Versions: the newest.
    ([("/plan v1", "fox a", 1), ("/plan v2", "fox bb", 2)], ["/plan v2 =/plan v1"]),
    ([("/plan v1", "fox a", 3), ("/plan v2", "fox bb", 2)], ["/plan v1 =/plan v2"]),
    ([("/plan-final", "fox fox fox", 1), ("/Plan", "fox bb", 2)], ["/Plan =/plan-final"]),
    ([("/a/plan v1", "fox a", 1), ("/b/plan v2", "fox bb", 2)], ["/b/plan v2", "/a/plan v1"]),
    ([("/plan.md", "fox a", 1), ("/plan v2.txt", "fox bb", 2)], ["/plan.md", "/plan v2.txt"]),
    // Copies are the newest first.
    (
      [("/fox", "fox", 1), ("/d/fox copy", "fox", 5), ("/d/e/owl", "fox", 9)],
      ["/fox =/d/e/owl =/d/fox copy"]
    ),
    ([("/p 2022", "fox a", 1), ("/p 2023", "fox bb", 2)], ["/p 2023", "/p 2022"]),
    ([("/my plan", "fox a", 1), ("/my-plan", "fox bb", 2)], ["/my-plan", "/my plan"]),
  ]

  private func index(of entries: [Entry]) throws -> TestIndex {
    let index = try TestIndex()
    try index.fill()
    try index.put(all: entries)
    return index
  }

  @Test(arguments: rows)
  func `copies and versions are one hit`(entries: [Entry], hits: [String]) throws {
    for entries in [entries, entries.reversed()] {
      let index = try index(of: entries)
      #expect(try index.ranked("fox") == hits)
      let all = try index.ranked("fox") { $0.showsCopies = true }
      #expect(
        all.count
          == hits.joined(separator: " ").split { " " == $0 || "=" == $0 }
          .count { $0.hasPrefix("/") })
      #expect(all.allSatisfy { !$0.contains("=") })
    }
  }

  @Test func `texts that an earlier version wrote are compared as well`() throws {
    let index = try index(of: [
      ("/x", "fox", 3), ("/d/x", "fox", 2), ("/e/x", "fax fox", 2), ("/f/x", "fox fax", 2),
    ])
    for ids in ["1 = 1", "name = CAST('x' AS BLOB)"] {
      try index.execute("UPDATE document SET digest = NULL WHERE \(ids)")
      #expect(try index.ranked("fox").sorted() == ["/e/x", "/f/x", "/x =/d/x"])
    }
  }

  @Test func `a folded page has no more hits than are shown`() throws {
    let index = try index(of: [("/x", "fox", 1), ("/d/x", "fox", 1), ("/y", "fox owl", 1)])
    let page = try index.rank("fox") { $0.limit = 2 }
    #expect(page.hits.count == 2 && !page.hasMore && page.count == 3)
    let first = try index.rank("fox") { $0.limit = 1 }
    #expect(first.hits.count == 1 && first.hasMore)
  }

  @Test func `a full match is not folded into a partial one`() throws {
    let index = try index(of: [("/plan owl", "fox", 1), ("/x", "fox", 2)])
    #expect(try index.ranked("owl fox") == ["/plan owl", "/x -owl"])
  }

  @Test func `a document that is gone is replaced by its copy`() throws {
    let index = try index(of: [("/x", "fox", 3), ("/d/y", "fox", 2), ("/e/z", "fox", 1)])
    let hit = try #require(try index.rank("fox").hits.first)
    func keeping(_ paths: String...) -> String? {
      hit.keeping { paths.contains("\($0.path)") }?.summary
    }
    #expect(keeping("/x", "/d/y", "/e/z") == hit.summary)
    #expect(keeping("/x", "/e/z") == "/x =/e/z")
    #expect(keeping("/d/y", "/e/z") == "/d/y =/e/z")
    #expect(keeping("/e/z") == "/e/z")
    #expect(keeping() == nil)
  }
}
