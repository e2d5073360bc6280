import Cooldown
import ExtractionProtocol
import IndexStorage
import LinuxSystem
import SearchIndex
import Synchronization
import TestSupport
import Testing
import TextExtraction
import Watching

@testable import Indexing

/// A program that ends at each document, and the state of the documents then.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ReaderPauseTests {
  /// A clock that only a test sets forward, however slow the machine is.
  final class Clock: Sendable {
    private let moment = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { moment.withLock { $0 } }

    func advance(by duration: Duration) {
      moment.withLock { $0 += duration }
    }
  }

  let home: TemporaryDirectory
  let clock = Clock()

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<12 { try home["files/\(number % 2)/\(number).html"].write("<p>pear") }
    try home["files/0/plain.txt"].write("pear")
  }

  /// The folder of the programs that were built.
  private static func programs() throws -> FilePath {
    try FilePath.root.appending("proc").appending("self").appending("exe").resolvingSymbolicLinks()
      .parent
  }

  /// Says that it is ready, takes a request, and ends.
  private static let failing = """
    #!/bin/sh
    printf '\\000\\000\\000\\000\\003\\000\\000\\000\\006\\007\\001' >&0
    dd bs=4096 count=1 > /dev/null 2>&1

    """

  private func install(_ program: String) throws {
    try home["programs/sitta-extract"].writeProgram(program)
  }

  private func stepped() async throws -> SteppedIndexer {
    try home["programs"].makeDirectory()
    return try await SteppedIndexer(
      in: home, extraction: ExtractionSettings(programs: home["programs"]),
      hooks: IndexingHooks(now: { [clock] in clock.now }))
  }

  @Test func `A reader that fails at ten documents is paused, and tried again by itself`()
    async throws
  {
    try install(Self.failing)
    let stepped = try await stepped()
    #expect(await stepped.settle())
    var documents = try await stepped.documents()
    #expect(documents.count == 13)
    #expect(documents["plain.txt"]?.state == .complete)
    let pages = documents.filter { $0.key != "plain.txt" }.values
    #expect(pages.allSatisfy { $0.state == .withoutText && $0.extractor == 10_000 })
    #expect(pages.allSatisfy { $0.note?.contains("it is read later") == true })
    #expect(stepped.status.reading.paused.count == 1)
    #expect(stepped.status.warnings.contains { $0.contains("paused until") })
    #expect(!stepped.status.isIndexing)

    // It fails again, and the pause is longer.
    clock.advance(by: .seconds(61))
    #expect(await stepped.settle())
    documents = try await stepped.documents()
    #expect(documents["3.html"]?.extractor == 10_000)
    clock.advance(by: .seconds(61))
    #expect(await stepped.settle())
    #expect(stepped.status.reading.paused.count == 1)

    // No document was given up, and a program that runs reads them all.
    try install("#!/bin/sh\nexec \(Self.programs().appending("sitta-extract"))\n")
    clock.advance(by: .seconds(120))
    #expect(await stepped.settle())
    documents = try await stepped.documents()
    let others = documents.filter { $0.value.state != .complete || $0.value.note != nil }
    #expect(others.isEmpty, "\(others.mapValues { ($0.state, $0.note ?? "", $0.extractor) })")
    #expect(documents["3.html"]?.extractor == ReaderVersion(stored: 10_000).current.rawValue)
    #expect(stepped.status.reading.paused.isEmpty)
    #expect(stepped.status.warnings == [])
  }

  @Test func `Other limits have the documents read again that they affect, and no others`()
    async throws
  {
    try home["files/0/a.eml"].write("Subject: pear\n\npear\n")
    var extraction = ExtractionSettings(programs: try Self.programs())
    let stepped = try await SteppedIndexer(in: home, extraction: extraction)
    #expect(await stepped.settle())
    let before = try await stepped.documents()
    let rules = stepped.indexer.progress.rules
    let hold = stepped.gate.hold()
    extraction.members.depth = 0
    let settings = Indexer.Settings(rules: rules, timing: .init(), extraction: extraction)
    await stepped.adopt(settings)
    await stepped.step { $0.isResting }
    let marked = try await stepped.documents()
    let reader = try #require(before["a.eml"]).extractor
    #expect(marked["a.eml"]?.extractor == ReaderVersion(stored: reader).waiting?.rawValue)
    #expect(marked["a.eml"]?.state == .complete)
    #expect(marked.filter { $0.key != "a.eml" } == before.filter { $0.key != "a.eml" })
    stepped.gate.release(hold)
    #expect(await stepped.settle())
    #expect(try await stepped.documents()["a.eml"]?.extractor == reader)
  }
}
