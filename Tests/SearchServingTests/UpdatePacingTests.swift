import SearchIndex
import Testing

@testable import SearchServing

struct UpdatePacingTests {
  private let start = ContinuousClock.now

  /// What comes of changes, and of the looks that they plan, at these milliseconds.
  @Test(
    arguments: [
      ([0], ["0 look"]),
      ([0, 1_000, 2_000], ["0 look", "1000 look", "2000 look"]),
      ([0, 10], ["0 look", "10 wait 400", "400 look"]),
      ([0, 10, 20, 399], ["0 look", "10 wait 400", "20 nothing", "399 nothing", "400 look"]),
      (
        [0, 10, 500, 900],
        [
          "0 look", "10 wait 400", "400 look", "500 wait 800", "800 look", "900 wait 1200",
          "1200 look",
        ]
      ),
    ] as [([Int], [String])])
  func `The first look comes at once, the others a gap apart`(
    changes: [Int], expected: [String]
  ) {
    var pacing = UpdatePacing(gap: .milliseconds(400))
    var times = changes
    var log: [String] = []
    while !times.isEmpty {
      let time = times.removeFirst()
      switch pacing.step(at: start + .milliseconds(time)) {
      case .look: log.append("\(time) look")
      case .nothing: log.append("\(time) nothing")
      case .wait(let until):
        let planned = Int((until - start) / .milliseconds(1))
        log.append("\(time) wait \(planned)")
        times.insert(planned, at: times.firstIndex { $0 >= planned } ?? times.endIndex)
      }
    }
    #expect(log == expected)
  }

  @Test func `What nobody has looked at yet is told as one change`() async {
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
