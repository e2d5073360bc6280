import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// The journal's message after all roots have been compared with the disk.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ComparisonTallyTests {
  @Test(arguments: [
    (1, Duration.milliseconds(300), "Indexed 1 file in 1 s."),
    (999, .seconds(59), "Indexed 999 files in 59 s."),
    (3_413, .seconds(9), "Indexed 3,413 files in 9 s."),
    (1_200_045, .seconds(200), "Indexed 1,200,045 files in 3 min 20 s."),
    (50_000, .seconds(7_500), "Indexed 50,000 files in 2 h 5 min."),
  ])
  func `The result is a sentence`(files: Int, duration: Duration, sentence: String) {
    #expect(ComparisonTally.Result(files: files, duration: duration).sentence == sentence)
  }

  @Test func `Only a comparison that has indexed something is reported, and once`() {
    var tally = ComparisonTally()
    let now = ContinuousClock.now
    tally.add(files: 2)
    #expect(tally.end(at: now) == nil)
    tally.begin(at: now)
    #expect(tally.end(at: now) == nil)
    tally.begin(at: now)
    tally.add(files: 2)
    tally.begin(at: now + .seconds(1))
    tally.add(files: 1)
    #expect(
      tally.end(at: now + .seconds(3)) == ComparisonTally.Result(files: 3, duration: .seconds(3)))
    #expect(tally.end(at: now) == nil)
  }

  @Test func `An indexer reports its first comparison, and no single changes`() async throws {
    let home = try TemporaryDirectory()
    for number in 0..<3 { try home["files/\(number).txt"].write("apple") }
    let stepped = try await SteppedIndexer(in: home)
    #expect(await stepped.settle())
    try home["files/new.txt"].write("pear")
    stepped.watcher.report { $0.paths = [home["files/new.txt"]] }
    #expect(await stepped.settle())
    stepped.indexer.stop()
    await stepped.indexer.run()
    var counts: [Int] = []
    for await case .indexed(let result) in stepped.indexer.events { counts.append(result.files) }
    #expect(counts == [3])
  }
}
