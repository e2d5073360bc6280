import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

struct CommitLogTests {
  private func clock(_ sequence: CommitNumber, _ index: String = "a") -> IndexClock {
    IndexClock(index: index, sequence: sequence)
  }

  @Test func `Changes between two clocks are those of the commits between`() {
    let log = CommitLog()
    log.begin(index: "a", at: 3)
    log.append(IndexChanges(texts: [1, 2]), at: 4)
    log.append(IndexChanges(texts: [2, 3]), at: 5)
    log.append(IndexChanges(texts: []), at: 6)
    #expect(log.changes(from: clock(3), to: clock(6)) == IndexChanges(texts: [1, 2, 3]))
    #expect(log.changes(from: clock(4), to: clock(5)) == IndexChanges(texts: [2, 3]))
    #expect(log.changes(from: clock(5), to: clock(6)) == IndexChanges(texts: []))
    #expect(log.changes(from: clock(6), to: clock(6)) == IndexChanges(texts: []))
  }

  @Test func `Without a complete log there are no changes`() {
    let log = CommitLog()
    log.begin(index: "a", at: 3)
    log.append(IndexChanges(texts: [1]), at: 4)
    #expect(log.changes(from: clock(2), to: clock(4)) == nil)
    #expect(log.changes(from: clock(3), to: clock(5)) == nil)
    #expect(log.changes(from: clock(4), to: clock(3)) == nil)
    #expect(log.changes(from: clock(3, "b"), to: clock(4)) == nil)
    #expect(log.changes(from: clock(3, "b"), to: clock(4, "b")) == nil)
    log.append(IndexChanges(texts: Set((0..<60_000).map { DocumentID(rawValue: $0) })), at: 5)
    log.append(IndexChanges(texts: [7]), at: 6)
    #expect(log.changes(from: clock(4), to: clock(5)) == nil)
    #expect(log.changes(from: clock(5), to: clock(6)) == IndexChanges(texts: [7]))
    for sequence in 7...60_000 {
      log.append(IndexChanges(texts: []), at: CommitNumber(rawValue: Int64(sequence)))
    }
    #expect(log.changes(from: clock(6), to: clock(60_000)) == nil)
    #expect(log.changes(from: clock(59_000), to: clock(60_000)) == IndexChanges())
    log.begin(index: "b", at: 0)
    #expect(log.changes(from: clock(5), to: clock(6)) == nil)
  }
}

extension CommitLogTests {
  @Test func `Every slice of the kept commits is found, also after the oldest were dropped`() {
    let log = CommitLog()
    log.begin(index: "a", at: 0)
    for number in 1...60_000 as ClosedRange<Int64> {
      log.append(
        IndexChanges(texts: [DocumentID(rawValue: number)]), at: CommitNumber(rawValue: number))
    }
    for (old, new) in [(59_999, 60_000), (40_000, 40_003), (35_000, 60_000)] as [(Int64, Int64)] {
      let changes = log.changes(
        from: clock(CommitNumber(rawValue: old)), to: clock(CommitNumber(rawValue: new)))
      #expect(changes?.texts == Set((old + 1...new).map { DocumentID(rawValue: $0) }))
    }
    #expect(log.changes(from: clock(34_998), to: clock(60_000)) == nil)
  }

  @Test func `The time of the first commit that is missing is known`() {
    let log = CommitLog()
    log.begin(index: "a", at: 10, now: 100)
    func time(_ sequence: CommitNumber, _ index: String = "a") -> UnixTime? {
      log.time(ofFirstCommitAfter: clock(sequence, index))
    }
    #expect(time(10) == nil)
    // It was made before the log began.
    #expect(time(9) == 100)
    log.append(IndexChanges(), at: 11, now: 110)
    #expect(time(10) == nil)
    log.append(IndexChanges(texts: [1]), at: 12, now: 120)
    log.append(IndexChanges(folders: [1]), at: 13, now: 130)
    #expect(time(10) == 120)
    #expect(time(11) == 120)
    #expect(time(12) == 130)
    #expect(time(13) == nil)
    #expect(time(9, "b") == nil)
    log.begin(index: "b", at: 0, now: 200)
    #expect(time(12) == nil)
  }

  @Test func `Of many commits the times are known almost, with little memory`() throws {
    var times = CommitTimes(after: 0, at: 0)
    let count: Int64 = 200_000
    for number in 1...count {
      times.append(CommitNumber(rawValue: number), at: UnixTime(seconds: number))
    }
    for number in [0, 5, count / 2, count - 2_000, count - 1] {
      let time = try #require(times.first(after: CommitNumber(rawValue: number)))
      let late = time.seconds - (number + 1)
      #expect((0...(count - number) / 32).contains(late), "\(number): \(late)")
    }
    #expect(times.first(after: CommitNumber(rawValue: count)) == nil)
    #expect(times.count <= 4_096)
  }

  @Test func `Rows and folders are logged besides texts`() {
    let log = CommitLog()
    log.begin(index: "a", at: 0)
    log.append(IndexChanges(texts: [1], rows: [2], folders: [3]), at: 1)
    log.append(IndexChanges(texts: [4], rows: [1], folders: [3]), at: 2)
    #expect(
      log.changes(from: clock(0), to: clock(2))
        == IndexChanges(texts: [1, 4], rows: [1, 2], folders: [3]))
  }

  @Test func `A commit counts as published only after it is appended`() {
    let log = CommitLog()
    #expect(!log.hasPublished(clock(0)))
    log.begin(index: "a", at: 3)
    #expect(log.hasPublished(clock(3)))
    #expect(!log.hasPublished(clock(4)))
    #expect(!log.hasPublished(clock(3, "b")))
    log.append(IndexChanges(), at: 4)
    #expect(log.hasPublished(clock(4)))
  }

  @Test(.timeLimit(.minutes(15)))
  func `Commits wake a listener, several commits once, and an empty commit never`() async {
    let log = CommitLog()
    log.begin(index: "a", at: 0)
    var signals = log.signal.listen().changes.makeAsyncIterator()
    for sequence in 1...100 {
      log.append(IndexChanges(texts: [1]), at: CommitNumber(rawValue: Int64(sequence)))
    }
    #expect(await signals.next() != nil)
    log.append(IndexChanges(), at: 101)
    log.begin(index: "b", at: 0)
    #expect(await signals.next() != nil)
    // Nothing is left of the hundred, nor of the empty one.
    let rest = Task { for await _ in log.signal.listen().changes {} }
    while log.signal.listenerCount < 2 { await Task.yield() }
    rest.cancel()
    await rest.value
    #expect(log.signal.listenerCount == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `A cancelled listener stops waiting and is removed`() async {
    let log = CommitLog()
    let waiting = (0..<3).map { _ in
      Task { for await _ in log.signal.listen().changes {} }
    }
    while log.signal.listenerCount < 3 { await Task.yield() }
    for task in waiting { task.cancel() }
    for task in waiting { await task.value }
    #expect(log.signal.listenerCount == 0)
  }
}
