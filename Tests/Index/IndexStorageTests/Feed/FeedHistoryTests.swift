import LinuxSystem
import Testing

@testable import IndexStorage

struct FeedHistoryTests {
  @Test func `After an interruption, clocks of lost commits are unknown`() {
    var history = FeedHistory()
    let next = history.skip(after: 50)
    #expect(next > 1_000_000)
    #expect(history.isKnown(50, upTo: next))
    #expect(history.isKnown(next, upTo: next))
    #expect(history.isKnown(7, upTo: next))
    #expect(!history.isKnown(51, upTo: next))
    #expect(!history.isKnown(CommitNumber(rawValue: next.rawValue - 1), upTo: next))
    #expect(!history.isKnown(next.next, upTo: next))
  }

  @Test func `Interruptions without a commit between them skip once`() {
    var history = FeedHistory()
    let next = history.skip(after: 50)
    #expect(history.skip(after: next) == next)
    #expect(history.gaps.count == 1)
    #expect(history.skip(after: next.next) > next.next)
    #expect(history.gaps.count == 2)
  }

  @Test func `Of many interruptions the last ones are kept, and older clocks are unknown`() {
    var history = FeedHistory()
    var last: CommitNumber = 5
    for _ in 0..<40 { last = history.skip(after: last.next) }
    #expect(history.gaps.count == 32)
    #expect(!history.isKnown(5, upTo: last))
    #expect(history.isKnown(history.gaps[0].last, upTo: last))
  }

  @Test
  func `A clock before the dropped removals is unknown, but not to a reader that began later`() {
    var history = FeedHistory()
    history.floor = 20
    #expect(!history.isKnown(19, upTo: 30))
    #expect(history.isKnown(20, upTo: 30))
    #expect(history.isKnown(3, loadingSince: 20, upTo: 30))
    #expect(!history.isKnown(3, loadingSince: 19, upTo: 30))
    // It has read the state of a lost commit.
    let next = history.skip(after: 30)
    #expect(!history.isKnown(3, loadingSince: 31, upTo: next))
  }

  @Test func `Commits are counted without the numbers that were skipped`() {
    var history = FeedHistory()
    let next = history.skip(after: 50)
    #expect(history.count(from: 20, to: 50) == 30)
    #expect(history.count(from: 50, to: next) == 0)
    #expect(history.count(from: 49, to: next.next) == 2)
    #expect(history.count(from: next, to: next.next) == 1)
  }

  @Test func `A day is known on which a commit existed`() {
    var history = FeedHistory()
    _ = history.begin(100, at: 7)
    _ = history.begin(101, at: 9)
    #expect(history.end(ofDayOf: 6) == UnixTime(seconds: 101 * 86_400))
    #expect(history.end(ofDayOf: 7) == UnixTime(seconds: 102 * 86_400))
    #expect(history.end(ofDayOf: 9) == nil)
  }

  @Test func `Removals expire after 30 days at most`() {
    var history = FeedHistory()
    #expect(history.begin(100, at: 7) == 0)
    #expect(history.begin(100, at: 8) == 0)
    #expect(history.begin(101, at: 9) == 0)
    #expect(history.begin(128, at: 10) == 0)
    #expect(history.begin(129, at: 11) == 7)
    #expect(history.begin(131, at: 12) == 9)
    #expect(history.days.map(\.day) == [128, 129, 131])
  }

  @Test func `It is stored and read`() {
    var history = FeedHistory()
    #expect(FeedHistory(storedText: history.storedText) == history)
    history.floor = 3
    let next = history.skip(after: 9)
    _ = history.skip(after: next.next)
    _ = history.begin(20_000, at: 77)
    #expect(FeedHistory(storedText: history.storedText) == history)
    #expect(FeedHistory(storedText: "floor 41").floor == 41)
    #expect(FeedHistory(storedText: "floor\ngap 1\nnonsense 1 2") == FeedHistory())
  }
}

struct FeedPositionTests {
  @Test(arguments: [(nil, nil), (60, nil), (60, 12)] as [(CommitNumber?, CommitNumber?)])
  func `A position is the same after its clock was stored`(
    seen: CommitNumber?, loadingSince: CommitNumber?
  ) {
    var position = FeedPosition(after: IndexClock(index: "5f0c", sequence: 45))
    (position.seen, position.loadingSince) = (seen, loadingSince)
    #expect(FeedPosition(after: position.clock) == position)
    #expect(position.clock.sequence == 45)
  }

  @Test func `A clock with a name that no index has is unknown`() {
    let now = IndexClock(index: "5f0c", sequence: 70)
    for (name, isKnown) in [
      ("5f0c", true), ("5f0c@60", true), ("5f0c@60@12", true), ("5f0c@71", false), ("5f0d", false),
      ("5f0c@", false), ("5f0c@x", false), ("5f0c@60@12@1", false), ("5f0c@60@71", false),
    ] {
      let position = FeedPosition(after: IndexClock(index: name, sequence: 45))
      #expect(position.isKnown(to: FeedHistory(), at: now) == isKnown, "\(name)")
    }
  }
}
