/// How far long work has come, how fast it goes and how long it will take, from what the daemon said
/// again and again.
struct ProgressEstimate {
  private struct Sample {
    let time: ContinuousClock.Instant
    let documents: Int
    let waiting: Int
    /// How much was done since the first sample.
    let done: Int
  }

  /// Older samples say nothing about the rate now.
  private static let window = Duration.seconds(20)
  /// More seconds than anybody waits, and fewer than a `Duration` holds.
  private static let longest = 1e9

  private var samples: [Sample] = []

  /// Takes note of a status.
  ///
  /// - Parameters:
  ///   - documents: how many documents are in the index.
  ///   - waiting: how many changes wait.
  ///   - time: when that was so.
  mutating func add(documents: Int, waiting: Int, at time: ContinuousClock.Instant) {
    guard waiting > 0 else { return samples = [] }
    let documents = max(0, documents)
    // The crawl finds more to do while work is done, and a changed file makes no new document: so
    // what was done shows in one of the two numbers.
    let step =
      samples.last.map { max(0, documents - $0.documents, Int($0.waiting - waiting)) } ?? 0
    samples.append(
      Sample(
        time: time, documents: documents, waiting: waiting, done: (samples.last?.done ?? 0) &+ step)
    )
    // One sample as old as the window stays, so that the rate is measured over all of it.
    while samples.count > 2, samples[1].time.duration(to: time) >= Self.window {
      samples.removeFirst()
    }
  }

  /// Which part of everything known is in the index, from 0 to 1; nil where nothing waits.
  var share: Double? {
    samples.last.map { Double($0.documents) / (Double($0.documents) + Double($0.waiting)) }
  }

  /// How many changes are done in a second; nil until that is known.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, first.time < last.time else {
      return nil
    }
    return Double(last.done - first.done) / (first.time.duration(to: last.time) / .seconds(1))
  }

  /// How long it will take; nil until that is known, and while nothing moves.
  var timeLeft: Duration? {
    guard let rate, rate > 0, let waiting = samples.last?.waiting else { return nil }
    return .seconds(min(Double(waiting) / rate, Self.longest))
  }
}
