import FoundationEssentials
import LinuxSystem

/// A time as a person writes it: `14:30`, `14:30:15`, `2026-12-31`, `2026-12-31 08:00`; `T` can
/// replace the blank.
struct LocalMoment: Equatable {
  /// The day; nil for the next occurrence of the time.
  let day: String?
  let time: String

  /// Reads a time; nil for any other text.
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

  /// The next time that it names; nil if there is no such day, or if it is over.
  ///
  /// `offset` is the seconds by which local time is ahead of UTC at a time.
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

  /// The seconds since 1970 of a time in UTC.
  private static func seconds(_ day: String, _ time: String) -> Int64? {
    (try? Date("\(day)T\(time)Z", strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
  }
}
