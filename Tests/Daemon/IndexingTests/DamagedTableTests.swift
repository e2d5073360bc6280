import IndexStorage
import LinuxSystem
import SearchIndex
import SittaSQLite
import TestSupport
import Testing

@testable import Indexing

/// Whichever table is damaged, the index is repaired while files change, and all of them are in it.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct DamagedTableTests {
  private static let pageSize = 4_096

  /// Makes a closed index, and fills the first page of a table with zeros.
  private func makeIndex(damaging table: String, in state: FilePath) throws {
    try state.makeDirectory()
    do {
      let writer = try IndexStore(in: state).open(now: .now).writer
      try writer.setCleanShutdown(true)
    }
    let file = state.appending("index.sqlite")
    let page = try #require(
      try Database(path: file.bytes).first(
        "SELECT rootpage FROM sqlite_schema WHERE name = ?1", .text(table)
      ) { Int($0.integer(at: 0)) })
    var bytes = try FileDescriptor(openingOwn: file).read(upTo: 1 << 24, expecting: 1 << 20)
    let start = (page - 1) * Self.pageSize
    bytes.replaceSubrange(
      start..<start + Self.pageSize, with: repeatElement(0, count: Self.pageSize))
    try file.write(bytes)
  }

  @Test(arguments: [
    "consumer", "gone", "meta", "migration", "document", "directory", "body", "part", "scan",
    "language", "stem", "search_data", "search_config",
  ])
  func `A page of zeros is repaired`(table: String) async throws {
    let home = try TemporaryDirectory()
    try makeIndex(damaging: table, in: home["state"])
    for number in 0..<5 { try home["files/\(number).txt"].write("acorn") }
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    #expect(try await stepped.documents().count == 5)
    #expect(stepped.status.warnings == [])
  }
}
