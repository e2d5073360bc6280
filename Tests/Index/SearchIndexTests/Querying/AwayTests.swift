import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

struct AwayTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    for (number, path) in ["/disk/a", "/disk/b/c", "/disk/b/d/e", "/home/f", "/home/disk/g"]
      .enumerated()
    {
      try index.put(path, "seed", size: number, modified: number)
    }
    try index.writer.recordFolder(FilePath("/disk"), inode: 2, device: 7)
    try index.writer.markAway(FilePath("/disk"))
    try index.writer.commit()
  }

  /// The paths of the hits, including documents that are away, each with a mark for its place.
  func findAll(_ query: String, order: SearchOptions.Order = .name) throws -> [String] {
    var options = SearchOptions()
    options.order = order
    options.includesAway = true
    return try IndexReader(index.store).search(Query(parsing: query), options).hits.map {
      ($0.document.isAway ? "away " : "") + "\($0.document.path)"
    }
  }

  @Test(
    arguments: SearchOptions.Order.allCases,
    ["seed", "seed size:>=0", "size:>=0", "see* -rain", "seed OR name:c"])
  func `Documents that are away are hits only on request`(
    order: SearchOptions.Order, query: String
  ) throws {
    #expect(try index.find(query, order: order).sorted() == ["/home/disk/g", "/home/f"])
    #expect(
      try findAll(query, order: order).sorted() == [
        "/home/disk/g", "/home/f", "away /disk/a", "away /disk/b/c", "away /disk/b/d/e",
      ])
  }

  @Test func `Pages of hits are full although some documents are away`() throws {
    for order in SearchOptions.Order.allCases {
      let pages = try (0..<3).map { try index.find("seed", order: order, limit: 1, offset: $0) }
      #expect(pages.map(\.count) == [1, 1, 0], "\(order)")
    }
  }

  @Test(
    arguments: [
      ("/", ["/home/f", "/home/disk/g"], 5), ("/disk", [], 3), ("/disk/b", [], 2),
      ("/disk/a", [], 1), ("/home", ["/home/f", "/home/disk/g"], 2), ("/home/f", ["/home/f"], 1),
    ])
  func `Documents that are away are listed only on request`(
    folder: String, paths: [String], count: Int
  ) throws {
    #expect(try index.list(folder).sorted() == paths.sorted())
    var request = ListRequest(below: FilePath(folder), limit: 100)
    request.includesAway = true
    let all = try IndexReader(index.store).list(request)
    #expect(all.documents.count == count)
    #expect(all.documents.filter { !$0.isAway }.map { "\($0.path)" } == paths)
  }

  @Test func `Documents that are away are counted separately`() throws {
    let statistics = try IndexReader(index.store).statistics()
    #expect(statistics.documents == [.complete: 2])
    #expect(statistics.away == 3)
  }

  @Test func `A folder that is recorded again is back, with its documents`() throws {
    #expect(try index.writer.hasAwayFolders())
    #expect(try index.writer.device(ofFolder: FilePath("/disk"))?.number == 7)
    try index.writer.recordFolder(FilePath("/disk"), inode: 2, device: 7)
    try index.writer.commit()
    #expect(try !index.writer.hasAwayFolders())
    #expect(try index.find("seed").count == 5)
    #expect(try IndexReader(index.store).statistics().away == 0)
    // Noted without a device, it is a folder like others.
    try index.writer.recordFolder(FilePath("/disk"), inode: 2)
    #expect(try index.writer.device(ofFolder: FilePath("/disk")) == nil)
  }

  @Test func `A new folder at the path of one that was away starts empty`() throws {
    #expect(try index.writer.remove(FilePath("/disk")))
    try index.put("/disk/new", "seed")
    try index.put("/other/new", "seed")
    try index.writer.commit()
    #expect(try index.find("seed").count == 4)
    #expect(try !index.writer.hasAwayFolders())
  }

  @Test func `Marking an unknown folder as away does nothing`() throws {
    #expect(try !index.writer.markAway(FilePath("/missing/folder")))
    #expect(try !index.writer.markAway(FilePath("/disk")))
    #expect(!index.writer.hasChanges)
    #expect(try index.find("seed").count == 2)
  }
}
