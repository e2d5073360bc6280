package import LinuxSystem

/// What the service has used in each span of five minutes in which it committed, in the last twelve hours.
package struct UsageHistory: Equatable, Sendable {
  /// The usage in one span.
  package struct Sample: Equatable, Sendable {
    /// When the span began.
    package let start: UnixTime
    /// The CPU time in it.
    package var time = Duration.zero
    /// The largest memory in it in bytes.
    package var memory: Int64 = 0
    /// The size of the index in bytes, at its end.
    package var indexBytes: Int64 = 0
  }

  /// The length of a span in seconds.
  static let span: Int64 = 300
  /// The number of spans that are kept.
  static let limit = 144

  /// The samples, the oldest first.
  package private(set) var samples: [Sample] = []
  /// The CPU time until the last measurement.
  private var last = Duration.zero

  /// Adds a measurement; what was used since the last one counts for the current span.
  ///
  /// A clock that was set back adds to the last span.
  mutating func add(_ usage: ProcessUsage, indexBytes: Int64, at now: UnixTime) {
    let start = UnixTime(seconds: now.seconds - now.seconds % Self.span)
    if samples.last.map({ $0.start.seconds < start.seconds }) ?? true {
      samples.append(Sample(start: start))
    }
    let earliest = start.seconds - Self.span * Int64(Self.limit)
    samples.removeAll { $0.start.seconds <= earliest }
    guard !samples.isEmpty else { return }
    let current = samples.count - 1
    samples[current].time += max(.zero, usage.time - last)
    samples[current].memory = max(samples[current].memory, usage.memory)
    samples[current].indexBytes = indexBytes
    last = usage.time
  }
}
