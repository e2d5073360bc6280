import Cooldown
import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// The indexer's next job, by the waiting work, the arrivals, and the surroundings.
struct IndexingAgendaTests {
  typealias Agenda = IndexingAgenda

  static let start = ContinuousClock.now
  static let moment = FileTime(nanoseconds: 1_000_000_000)
  static let pause = BulkPause(reason: .battery, until: nil)

  /// The surroundings; each row changes the fields that matter to it.
  struct World {
    var after = Duration.zero
    var verdict = BulkScheduler.Verdict.work
    var changesAreNear = false
    var erasureDue: Duration?
    var checkDue: Duration?
    var readersDue: Duration?
    var needsMaintenance = false
    var recognition = JailedWorkNeed.nothing
    var encoding = JailedWorkNeed.nothing
    var jailedWorkVerdict = BulkScheduler.Verdict.work

    var surroundings: Agenda.Surroundings {
      Agenda.Surroundings(
        now: start + after, moment: moment, changesAreNear: { changesAreNear },
        erasureDue: erasureDue.map { start + $0 }, checkDue: checkDue.map { start + $0 },
        readersDue: readersDue.map { start + $0 }, verdict: { verdict }, pauses: { [pause] },
        folders: { 1_000 }, needsMaintenance: { needsMaintenance }, recognition: { recognition },
        encoding: { encoding },
        jailedWorkVerdict: { jailedWorkVerdict })
    }
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var prepare: @Sendable (inout Agenda) throws -> Void = { _ in }
    var world: @Sendable (inout World) -> Void = { _ in }
    var arrival: @Sendable () -> Agenda.Arrival = { .nothing }
    let job: String
    var mode: Agenda.Mode = .working
  }

  /// An agenda that has nothing to do and has said so.
  static func becomeIdle(_ agenda: inout Agenda) throws {
    for _ in 0..<2 { _ = try agenda.next(after: .nothing, in: World().surroundings) }
  }

  static func makeLarge(_ agenda: inout Agenda, in lane: WorkQueue.Lane) {
    agenda.add([.path("/r/large")], to: lane)
    guard let (item, _) = next(&agenda) else { return }
    agenda.finish(item, Outcome(finding: .large), at: start)
  }

  static func next(_ agenda: inout Agenda) -> (item: WorkQueue.Item, isInterruptible: Bool)? {
    agenda.nextItem(includingBulk: true, at: start, changesAreNear: { false })
  }

  static func batch(_ change: (inout ChangeBatch) -> Void) -> ChangeBatch {
    var batch = ChangeBatch()
    change(&batch)
    return batch
  }

  static let arrivals = [
    Row(
      testDescription: "the end comes first", prepare: { $0.add([.path("/r/a")], to: .fresh) },
      arrival: { .end }, job: "finish"),
    Row(
      testDescription: "a request before work", prepare: { $0.add([.path("/r/a")], to: .fresh) },
      arrival: { .request(.rebuild) }, job: "take rebuild"),
    Row(
      testDescription: "a batch before work", prepare: { $0.add([.path("/r/a")], to: .fresh) },
      arrival: { .changes(batch { $0.paths = ["/r/b"] }) }, job: "apply 1"),
    Row(
      testDescription: "a request ends a pause",
      prepare: { $0.pause(because: "Full.", at: start) }, arrival: { .request(.rebuild) },
      job: "take rebuild"),
  ]

  static let work = [
    Row(
      testDescription: "what was forgotten is erased before all work",
      prepare: { $0.add([.path("/r/a")], to: .fresh) }, world: { $0.erasureDue = .zero },
      job: "erase"),
    Row(
      testDescription: "an erasure that failed waits until a pause is over",
      prepare: { $0.pause(because: "Full.", at: start) }, world: { $0.erasureDue = .zero },
      job: "pause until 1.0", mode: .paused(because: "Full.", until: start + .seconds(1))),
    Row(
      testDescription: "work before an erasure that is due later",
      prepare: { $0.add([.path("/r/a")], to: .fresh) }, world: { $0.erasureDue = .seconds(2) },
      job: "work, also bulk"),
    Row(
      testDescription: "an erasure ends a wait",
      prepare: { try becomeIdle(&$0) }, world: { $0.erasureDue = .seconds(2) },
      job: "wait until 2.0", mode: .idle),
    Row(
      testDescription: "fresh work", prepare: { $0.add([.path("/r/a")], to: .fresh) },
      job: "work, also bulk"),
    Row(
      testDescription: "bulk work that may run", prepare: { $0.add([.path("/r/a")], to: .bulk) },
      job: "work, also bulk"),
    Row(
      testDescription: "bulk work that may not run",
      prepare: { $0.add([.path("/r/a")], to: .bulk) },
      world: { $0.verdict = .rest(askAgain: start + .seconds(7)) }, job: "rest until 7.0, new",
      mode: .resting([pause])),
    Row(
      testDescription: "fresh work while bulk may not run",
      prepare: { agenda in
        agenda.add([.path("/r/a")], to: .bulk)
        agenda.add([.path("/r/b")], to: .fresh)
      },
      world: { $0.verdict = .rest(askAgain: nil) }, job: "work"),
    Row(
      testDescription: "large work while nothing changes",
      prepare: { makeLarge(&$0, in: .bulk) }, job: "work, also bulk"),
    Row(
      testDescription: "large work when changes are near",
      prepare: { makeLarge(&$0, in: .bulk) }, world: { $0.changesAreNear = true },
      job: "wait until 0.05"),
    Row(
      testDescription: "large fresh work does not rest",
      prepare: { makeLarge(&$0, in: .fresh) }, world: { $0.verdict = .rest(askAgain: nil) },
      job: "work"),
    Row(
      testDescription: "large fresh work and changes near, while bulk rests",
      prepare: { agenda in
        makeLarge(&agenda, in: .fresh)
        agenda.add([.path("/r/a")], to: .bulk)
      },
      world: { world in
        world.verdict = .rest(askAgain: nil)
        world.changesAreNear = true
      }, job: "rest until 0.05, new", mode: .resting([pause])),
    Row(
      testDescription: "a conflict waits for events",
      prepare: { agenda in
        agenda.add([.path("/r/a")], to: .fresh)
        guard let (item, _) = next(&agenda) else { return }
        agenda.finish(item, Outcome(finding: .conflict(.missing)), at: start)
      }, job: "wait"),
  ]

  static let quiet = [
    Row(testDescription: "nothing is left", job: "settle", mode: .settled),
    Row(
      testDescription: "nothing is left, and the index can be smaller",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { $0.needsMaintenance = true }, job: "maintain", mode: .settled),
    Row(
      testDescription: "maintenance rests as bulk work does",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { world in
        world.needsMaintenance = true
        world.verdict = .rest(askAgain: start + .seconds(7))
      }, job: "wait until 7.0, newly idle", mode: .idle),
    Row(
      testDescription: "an image waits for recognition",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { $0.recognition = .ready }, job: "recognize", mode: .settled),
    Row(
      testDescription: "recognition comes after maintenance",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { ($0.recognition, $0.needsMaintenance) = (.ready, true) }, job: "maintain",
      mode: .settled),
    Row(
      testDescription: "recognition comes after fresh work",
      prepare: { $0.add([.path("/r/a")], to: .fresh) }, world: { $0.recognition = .ready },
      job: "work, also bulk"),
    Row(
      testDescription: "recognition rests on battery although bulk work does not",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { world in
        world.recognition = .ready
        world.jailedWorkVerdict = .rest(askAgain: start + .seconds(15))
      }, job: "wait until 15.0, newly idle", mode: .idle),
    Row(
      testDescription: "recognition goes on later",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { $0.recognition = .later(start + .seconds(9)) },
      job: "wait until 9.0, newly idle", mode: .idle),
    Row(
      testDescription: "encoding comes after recognition",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { ($0.recognition, $0.encoding) = (.ready, .ready) }, job: "recognize", mode: .settled),
    Row(
      testDescription: "encoding while recognition waits",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { ($0.recognition, $0.encoding) = (.later(start + .seconds(9)), .ready) },
      job: "encode", mode: .settled),
    Row(
      testDescription: "encoding rests on battery although bulk work does not",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { world in
        world.encoding = .ready
        world.jailedWorkVerdict = .rest(askAgain: start + .seconds(15))
      }, job: "wait until 15.0, newly idle", mode: .idle),
    Row(
      testDescription: "encoding goes on later, and recognition before it",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: {
        ($0.recognition, $0.encoding) = (.later(start + .seconds(9)), .later(start + .seconds(12)))
      }, job: "wait until 9.0, newly idle", mode: .idle),
    Row(
      testDescription: "a check that is due",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      world: { $0.checkDue = .zero }, job: "check", mode: .settled),
    Row(
      testDescription: "a check that is due later", prepare: becomeIdle,
      world: { $0.checkDue = .seconds(9) }, job: "wait until 9.0", mode: .idle),
    Row(
      testDescription: "documents that waited for their reader",
      prepare: { $0.add([.path("/r/a")], to: .bulk) },
      world: { $0.readersDue = .zero }, job: "plan waiting documents"),
    Row(
      testDescription: "documents that wait for the end of a pause of their reader",
      prepare: becomeIdle, world: { $0.readersDue = .seconds(60) }, job: "wait until 60.0",
      mode: .idle),
    Row(
      testDescription: "the same while bulk work rests",
      prepare: { $0.add([.path("/r/a")], to: .bulk) },
      world: { world in
        world.readersDue = .seconds(5)
        world.verdict = .rest(askAgain: start + .seconds(7))
      }, job: "rest until 5.0, new", mode: .resting([pause])),
    Row(
      testDescription: "nothing at all",
      prepare: { _ = try $0.next(after: .nothing, in: World().surroundings) },
      job: "wait, newly idle", mode: .idle),
    Row(testDescription: "still nothing", prepare: becomeIdle, job: "wait", mode: .idle),
    Row(
      testDescription: "an empty batch does not end idleness",
      prepare: { agenda in
        try becomeIdle(&agenda)
        agenda.add([], to: .fresh)
      }, job: "wait", mode: .idle),
    Row(
      testDescription: "a marker alone ends idleness, so that it is reached",
      prepare: { agenda in
        try becomeIdle(&agenda)
        _ = agenda.add(batch { $0.barriers = [4] }, at: start)
      }, job: "settle", mode: .settled),
    Row(
      testDescription: "a document that was read in a hurry, after a minute",
      prepare: { agenda in
        agenda.add([.path("/r/a")], to: .fresh)
        guard let (item, _) = next(&agenda) else { return }
        agenda.finish(item, Outcome(hurried: ["/r/a"]), at: start)
      }, world: { $0.after = .seconds(60) }, job: "work, also bulk"),
  ]

  static let errors = [
    Row(
      testDescription: "a pause", prepare: { $0.pause(because: "Full.", at: start) },
      job: "pause until 1.0", mode: .paused(because: "Full.", until: start + .seconds(1))),
    Row(
      testDescription: "work does not end a pause",
      prepare: { agenda in
        agenda.pause(because: "Full.", at: start)
        agenda.add([.path("/r/a")], to: .fresh)
      }, job: "pause until 1.0", mode: .paused(because: "Full.", until: start + .seconds(1))),
    Row(
      testDescription: "the second pause is longer",
      prepare: { agenda in
        agenda.pause(because: "Full.", at: start)
        agenda.pause(because: "Full.", at: start)
      }, job: "pause until 2.0", mode: .paused(because: "Full.", until: start + .seconds(2))),
    Row(
      testDescription: "a pause that is over",
      prepare: { agenda in
        agenda.pause(because: "Full.", at: start)
        agenda.add([.path("/r/a")], to: .bulk)
      }, world: { $0.after = .seconds(1) }, job: "work, also bulk"),
    Row(
      testDescription: "lost events: everything is compared at once",
      prepare: { _ = $0.add(batch { $0.hasLostEvents = true }, at: start) },
      job: "rescan everything"),
    Row(
      testDescription: "a racy file is read again before bulk work",
      prepare: { agenda in
        agenda.add([.path("/r/a")], to: .fresh)
        guard let (item, _) = next(&agenda) else { return }
        agenda.finish(item, Outcome(racy: [(moment, moment)]), at: start)
        agenda.add([.path("/r/b")], to: .bulk)
      }, job: "read racy files"),
    Row(
      testDescription: "fresh work comes before racy files",
      prepare: { agenda in
        agenda.add([.path("/r/a")], to: .fresh)
        guard let (item, _) = next(&agenda) else { return }
        agenda.finish(item, Outcome(racy: [(moment, moment)]), at: start)
        agenda.add([.path("/r/b")], to: .fresh)
      }, job: "work, also bulk"),
  ]

  @Test(arguments: arrivals + work + quiet + errors)
  func `The next job follows from what waits and what has arrived`(row: Row) throws {
    var agenda = Agenda(RescanPlanner.Timing())
    var world = World()
    try row.prepare(&agenda)
    row.world(&world)
    let job = try agenda.next(after: row.arrival(), in: world.surroundings)
    #expect(job.text(from: Self.start) == row.job)
    #expect(agenda.mode == row.mode)
  }

  @Test func `Fresh work while bulk work rests is no end of the rest`() throws {
    var agenda = Agenda(RescanPlanner.Timing())
    agenda.add([.path("/r/a")], to: .bulk)
    var world = World()
    world.verdict = .rest(askAgain: nil)
    _ = try agenda.next(after: .nothing, in: world.surroundings)
    agenda.add([.path("/r/b")], to: .fresh)
    let job = try agenda.next(after: .nothing, in: world.surroundings)
    #expect(job.text(from: Self.start) == "work")
    #expect(agenda.mode == .resting([Self.pause]))
    let next = agenda.nextItem(
      includingBulk: false, at: Self.start, changesAreNear: { false })
    let (item, _) = try #require(next)
    agenda.finish(item, Outcome(), at: Self.start)
    let rest = try agenda.next(after: .nothing, in: world.surroundings)
    #expect(rest.text(from: Self.start) == "rest")
  }

  @Test func `An error that comes again is remembered until there is nothing left to do`() throws {
    var agenda = Agenda(RescanPlanner.Timing())
    agenda.pause(because: "Full.", at: Self.start)
    var world = World()
    world.after = .seconds(1)
    _ = try agenda.next(after: .nothing, in: world.surroundings)
    #expect(agenda.lastPause == "Full.")
    _ = try agenda.next(after: .nothing, in: world.surroundings)
    #expect(agenda.mode == .idle)
    #expect(agenda.lastPause == nil)
    agenda.pause(because: "Full.", at: Self.start)
    #expect(agenda.mode == .paused(because: "Full.", until: Self.start + .seconds(1)))
  }

  @Test func `Work that an interrupted large document left is tried again after a quiet time`() {
    var agenda = Agenda(RescanPlanner.Timing())
    Self.makeLarge(&agenda, in: .bulk)
    guard let (item, isInterruptible) = Self.next(&agenda) else { return }
    #expect(isInterruptible)
    #expect(item.hasWaited)
    let outcome = Outcome(finding: .large, largeWork: .interrupted(after: .seconds(3)))
    agenda.finish(item, outcome, at: Self.start)
    let atOnce = Self.next(&agenda)
    #expect(atOnce == nil)
    let later = agenda.nextItem(
      includingBulk: true, at: Self.start + .seconds(3), changesAreNear: { false })
    #expect(later?.item.work == .path("/r/large"))
  }

  @Test func `A slice that ends a poll round tells how many folders have no watch`() {
    var agenda = Agenda(RescanPlanner.Timing())
    let counts = [(3, false), (4, true), (1, true)].map { count, isLast in
      agenda.countUnwatched(count, isLast: isLast)
    }
    #expect(counts == [nil, 7, 1])
  }
}

extension IndexingAgenda.Job {
  /// The job in words, with times in seconds from a moment.
  fileprivate func text(from start: ContinuousClock.Instant) -> String {
    func until(_ deadline: ContinuousClock.Instant?) -> String {
      deadline.map { " until \(start.duration(to: $0) / .seconds(1))" } ?? ""
    }
    return switch self {
    case .finish: "finish"
    case .take(let request): "take \(request)"
    case .erase: "erase"
    case .apply(let batch): "apply \(batch.paths.count)"
    case .readRacyFiles: "read racy files"
    case .rescan(.everything): "rescan everything"
    case .rescan(.slice(let round, _)): "rescan a slice of \(round)"
    case .planWaitingDocuments: "plan waiting documents"
    case .work(let includesBulk): includesBulk ? "work, also bulk" : "work"
    case .rest(let deadline, let isNew): "rest\(until(deadline))\(isNew ? ", new" : "")"
    case .settle: "settle"
    case .maintain: "maintain"
    case .check: "check"
    case .recognize: "recognize"
    case .encode: "encode"
    case .awaitReaders(let deadline): "await readers\(until(deadline))"
    case .wait(let deadline, let isNewlyIdle):
      "wait\(until(deadline))\(isNewlyIdle ? ", newly idle" : "")"
    case .pause(let deadline): "pause\(until(deadline))"
    }
  }
}
