import LinuxSystem

/// Progress, rate and remaining time of indexing, computed from a series of statuses.
struct ProgressEstimate {
  private struct Sample {
    let time: ContinuousClock.Instant
    let documents: Int
    let waiting: Int
    /// The number of changes indexed since the first sample.
    let done: Int
  }

  /// The time that the rate covers; older samples are dropped.
  private static let window = Duration.seconds(20)
  /// The longest remaining time in seconds, which still fits into a `Duration`.
  private static let longest = 1e9

  private var samples: [Sample] = []

  /// Adds a status.
  mutating func add(documents: Int, waiting: Int, at time: ContinuousClock.Instant) {
    guard waiting > 0 else { return samples = [] }
    let documents = max(0, documents)
    // While changes are indexed, the crawl adds waiting ones, and a changed file adds no document.
    // So the larger of the two differences shows the work.
    let step =
      samples.last.map { max(0, documents - $0.documents, Int($0.waiting - waiting)) } ?? 0
    samples.append(
      Sample(
        time: time, documents: documents, waiting: waiting, done: (samples.last?.done ?? 0) &+ step)
    )
    // One sample at least as old as the window is kept, so that the rate covers the whole window.
    while samples.count > 2, samples[1].time.duration(to: time) >= Self.window {
      samples.removeFirst()
    }
  }

  /// The share of indexed files in all known files, from 0 to 1; nil if nothing waits.
  var share: Double? {
    samples.last.map { Double($0.documents) / (Double($0.documents) + Double($0.waiting)) }
  }

  /// The number of changes indexed per second; nil if unknown.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, first.time < last.time else {
      return nil
    }
    return Double(last.done - first.done) / (first.time.duration(to: last.time) / .seconds(1))
  }

  /// The remaining time; nil if unknown, and while the rate is 0.
  var timeLeft: Duration? {
    guard let rate, rate > 0, let waiting = samples.last?.waiting else { return nil }
    return .seconds(min(Double(waiting) / rate, Self.longest))
  }
}

extension ProgressEstimate {
  /// A bar of `barWidth` characters, share, rate and remaining time on one line; empty if nothing waits.
  func line(barWidth: Int) -> String {
    guard let share else { return "" }
    // Rounded down, so that 100 % is shown only if nothing waits.
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    var words = [barWidth > 0 ? bar : nil, "\(Int(share * 100)) %"].compactMap(\.self)
    if let rate { words.append("\(Self.rounded(rate))/s") }
    if let timeLeft { words.append("about \(Self.rounded(timeLeft)) left") }
    return words.joined(separator: "  ")
  }

  private static func rounded(_ rate: Double) -> String {
    // The bound is larger than any real rate, and prevents an overflow in the conversion.
    if rate >= 10 || rate == 0 { return "\(Int(min(rate, 1e12)))" }
    let tenths = Int(rate * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func rounded(_ time: Duration) -> String {
    let minutes = Int64((time / .seconds(60)).rounded(.up))
    return (time <= .seconds(59) ? time : .seconds(minutes * 60)).inWords
  }
}
