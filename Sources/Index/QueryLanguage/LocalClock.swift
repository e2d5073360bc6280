/// The moment at which a query is read, and the time zone of its dates.
public struct LocalClock: Sendable {
  /// The moment, in seconds since 1970; if nil, dates such as `yesterday` are not read.
  public let now: Int64?
  private let offset: @Sendable (Int64) -> Int64

  /// UTC without a current moment.
  public static let utc = LocalClock(now: nil) { _ in 0 }

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - now: seconds since 1970; nil if relative dates are not needed.
  ///   - offset: returns how many seconds local time is ahead of UTC at a moment, given in seconds since
  ///     1970; less than a day.
  public init(now: Int64?, offset: @escaping @Sendable (Int64) -> Int64) {
    self.now = now
    self.offset = offset
  }

  /// The year and the month at the moment; nil without a moment.
  package var month: (year: Int, month: Int)? {
    now.map { date(at: $0).date }.map { ($0.year, $0.month) }
  }

  /// Returns the moment of a local time; if clocks were set back, one of the two such moments.
  func seconds(ofLocal local: Int64) -> Int64 {
    local - offset(local - offset(local))
  }

  /// The moment at which a local day begins, in seconds since 1970.
  func start(of date: CivilDate) -> Int64 {
    start(ofDay: date.dayNumber)
  }

  /// The moment at which a local day begins; the day is given as days since 1970-01-01.
  func start(ofDay number: Int) -> Int64 {
    seconds(ofLocal: Int64(number) * CivilDate.secondsPerDay)
  }

  /// Returns the local date at a moment, and the seconds since that day began.
  func date(at seconds: Int64) -> (date: CivilDate, second: Int64) {
    let local = seconds + offset(seconds)
    let (days, rest) = local.quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
    return rest < 0
      ? (CivilDate(dayNumber: Int(days) - 1), rest + CivilDate.secondsPerDay)
      : (CivilDate(dayNumber: Int(days)), rest)
  }

  /// Returns the local date of a moment, `2026-01-31`, with the time unless it is midnight.
  func text(of seconds: Int64) -> String {
    let (date, second) = date(at: seconds)
    guard second > 0 else { return "\(date)" }
    let parts = [second / 3_600, second / 60 % 60, second % 60].map { padded(Int($0), to: 2) }
    return "\(date)T" + (parts[2] == "00" ? parts.dropLast() : parts).joined(separator: ":")
  }
}
