import FileSelection
import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import SittaSQLite
import TestSupport
import TextExtraction
import Testing
import Watching

@testable import Indexing

/// Documents of a batch that the index refused are written one by one, in their turn.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SuspectDocumentsTests {
  @Test func `A batch makes suspects once, and each is cleared by itself`() {
    var suspects = SuspectDocuments()
    let version = FileVersion(size: 1, modified: FileTime(nanoseconds: 1), inode: 1)
    // Where a batch is refused again, another thing is to blame.
    let batches: [([FilePath], Bool)] = [
      ([], false), (["/a", "/b"], true), (["/b", "/a"], false), (["/b", "/c"], true),
    ]
    for (batch, isNew) in batches {
      let hasNew = suspects.add(batch)
      #expect(hasNew == isNew)
    }
    suspects.clear("/a")
    #expect(suspects["/a"] == nil)
    guard case .inBatch = suspects["/b"] else { return #expect(Bool(false)) }
    suspects.blame("/b", version, for: .corruption("x"))
    guard case .refused(_, version) = suspects["/b"] else { return #expect(Bool(false)) }
    suspects.exonerate("/b")
    guard case .inBatch = suspects["/b"] else { return #expect(Bool(false)) }
    suspects.removeAll()
    #expect(suspects["/c"] == nil)
  }

  /// Makes an index that refuses some documents.
  ///
  /// - Parameters:
  ///   - condition: the refused rows, in SQL, by the row `NEW` of the table `document`.
  ///   - home: where everything lies.
  /// - Throws: the errors of SQLite.
  private func refuse(_ condition: String, in home: TemporaryDirectory) throws {
    let state = home["state"]
    try state.makeDirectory()
    _ = try IndexStore(in: state).open(now: .now)
    let refusal = "WHEN \(condition) BEGIN SELECT RAISE(ABORT, 'x'); END"
    try Database(path: state.appending("index.sqlite").bytes).execute(
      """
      CREATE TRIGGER refused_new BEFORE INSERT ON document \(refusal);
      CREATE TRIGGER refused_old BEFORE UPDATE ON document \(refusal);
      """)
  }

  /// Makes an index that refuses the text of a document, and files in many folders beside it.
  private func makeFiles(_ count: Int, in home: TemporaryDirectory) throws {
    try refuse("NEW.name = CAST('bad.txt' AS BLOB) AND NEW.state = 0", in: home)
    for number in 0..<count { try home["files/\(number % 20)/\(number).txt"].write("apple") }
    try home["files/0/bad.txt"].write("nut")
  }

  private func count(in home: TemporaryDirectory) throws -> Int64 {
    try IndexReader(IndexStore(in: home["state"])).statistics().documents.values.reduce(0, +)
  }

  /// Does steps until some documents of the refused batch are suspects.
  private func stepToSuspects(_ stepped: SteppedIndexer) async {
    for _ in 0..<1_000 where await !stepped.indexer.hasSuspects { _ = await stepped.indexer.step() }
  }

  @Test func `A saved file does not wait for the search for a refused one`() async throws {
    let home = try TemporaryDirectory()
    try makeFiles(3_000, in: home)
    let stepped = try await SteppedIndexer(in: home)
    await stepToSuspects(stepped)
    let note = home["files/0/note.txt"]
    try note.write("pear")
    stepped.watcher.report { $0.paths = [note] }
    var hits = 0
    for _ in 0..<20 where hits == 0 {
      _ = await stepped.indexer.step()
      hits = try IndexReader(IndexStore(in: home["state"])).count(of: "pear")
    }
    #expect(hits == 1)
    #expect(try count(in: home) < 3_001, "The others are still to be written.")
    #expect(await stepped.settle())
    #expect(try count(in: home) == 3_002)
    let failed = try IndexReader(IndexStore(in: home["state"])).statistics().documents[.failed]
    #expect(failed == 1)
    #expect(await !stepped.indexer.hasSuspects)
  }

  @Test func `What was refused is tried in full once the file has changed`() async throws {
    let home = try TemporaryDirectory()
    // Not even its name is taken, so that the index itself is to blame.
    try refuse("NEW.size > 10", in: home)
    let file = home["files/a.txt"]
    try file.write("acorn acorn")
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.step(until: { !$0.warnings.isEmpty }) != nil)
    #expect(await stepped.indexer.hasSuspects)
    try file.write("acorn")
    // A request ends the pause.
    await stepped.adopt(
      Indexer.Settings(
        rules: SelectionRules(roots: [home["files"]], ownFolders: [home["state"]]),
        timing: RescanPlanner.Timing(), extraction: ExtractionSettings()))
    #expect(await stepped.settle())
    #expect(try await stepped.documents()["a.txt"]?.state == .complete)
    #expect(try IndexReader(IndexStore(in: home["state"])).count(of: "acorn") == 1)
  }

  @Test func `The end does not wait for the search for a refused one`() async throws {
    let home = try TemporaryDirectory()
    try makeFiles(3_000, in: home)
    let stepped = try await SteppedIndexer(in: home)
    await stepToSuspects(stepped)
    stepped.watcher.end()
    #expect(await !stepped.indexer.step())
    #expect(try count(in: home) < 3_001)
  }
}

extension Indexer {
  /// Whether a batch was refused, and not all of its documents have been written since.
  fileprivate var hasSuspects: Bool { runner.reconciler.suspects.count > 0 }
}

extension IndexReader {
  fileprivate func count(of query: String) throws -> Int {
    try search(Query(parsing: query), SearchOptions()).hits.count
  }
}
