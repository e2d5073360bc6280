import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// The news for a reader that knows an earlier state of the index.
@Suite(.timeLimit(.minutes(15)))
struct SinceTests {
  let index: TestIndex
  let before: IndexClock

  init() throws {
    index = try TestIndex()
    for path in ["/a/1", "/a/2", "/b/1", "/b/c/1"] { try index.put(path, "seed") }
    try index.writer.commit()
    before = index.writer.clock
  }

  private func find(_ query: String, since clock: IndexClock) throws -> [String] {
    var options = SearchOptions()
    options.order = .name
    options.since = clock
    let reader = try IndexReader(index.store)
    let page = try reader.search(Query(parsing: query), options)
    var request = ListRequest(below: .root, limit: 100)
    request.since = clock
    let listed = try reader.list(request)
    #expect(listed.isReset == page.isReset)
    let count = try reader.count(Query(parsing: query), options)
    #expect(count.count == page.count)
    #expect(count.isReset == page.isReset)
    let paths = page.hits.map { "\($0.document.path)" }.sorted()
    if query == "seed" { #expect(listed.documents.map { "\($0.path)" }.sorted() == paths) }
    return (page.isReset ? ["fresh"] : []) + paths
  }

  enum Change {
    case nothing
    case put(String, String, modified: Int = 0)
    case move(String, String)
    case remove(String)
  }

  @Test(
    arguments: [
      (.nothing, []),
      (.put("/new", "seed"), ["/new"]),
      (.put("/a/1", "seed again"), ["/a/1"]),
      (.put("/a/1", "seed", modified: 7), ["/a/1"]),
      (.move("/a/1", "/x"), ["/x"]),
      (.move("/b", "/x"), ["/x/1", "/x/c/1"]),
      (.remove("/a"), []),
    ] as [(Change, [String])])
  func `Documents that were added, changed or moved count as new`(
    change: Change, expected: [String]
  ) throws {
    switch change {
    case .nothing: break
    case .put(let path, let text, let modified): try index.put(path, text, modified: modified)
    case .move(let origin, let target):
      try index.writer.move(FilePath(origin), to: FilePath(target))
    case .remove(let path): _ = try index.writer.remove(FilePath(path))
    }
    try index.writer.commit()
    #expect(try find("seed", since: before) == expected)
    #expect(try find("seed", since: index.writer.clock) == [])
    #expect(try find("seed size:0", since: before) == expected)
    #expect(try find("size:0", since: before) == expected)
  }

  @Test func `A clock of another index returns everything and says so`() throws {
    let all = ["fresh", "/a/1", "/a/2", "/b/1", "/b/c/1"]
    for clock in [
      IndexClock(index: "other", sequence: 0),
      IndexClock(index: before.index, sequence: before.sequence.next),
      IndexClock(index: before.index, sequence: -1),
    ] {
      #expect(try find("seed", since: clock) == all)
    }
    // Nothing was there at the very beginning, so there everything is new as well.
    #expect(
      try find("seed", since: IndexClock(index: before.index, sequence: 0))
        == Array(all.dropFirst()))
  }
}
