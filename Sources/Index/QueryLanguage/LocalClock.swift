/// The moment of a query and its time zone, for reading dates.
public struct LocalClock: Sendable {
  /// Seconds since 1970; nil if unknown, and then dates such as `yesterday` are not read.
  public let now: Int64?
  private let offset: @Sendable (Int64) -> Int64

  /// UTC without a current moment.
  public static let utc = LocalClock(now: nil) { _ in 0 }

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970; nil if relative dates are not needed.
  ///   - offset: returns the seconds by which local time is ahead of UTC at a second since 1970; less
  ///     than a day.
  public init(now: Int64?, offset: @escaping @Sendable (Int64) -> Int64) {
    self.now = now
    self.offset = offset
  }

  /// The local time, in seconds since 1970 of the local clock.
  func local(_ seconds: Int64) -> Int64 {
    seconds + offset(seconds)
  }

  /// The moment of a local time; one of the two if the clock was set back.
  func seconds(ofLocal local: Int64) -> Int64 {
    local - offset(local - offset(local))
  }

  /// The moment at which a local day begins.
  func start(of date: CivilDate) -> Int64 {
    start(ofDay: date.dayNumber)
  }

  /// The moment at which the day of this number begins.
  func start(ofDay number: Int) -> Int64 {
    seconds(ofLocal: Int64(number) * CivilDate.secondsPerDay)
  }

  /// The local date at a moment, and the seconds of that day that have passed.
  func date(at seconds: Int64) -> (date: CivilDate, second: Int64) {
    let shown = local(seconds)
    let (days, rest) = shown.quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
    return rest < 0
      ? (CivilDate(dayNumber: Int(days) - 1), rest + CivilDate.secondsPerDay)
      : (CivilDate(dayNumber: Int(days)), rest)
  }

  /// The local date of a moment, `2026-01-31`, with the time unless it is midnight.
  func text(of seconds: Int64) -> String {
    let (date, second) = date(at: seconds)
    guard second > 0 else { return "\(date)" }
    let parts = [second / 3_600, second / 60 % 60, second % 60].map { padded(Int($0), to: 2) }
    return "\(date)T" + (parts[2] == "00" ? parts.dropLast() : parts).joined(separator: ":")
  }
}
