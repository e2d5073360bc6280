import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct RecoveryLadderTests {
  typealias Evidence = RecoveryLadder.Evidence
  typealias Action = RecoveryLadder.Action

  static let texts = Evidence.found(.damaged(.texts([4, 7])))
  static let postings = Evidence.found(.damaged(.postings))
  static let file = Evidence.found(.damaged(.file))
  static let unknown = Evidence.found(.unknown)
  static let sound = Evidence.found(.sound)

  /// The evidence in its order, and the action for each.
  static let scenarios: [(name: String, steps: [(Evidence, Action)])] = [
    ("a false alarm", [(.report, .check), (sound, .nothing), (sound, .nothing)]),
    (
      "a text: the check is the second proof",
      [(.report, .check), (texts, .mendDocuments([4, 7])), (.repaired, .check), (sound, .nothing)]
    ),
    (
      "postings that only a check in the background met: checked twice",
      [(postings, .check), (postings, .rewritePostings), (.repaired, .check), (sound, .nothing)]
    ),
    ("a file", [(.report, .check), (file, .rebuildFile)]),
    ("a file that is sound at the second look", [(file, .check), (sound, .nothing)]),
    (
      "a file once, and once again after it was sound: one proof each",
      [(file, .check), (sound, .nothing), (file, .check), (file, .rebuildFile)]
    ),
    (
      "a disk that is full or fails proves nothing",
      [(unknown, .nothing), (.report, .check), (unknown, .nothing), (unknown, .nothing)]
    ),
    (
      "a proof lasts while checks cannot be made",
      [(.report, .check), (unknown, .nothing), (file, .rebuildFile)]
    ),
    (
      "a repair that did not help, twice proved: the next larger part",
      [
        (.report, .check), (texts, .mendDocuments([4, 7])), (.repaired, .check), (texts, .check),
        (texts, .rewritePostings), (.repaired, .check), (postings, .check),
        (postings, .rebuildFile),
      ]
    ),
    (
      "a repair that meets damage itself",
      [
        (.report, .check), (texts, .mendDocuments([4, 7])), (.repairFailed, .rewritePostings),
        (.repairFailed, .rebuildFile),
      ]
    ),
    (
      "a larger damage than the next rung",
      [
        (.report, .check), (texts, .mendDocuments([4, 7])), (.repaired, .check), (file, .check),
        (file, .rebuildFile),
      ]
    ),
    (
      "many reports are one proof",
      [(.report, .check), (.report, .check), (unknown, .nothing), (.report, .check)]
    ),
    (
      "a new index begins below",
      [
        (.report, .check), (file, .rebuildFile), (texts, .check), (texts, .mendDocuments([4, 7])),
      ]
    ),
  ]

  @Test(arguments: scenarios)
  func `The smallest part that is proved to be damaged is repaired`(
    name: String, steps: [(Evidence, Action)]
  ) {
    var ladder = RecoveryLadder()
    for (number, (evidence, action)) in steps.enumerated() {
      #expect(ladder.action(on: evidence) == action, "\(name): step \(number + 1)")
    }
  }
}

struct CheckScheduleTests {
  let start = ContinuousClock.now
  let day: Int64 = 86_400

  @Test(
    arguments: [
      (nil, false, 7), (nil, true, 0), (100, false, 7), (100 - 3 * 86_400, false, 4),
      (100 - 9 * 86_400, false, 0), (100 - 3 * 86_400, true, 0), (100 + 86_400, false, 7),
    ] as [(Int64?, Bool, Int64)])
  func `The first check is due a week after the last, or after a death`(
    lastCheck: Int64?, wasInterrupted: Bool, days: Int64
  ) {
    let checks = CheckSchedule(
      lastCheck: lastCheck.map(UnixTime.init(seconds:)), wasInterrupted: wasInterrupted,
      now: start, second: 100)
    #expect(checks.due == start + .seconds(days * day))
  }

  @Test func `A check that could not be made is tried again soon`() {
    var checks = CheckSchedule(lastCheck: nil, wasInterrupted: true, now: start, second: 100)
    #expect(checks.isDue(at: start))
    checks.postpone(at: start)
    #expect(!checks.isDue(at: start + .seconds(59)))
    #expect(checks.isDue(at: start + .seconds(60)))
    checks = CheckSchedule(checkedAt: start)
    #expect(!checks.isDue(at: start + .seconds(7 * day - 1)))
    #expect(checks.isDue(at: start + .seconds(7 * day)))
  }
}
