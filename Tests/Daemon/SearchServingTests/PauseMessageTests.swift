import Cooldown
import Indexing
import SearchInterface
import Testing

@testable import SearchServing

struct PauseMessageTests {
  /// 2026-11-21, 12:00:00 UTC, in a place that is two hours ahead.
  private static let clock = WallClock(moment: .now, seconds: 1_795_262_400) { _ in 7_200 }

  @Test(
    arguments: [
      (.cooldown, 200, "resting until 14:03:20: cooldown"),
      (.battery, nil, "resting until there is mains power: on battery"),
      (
        .pressure, 120,
        "resting until the CPU is less busy, 14:02:00 at the latest: CPU pressure"
      ),
      (.request(untilPower: false), 60, "paused until 14:01:00: requested"),
      (.request(untilPower: false), 36_000, "paused until 2026-11-22 00:00:00: requested"),
      (.request(untilPower: true), nil, "paused until there is mains power: requested"),
      (
        .request(untilPower: true), 60,
        "paused until 14:01:00 or there is mains power: requested"
      ),
      (.held(1), nil, "paused as long as a client holds it"),
      (.held(3), nil, "paused as long as 3 clients hold it"),
    ] as [(BulkPause.Reason, Int?, String)])
  func `A pause says why and until when`(reason: BulkPause.Reason, seconds: Int?, text: String) {
    let pause = BulkPause(reason: reason, until: seconds.map { Self.clock.moment + .seconds($0) })
    #expect(pause.sentence(Self.clock) == text)
  }

  @Test(
    arguments: [
      ([.battery], "because the computer runs on battery. Run 'sitta resume --now'"),
      ([.cooldown], "because it rests after long work."),
      ([.pressure], "because other programs need the CPU."),
      ([.held(1)], "because 'sitta pause' holds it."),
      (
        [.request(untilPower: false), .battery],
        "because a pause was requested, and because the computer runs on battery."
      ),
    ] as [([BulkPause.Reason], String)])
  func `A first index that waits says why and what to do`(
    reasons: [BulkPause.Reason], part: String
  ) throws {
    var status = IndexingStatus()
    (status.isFirst, status.waiting) = (true, 7)
    let pauses = reasons.map { BulkPause(reason: $0, until: nil) }
    #expect(try !#require(status.firstIndexWarning(pauses)).contains("because"))
    status.pauses = pauses
    #expect(try #require(status.firstIndexWarning(pauses)).contains(part))
    // It may go on just now.
    #expect(try !#require(status.firstIndexWarning([])).contains("because"))
  }

  @Test(
    arguments: [
      (true, 0, 4, true, ": 0 are in it so far, and not all folders are listed yet."),
      (true, 1, 4, true, ": 1 is in it so far, and not all folders are listed yet."),
      (true, 2_310, 3_528, false, ": 2,310 of about 5,838 are in it so far."),
      (true, .max, .max, false, ": 9,223,372,036,854,775,807 of about"),
      (true, 5_838, 0, false, nil), (false, 2_310, 3_528, false, nil),
    ] as [(Bool, Int64, Int, Bool, String?)])
  func `A first index says how much is done until nothing waits`(
    isFirst: Bool, documents: Int64, waiting: Int, isLooking: Bool, part: String?
  ) throws {
    var status = IndexingStatus()
    (status.isFirst, status.isLooking) = (isFirst, isLooking)
    (status.builtDocuments, status.waiting) = (documents, waiting)
    let warning = status.firstIndexWarning([])
    #expect((warning == nil) == (part == nil))
    if let warning, let part {
      #expect(warning.contains("a part of your files" + part), "\(warning)")
    }
    #expect(status.firstIndexWarning([], hasNumbers: false)?.contains(":") != true)
  }

  @Test func `A message has the end in UTC`() {
    let pause = BulkPause(reason: .cooldown, until: Self.clock.moment + .seconds(200))
    let message = PauseMessage(pause, Self.clock)
    #expect(message.until == "2026-11-21T12:03:20Z")
    #expect(message.reason == .cooldown)
    #expect(message.text == pause.sentence(Self.clock))
  }

  @Test(arguments: ["2026-11-21T12:03:20Z", "2027-01-01T00:00:00Z"])
  func `A moment comes back as it was read`(text: String) throws {
    let moment = try #require(Self.clock.moment(of: text))
    #expect(Self.clock.text(of: moment) == text)
  }

  @Test(arguments: ["", "soon", "12:00", "2026-13-01T00:00:00Z"])
  func `What is no RFC 3339 is no moment`(text: String) {
    #expect(Self.clock.moment(of: text) == nil)
  }
}
