import FoundationEssentials
package import LinuxSystem

/// Converts between the monotonic clock, by which pauses are timed, and the time of day.
package struct WallClock: Sendable {
  /// A moment of the monotonic clock; ``seconds`` is the time of day then, in seconds since 1970.
  package let moment: ContinuousClock.Instant
  package let seconds: Double
  /// The difference of local time from UTC in seconds, at a given time.
  let offset: @Sendable (UnixTime) -> Int64

  package init(
    moment: ContinuousClock.Instant, seconds: Double,
    offset: @escaping @Sendable (UnixTime) -> Int64
  ) {
    self.moment = moment
    self.seconds = seconds
    self.offset = offset
  }

  package static var current: WallClock {
    WallClock(
      moment: .now, seconds: Date.now.timeIntervalSince1970, offset: LocalTime.offset(at:))
  }

  /// The moment that an RFC 3339 text in UTC denotes; nil if the text is invalid.
  package func moment(of text: String) -> ContinuousClock.Instant? {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    return moment + .seconds(date.timeIntervalSince1970 - seconds)
  }

  /// The RFC 3339 text for a moment, in UTC, rounded to a second.
  package func text(of moment: ContinuousClock.Instant) -> String {
    time(of: moment).rfc3339
  }

  /// The local time of a moment, such as `14:03:20`, with the date if it is not today.
  package func localText(of moment: ContinuousClock.Instant) -> String {
    let (today, then) = (local(time(of: self.moment)), local(time(of: moment)))
    return today.prefix(10) == then.prefix(10)
      ? String(then.dropFirst(11)) : then.replacing("T", with: " ")
  }

  /// The local time in minutes, such as `14:03`, with the date if it is not today.
  package func localMinute(of time: UnixTime) -> String {
    let (today, then) = (local(self.time(of: moment)), local(time))
    return today.prefix(10) == then.prefix(10)
      ? String(then.dropFirst(11).prefix(5))
      : String(then.prefix(16).replacing("T", with: " "))
  }

  private func local(_ time: UnixTime) -> String {
    time.clockText(aheadOfUTC: offset(time))
  }

  private func time(of moment: ContinuousClock.Instant) -> UnixTime {
    let seconds = self.seconds + self.moment.duration(to: moment) / .seconds(1)
    return UnixTime(seconds: Int64(seconds.rounded()))
  }
}
