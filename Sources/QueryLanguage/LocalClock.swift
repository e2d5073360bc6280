/// The moment of a query and the time zone of who asks, which dates are read by.
public struct LocalClock: Sendable {
  /// Seconds since 1970; nil where nobody knows, and then there is no `yesterday`.
  public let now: Int64?
  private let offset: @Sendable (Int64) -> Int64

  /// A clock that stands still in Greenwich.
  public static let utc = LocalClock(now: nil) { _ in 0 }

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970; nil where relative dates need not be understood.
  ///   - offset: tells for a second since 1970 how many seconds local time is ahead of UTC then,
  ///     less than a day.
  public init(now: Int64?, offset: @escaping @Sendable (Int64) -> Int64) {
    self.now = now
    self.offset = offset
  }

  /// What the local clock shows, in seconds since its own 1970.
  func local(_ seconds: Int64) -> Int64 {
    seconds + offset(seconds)
  }

  /// The moment at which the local clock shows this; where the clock was turned, one of the two.
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

  /// The local date at a moment, and how many seconds of it are over.
  func date(at seconds: Int64) -> (date: CivilDate, second: Int64) {
    let shown = local(seconds)
    let (days, rest) = shown.quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
    return rest < 0
      ? (CivilDate(dayNumber: Int(days) - 1), rest + CivilDate.secondsPerDay)
      : (CivilDate(dayNumber: Int(days)), rest)
  }

  /// A moment as the local clock shows it: `2026-01-31`, with the time unless it is midnight.
  func text(of seconds: Int64) -> String {
    let (date, second) = date(at: seconds)
    guard second > 0 else { return "\(date)" }
    let parts = [second / 3_600, second / 60 % 60, second % 60].map { padded(Int($0), to: 2) }
    return "\(date)T" + (parts[2] == "00" ? parts.dropLast() : parts).joined(separator: ":")
  }
}
