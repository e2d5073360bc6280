/// A time span in a form for people: `2min`, `1h 30min`, `0.5s`, `120`.
///
/// The syntax is that of "Parsing time spans" in systemd.time(7), without months and years, whose lengths
/// vary. A number without a unit means seconds.
public struct TimeSpan: Equatable, Sendable {
  /// The duration; never negative, and less than 1,000 years.
  public let duration: Duration

  /// Parses a time span; nil for any other text.
  public init?(_ text: String) {
    var rest = Substring(text.trimmingPrefix(while: \.isWhitespace))
    var sum = 0.0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let value = Double(number), number.first != "." else { return nil }
      rest = rest[number.endIndex...].trimmingPrefix(while: \.isWhitespace)
      let unit = rest.prefix { $0.isLetter }
      guard let seconds = unit.isEmpty ? 1 : Self.seconds[String(unit)] else { return nil }
      sum += value * seconds
      rest = rest[unit.endIndex...].trimmingPrefix(while: \.isWhitespace)
    }
    guard sum < 1_000 * 365.25 * 86_400 else { return nil }
    duration = .seconds(sum)
  }

  private static let seconds: [String: Double] = {
    let names: [(Double, [String])] = [
      (1e-6, ["us", "usec", "µs", "μs"]), (1e-3, ["ms", "msec"]),
      (1, ["s", "sec", "second", "seconds"]), (60, ["m", "min", "minute", "minutes"]),
      (3_600, ["h", "hr", "hour", "hours"]), (86_400, ["d", "day", "days"]),
      (604_800, ["w", "week", "weeks"]),
    ]
    return Dictionary(
      names.flatMap { length, words in words.map { ($0, length) } }, uniquingKeysWith: { $1 })
  }()
}
