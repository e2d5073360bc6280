import IndexStorage
import LinuxSystem
import Meaning
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Documents that are about the same as another one.
struct SimilarDocumentsTests {
  private let index: TestIndex
  private static let invoice = "invoice for the service of the automobile"

  init() throws {
    index = try TestIndex.withHouseholdVectors()
    try index.fill()
    try index.put("/home/garage.txt", Self.invoice)
    try index.put("/home/repair.txt", "bill: the car needs a repair, and zebras")
    try index.put("/home/boat.txt", "a boat on the river with fish")
    try index.put("/home/data.csv", "car repair bill", type: "text/csv")
    try index.put("/old/vehicle.txt", "payment: fix the vehicle")
    try index.writer.commit()
  }

  private func similar(
    to path: String, _ query: String? = nil, _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws -> SimilarDocuments {
    var options = SearchOptions()
    change(&options)
    return try IndexReader(index.store).similar(
      to: FilePath(path), query.map { try Query(parsing: $0) }, options)
  }

  private func hits(
    _ path: String, _ query: String? = nil, _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws -> [SearchHit] {
    guard case .found(let hits, _) = try similar(to: path, query, change) else {
      Issue.record("\(path) is not compared.")
      return []
    }
    return hits
  }

  private func paths(
    _ path: String, _ query: String? = nil, _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws -> [String] {
    try hits(path, query, change).map { "\($0.document.path)" }
  }

  @Test func `Documents that are about the same are found, and no others`() throws {
    #expect(try Set(paths("/home/garage.txt")) == ["/home/repair.txt", "/old/vehicle.txt"])
    #expect(try paths("/home/boat.txt") == [])
    let hits = try hits("/home/garage.txt")
    #expect(hits.allSatisfy { (0.5...1).contains($0.score) })
    #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
    #expect(hits.allSatisfy { $0.passages.isEmpty })
  }

  @Test func `The words that make them alike are named, also those that both have`() throws {
    try index.put("/home/second.txt", "service of the garage: an invoice")
    try index.writer.commit()
    let hit = try #require(
      try hits("/home/garage.txt").first { "\($0.document.path)" == "/home/second.txt" })
    let pairs = hit.similar?.map(\.description)
    #expect(pairs == ["automobile ~ garage", "invoice", "service"])
  }

  @Test(arguments: [
    ("zebras", ["/home/repair.txt"]), ("in:/old", ["/old/vehicle.txt"]),
    ("-zebras", ["/old/vehicle.txt"]), ("type:pdf", []), ("zebras in:/old", []),
  ])
  func `A query limits the hits`(query: String, found: [String]) throws {
    #expect(try paths("/home/garage.txt", query) == found)
  }

  @Test func `The number of hits and the folders hold`() throws {
    #expect(try paths("/home/garage.txt") { $0.limit = 1 }.count == 1)
    let home = try paths("/home/garage.txt") { $0.within = [FilePath("/home")] }
    #expect(home == ["/home/repair.txt"])
    // The document itself is outside.
    let outside = try similar(to: "/home/garage.txt") { $0.within = [FilePath("/old")] }
    #expect(outside == .noDocument)
  }

  @Test func `Copies are one hit, and those of the document are none`() throws {
    for name in ["/old/garage.txt", "/copies/garage.txt"] {
      try index.put(name, Self.invoice, size: 41)
    }
    try index.put("/home/garage.txt", Self.invoice, size: 41)
    for name in ["/a/car.txt", "/b/car.txt"] { try index.put(name, "car repair bill", size: 15) }
    try index.writer.commit()
    let found = try hits("/home/garage.txt").map {
      ["\($0.document.path)"] + $0.copies.map { "\($0.path)" }
    }
    #expect(found.count == 3)
    #expect(found.contains { Set($0) == ["/a/car.txt", "/b/car.txt"] })
    #expect(!found.joined().contains { $0.hasSuffix("garage.txt") })
    #expect(try hits("/home/garage.txt") { $0.showsCopies = true }.count == 6)
  }

  @Test(arguments: [
    ("/home/none.txt", SimilarDocuments.noDocument), ("/home", .noDocument), ("/", .noDocument),
    ("/home/data.csv", .noVector),
  ])
  func `What cannot be compared is named`(path: String, result: SimilarDocuments) throws {
    #expect(try similar(to: path) == result)
  }

  @Test func `Without a table, and while vectors are made, nothing is compared`() throws {
    let folder = try TemporaryDirectory()
    try folder["other"].write(VectorTableFile.bytes(alike: ["vehicle car"], identity: 9))
    index.store.use(try TextSettings(meaning: VectorTable(folder["other"])))
    #expect(try similar(to: "/home/garage.txt") == .incomplete)
    index.store.use(.default)
    #expect(try similar(to: "/home/garage.txt") == .noTable)
  }

  @Test func `What has been forgotten is found no more`() throws {
    _ = try index.writer.forget([FilePath("/home/repair.txt")])
    #expect(try paths("/home/garage.txt") == ["/old/vehicle.txt"])
  }
}
