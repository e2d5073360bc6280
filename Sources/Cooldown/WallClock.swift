import FoundationEssentials
package import LinuxSystem

/// What the clock on the wall shows at the moments of the clock that pauses are reckoned by.
package struct WallClock: Sendable {
  /// A moment, and what the wall showed then, in seconds since 1970.
  package let moment: ContinuousClock.Instant
  package let seconds: Double
  /// Returns how many seconds local time is ahead of UTC at a time.
  let offset: @Sendable (UnixTime) -> Int64

  package static var current: WallClock {
    WallClock(
      moment: .now, seconds: Date.now.timeIntervalSince1970, offset: LocalTime.offset(at:))
  }

  /// The moment that an RFC 3339 text in UTC names; nil where it is none.
  package func moment(of text: String) -> ContinuousClock.Instant? {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    return moment + .seconds(date.timeIntervalSince1970 - seconds)
  }

  /// A moment as RFC 3339 has it, in UTC and the nearest whole second.
  package func text(of moment: ContinuousClock.Instant) -> String {
    time(of: moment).rfc3339
  }

  /// A moment as people here write it: `14:03:20`, with the day in front if it is another one.
  package func localText(of moment: ContinuousClock.Instant) -> String {
    let (today, then) = (local(self.moment), local(moment))
    return today.prefix(10) == then.prefix(10)
      ? String(then.dropFirst(11)) : then.replacing("T", with: " ")
  }

  /// A time as people here write its minute: `14:03`, with the day in front if it is another one.
  package func localMinute(of time: UnixTime) -> String {
    let (today, then) = (local(moment), local(time))
    return today.prefix(10) == then.prefix(10)
      ? String(then.dropFirst(11).prefix(5))
      : String(then.prefix(16).replacing("T", with: " "))
  }

  private func local(_ moment: ContinuousClock.Instant) -> String {
    local(time(of: moment))
  }

  private func local(_ time: UnixTime) -> String {
    time.clockText(aheadOfUTC: offset(time))
  }

  private func time(of moment: ContinuousClock.Instant) -> UnixTime {
    let seconds = self.seconds + self.moment.duration(to: moment) / .seconds(1)
    return UnixTime(seconds: Int64(seconds.rounded()))
  }
}
