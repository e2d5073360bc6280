import Fuzzing
import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import TestSupport

/// Looks for queries that trap, that SQLite and FTS5 refuse, or that leave
/// ``SearchOptions/within``; see ``Fuzzing/Fuzzer``.
@main
enum QueryFuzzer {
  static func main() throws {
    let folder = try TemporaryDirectory()
    let file = folder["a.txt"]
    try file.write("seed")
    let store = IndexStore(in: folder.path)
    let writer = try store.open(now: .now).writer
    var document = Document(status: try FileStatus(of: file), type: "text/plain")
    document.text = Array("a b seed or not near title".utf8)
    try writer.replace(document, at: file)
    // The same text outside.
    try writer.replace(document, at: folder.path.parent.appending("b.txt"))
    try writer.commit()
    let reader = try IndexReader(store)
    Fuzzer.run { input in
      do {
        try search(input, in: reader, within: folder.path)
      } catch {
        guard error is QuerySyntaxError else { fatalError("\(error)") }
      }
    }
  }

  /// The first byte chooses how the others are read and used.
  private static func search(
    _ input: [UInt8], in reader: IndexReader, within folder: FilePath
  ) throws {
    guard let choice = input.first.map(Int.init) else { return }
    var reading = Query.ReadingOptions()
    reading.prefixes = [.none, .last, .all][choice % 3]
    reading.clock = LocalClock(now: 1_795_282_080) { $0.isMultiple(of: 2) ? 3_600 : -7_200 }
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    let query = try Query(parsing: text, reading)
    let count = text.unicodeScalars.count
    for range in [query.root.range] + query.notes.map(\.range) {
      precondition(!range.isEmpty && (0..<count).contains(range))
    }
    var options = SearchOptions()
    options.order = SearchOptions.Order.allCases[choice / 3 % SearchOptions.Order.allCases.count]
    options.home = .root
    options.within = [folder]
    let page = try reader.search(query, options)
    for hit in page.hits {
      precondition(([hit.document] + hit.copies).allSatisfy { $0.path.isInside(folder) })
    }
    precondition(page.count + page.partialCount <= 1)
  }
}
