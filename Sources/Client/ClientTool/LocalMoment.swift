import FoundationEssentials
import LinuxSystem

/// A local time as a person writes it: `14:30`, `14:30:15`, `2026-12-31` or `2026-12-31 08:00`,
/// with a blank or `T` between.
struct LocalMoment: Equatable {
  /// The day; nil for the next day on which this time occurs.
  let day: String?
  let time: String

  /// Parses a time; nil for other texts.
  init?(_ text: String) {
    guard
      let match = text.wholeMatch(
        of: /(?:(\d{4}-\d\d-\d\d)(?:[ T](?=\d)|$))?(?:(\d\d?):(\d\d)(?::(\d\d))?)?/),
      !text.isEmpty, let hour = Int(match.output.2 ?? "0"), let minute = Int(match.output.3 ?? "0"),
      hour < 24, minute < 60, (Int(match.output.4 ?? "0") ?? 60) < 60
    else { return nil }
    day = match.output.1.map(String.init)
    time = "\(hour < 10 ? "0" : "")\(hour):\(match.output.3 ?? "00"):\(match.output.4 ?? "00")"
  }

  /// The next moment with this day and time; nil if the day does not exist, or if the moment is past.
  ///
  /// `offset` returns the difference of local time from UTC in seconds, at a given time.
  func next(after now: UnixTime, offset: (UnixTime) -> Int64) -> UnixTime? {
    let today = now.clockText(aheadOfUTC: offset(now)).prefix(10)
    guard let local = Self.seconds(day ?? String(today), time) else { return nil }
    func moment(_ local: Int64) -> UnixTime {
      let near = UnixTime(seconds: local - offset(UnixTime(seconds: local)))
      return UnixTime(seconds: local - offset(near))
    }
    if moment(local) > now { return moment(local) }
    return day == nil ? moment(local + 86_400) : nil
  }

  /// The seconds since 1970 of a day and time in UTC; nil if the day does not exist.
  private static func seconds(_ day: String, _ time: String) -> Int64? {
    (try? Date("\(day)T\(time)Z", strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
  }
}
