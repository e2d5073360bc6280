import Cooldown
import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// What the indexer does next while documents are read, or wait for a reader.
struct DocumentAgendaTests {
  var agenda = IndexingAgenda(RescanPlanner.Timing())

  private typealias World = IndexingAgendaTests.World

  /// Makes one document be read, and another one wait.
  init() {
    agenda.add([.path("/r/a.pdf"), .path("/r/b.pdf")], to: .bulk)
    if let (item, _) = IndexingAgendaTests.next(&agenda) {
      _ = agenda.startReading(item, with: nil)
    }
    if let (item, _) = IndexingAgendaTests.next(&agenda) {
      agenda.finish(item, Outcome(finding: .awaitsReader), at: IndexingAgendaTests.start)
    }
  }

  private mutating func next(_ world: World = World()) throws -> IndexingAgenda.Job {
    try agenda.next(after: .nothing, in: world.surroundings)
  }

  @Test(arguments: [true, false])
  mutating func `It waits while no reader can take a document, also before large work`(
    hasLarge: Bool
  ) throws {
    if hasLarge { IndexingAgendaTests.makeLarge(&agenda, in: .bulk) }
    guard case .awaitReaders(until: nil) = try next() else {
      Issue.record("Otherwise it asks again and again.")
      return
    }
  }

  @Test mutating func `It works when a reader can take a document`() throws {
    agenda.readableLanes = [.fresh, .bulk]
    guard case .work(includingBulk: true) = try next() else {
      Issue.record("A reader has nothing to do.")
      return
    }
  }

  @Test mutating func `Documents of bulk work rest`() throws {
    agenda.readableLanes = [.fresh, .bulk]
    var world = World()
    world.verdict = .rest(askAgain: nil)
    guard case .rest(until: nil, isNew: true) = try next(world) else {
      Issue.record("It does not rest.")
      return
    }
  }
}
