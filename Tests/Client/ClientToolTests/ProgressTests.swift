import SearchInterface
import Testing

@testable import ClientTool

private let start = ContinuousClock.now

struct ProgressTests {
  /// A status each: the second, the documents and the waiting changes.
  typealias Row = (second: Int, documents: Int, waiting: Int)

  private func estimate(_ rows: [Row]) -> ProgressEstimate {
    var estimate = ProgressEstimate()
    for row in rows {
      estimate.add(
        documents: row.documents, waiting: row.waiting, at: start + .seconds(row.second))
    }
    return estimate
  }

  @Test(
    arguments: [
      // Nothing waits, or nothing is known yet.
      ([], ""), ([(0, 100, 0)], ""), ([(0, 100, 50), (1, 150, 0)], ""), ([(0, 0, 10)], "0 %"),
      ([(0, 100, 100)], "50 %"), ([(0, 100, 100), (0, 120, 80)], "60 %"),
      // The first index: documents grow.
      ([(0, 0, 1_000), (1, 100, 900)], "10 %  100/s  about 9 s left"),
      ([(0, 0, 1_000), (10, 5, 995)], "0 %  0.5/s  about 34 min left"),
      // The crawl finds more than is done meanwhile.
      ([(0, 0, 100), (1, 50, 150)], "25 %  50/s  about 3 s left"),
      // Changed files make no new documents, and removed ones fewer.
      ([(0, 1_000, 1_000), (2, 1_000, 500)], "66 %  250/s  about 2 s left"),
      ([(0, 1_000, 600), (2, 800, 400)], "66 %  100/s  about 4 s left"),
      // Nothing moves.
      ([(0, 10, 10), (60, 10, 10)], "50 %  0/s"),
      // Only the last twenty seconds count.
      (
        (0...60).map { ($0, Int(min($0, 30)) * 100, 10_000) }, "23 %  0/s"
      ),
      ((0...60).map { ($0, Int($0) * 7, 7_000) }, "5 %  7.0/s  about 17 min left"),
      // Work that begins again is measured anew.
      ([(0, 0, 9), (5, 9, 0), (50, 9, 91), (51, 10, 90)], "10 %  1.0/s  about 2 min left"),
      ([(0, 0, 1 << 40), (1, 11, 1 << 40)], "0 %  11/s  about 11574 d 1 h left"),
      ([(0, -5, .max), (1, .max, .max)], "50 %  1000000000000/s  about 1 s left"),
    ] as [([Row], String)])
  func `Share, rate and time left follow from what was said`(rows: [Row], expected: String) {
    #expect(estimate(rows).line(barWidth: 0) == expected)
  }

  @Test(
    arguments: [
      (0, "░░░░░░░░░░"), (9, "░░░░░░░░░░"), (10, "█░░░░░░░░░"), (55, "█████░░░░░"),
      (99, "█████████░"),
    ])
  func `A bar is full when all is done`(documents: Int, bar: String) {
    let line = estimate([(0, documents, 100 - Int(documents))]).line(barWidth: 10)
    #expect(line == "\(bar)  \(documents) %")
  }

  @Test func `A frame is drawn over the one before, and leaves the terminal as it was`() {
    var frame = TerminalFrame()
    let begin = "\r\u{1b}[?7l"
    let end = "\u{1b}[J\u{1b}[?7h"
    #expect(frame.redraw(["a", "b"], rows: 24) == begin + "a\u{1b}[K\nb\u{1b}[K\n" + end)
    #expect(frame.redraw(["c"], rows: 24) == begin + "\u{1b}[2Ac\u{1b}[K\n" + end)
    #expect(frame.redraw(["d"], rows: 24) == begin + "\u{1b}[1Ad\u{1b}[K\n" + end)
    // More lines than the terminal shows could not be drawn over.
    #expect(
      frame.redraw(["1", "2", "3"], rows: 3)
        == begin + "\u{1b}[1A1\u{1b}[K\n2\u{1b}[K\n" + end)
    #expect(frame.redraw(["1"], rows: 0) == begin + "\u{1b}[2A1\u{1b}[K\n" + end)
  }

  @Test func `As long as files are looked for, no share is shown`() {
    var status = StatusMethod.Reply(version: "9", process: 1, clock: FakeSearch.clock)
    (status.state, status.documents, status.pending) = (.indexing, 89, 11)
    (status.first, status.looking) = (true, true)
    var watch = StatusWatch()
    let line = "sittad 9, process 1: indexing, 11 to go so far, still looking for files\n"
    #expect(watch.text(for: status, at: start, on: nil) == line)
    let drawn = watch.text(for: status, at: start, on: .ordinary)
    #expect(drawn.contains("still looking for files\u{1b}[K\ndocuments  89"), "\(drawn)")
    // Documents from before do not count for the speed.
    (status.looking, status.documents, status.pending) = (nil, 100, 900)
    let known = watch.text(for: status, at: start + .seconds(1), on: nil)
    #expect(known == "sittad 9, process 1: indexing, 900 to go  10 %\n")
    status.state = .resting
    (status.looking, status.pending) = (true, 345)
    #expect(
      watch.text(for: status, at: start + .seconds(2), on: nil)
        == "sittad 9, process 1: resting, 345 to go so far, still looking for files\n")
  }

  @Test func `A watch draws on a terminal, and says what is new elsewhere`() {
    var status = StatusMethod.Reply(version: "9", process: 1, clock: FakeSearch.clock)
    status.state = .indexing
    status.documents = 30
    status.pending = 70
    var watch = StatusWatch()
    let drawn = watch.text(for: status, at: start, on: .ordinary)
    let bar = String(repeating: "█", count: 10) + String(repeating: "░", count: 26)
    #expect(drawn.contains("indexing, 70 to go\u{1b}[K\n\(bar)  30 %\u{1b}[K\ndocuments  30"))

    for terminal in [nil, Terminal(rows: 24, columns: 80, isPlain: true)] {
      var watch = StatusWatch()
      #expect(
        watch.text(for: status, at: start, on: terminal)
          == "sittad 9, process 1: indexing, 70 to go  30 %\n")
      #expect(watch.text(for: status, at: start, on: terminal) == "")
      var done = status
      done.state = .idle
      #expect(
        watch.text(for: done, at: start + .seconds(1), on: terminal)
          == "sittad 9, process 1: up to date\n")
    }
  }
}
