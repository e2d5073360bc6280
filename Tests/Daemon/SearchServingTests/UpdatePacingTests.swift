import IndexStorage
import Testing

@testable import SearchServing

struct UpdatePacingTests {
  private let start = ContinuousClock.now

  /// The results of changes, and of the updates that they plan, at these milliseconds.
  @Test(
    arguments: [
      ([0], ["0 update"]),
      ([0, 1_000, 2_000], ["0 update", "1000 update", "2000 update"]),
      ([0, 10], ["0 update", "10 wait 400", "400 update"]),
      ([0, 10, 20, 399], ["0 update", "10 wait 400", "20 nothing", "399 nothing", "400 update"]),
      (
        [0, 10, 500, 900],
        [
          "0 update", "10 wait 400", "400 update", "500 wait 800", "800 update", "900 wait 1200",
          "1200 update",
        ]
      ),
    ] as [([Int], [String])])
  func `The first update comes at once, the others a gap apart`(
    changes: [Int], expected: [String]
  ) {
    var pacing = UpdatePacing(gap: .milliseconds(400))
    var times = changes
    var log: [String] = []
    while !times.isEmpty {
      let time = times.removeFirst()
      switch pacing.step(at: start + .milliseconds(time)) {
      case .update: log.append("\(time) update")
      case .nothing: log.append("\(time) nothing")
      case .wait(let until):
        let planned = Int((until - start) / .milliseconds(1))
        log.append("\(time) wait \(planned)")
        times.insert(planned, at: times.firstIndex { $0 >= planned } ?? times.endIndex)
      }
    }
    #expect(log == expected)
  }

  @Test func `Changes that were not read yet are one change`() async {
    let signal = ChangeSignal()
    let (changes, wake) = signal.listen()
    var iterator = changes.makeAsyncIterator()
    signal.raise()
    signal.raise()
    #expect(await iterator.next() != nil)
    wake()
    #expect(await iterator.next() != nil)
    let other = Task { await iterator.next() }
    other.cancel()
    #expect(await other.value == nil, "One change was left over.")
  }
}
