import Testing

@testable import Watching

struct FolderRoundTests {
  let start = ContinuousClock.now

  @Test func `No slice is due before the start and after the stop`() {
    var round = FolderRound(interval: .seconds(60))
    #expect(round.nextDeadline == nil)
    #expect(round.takeSlice(folders: 10, at: start) == nil)
    round.start(folders: 10, at: start)
    #expect(round.isRunning)
    round.stop()
    #expect(!round.isRunning)
    #expect(round.nextDeadline == nil)
  }

  @Test(
    arguments: [
      // A few folders are one slice, many folders are slices of 64 and more.
      (86_400, 1, 86_400, 1), (86_400, 127, 86_400, 127), (86_400, 128, 43_200, 64),
      (86_400, 18_432, 300, 64), (86_400, 1_000_000, 300, 3_473), (300, 1_000_000, 1, 3_473),
      (10, 1_000_000, 1, 100_000), (1, 5_000, 1, 5_000),
    ])
  func `A round is spread over its interval`(
    interval: Int, folders: Int, gap: Int, count: Int
  ) throws {
    var round = FolderRound(interval: .seconds(interval))
    round.start(folders: folders, at: start)
    let due = try #require(round.nextDeadline)
    let first = start.duration(to: due)
    #expect(first >= .seconds(gap) && first < .seconds(gap + 1))
    #expect(round.takeSlice(folders: folders, at: due - .nanoseconds(1)) == nil)
    #expect(round.takeSlice(folders: folders, at: due) == .init(after: 0, count: count))
    #expect(round.nextDeadline == nil, "The next slice waits for the end of this one.")
    #expect(round.takeSlice(folders: folders, at: due + .seconds(9_999_999)) == nil)
    round.setCursor(4_711)
    round.endSlice(at: due)
    #expect(round.nextDeadline == due + first)
    #expect(round.takeSlice(folders: folders, at: due + first)?.after == 4_711)
  }

  @Test func `After the last folder comes the first`() {
    var round = FolderRound(interval: .seconds(1))
    round.start(folders: 1, at: start)
    _ = round.takeSlice(folders: 1, at: start + .seconds(1))
    round.setCursor(nil)
    round.endSlice(at: start + .seconds(1))
    #expect(round.takeSlice(folders: 1, at: start + .seconds(2))?.after == 0)
  }

  @Test func `Slow slices are less frequent, and missed slices are not repeated`() {
    var round = FolderRound(interval: .seconds(10))
    round.start(folders: 1_000_000, at: start)
    _ = round.takeSlice(folders: 1_000_000, at: start + .seconds(3_600))
    round.setCursor(7)
    round.endSlice(at: start + .seconds(3_602))
    #expect(round.nextDeadline == start + .seconds(3_622))
  }
}
