/// How an estimate is shown to people.
struct ProgressText {
  /// Share, rate and time left on one line; empty where nothing waits.
  let line: String

  /// Describes progress.
  ///
  /// - Parameters:
  ///   - estimate: how far the work is.
  ///   - barWidth: how many characters the bar has; 0 for none.
  init(_ estimate: ProgressEstimate, barWidth: Int) {
    guard let share = estimate.share else {
      line = ""
      return
    }
    // Rounded down: all is done when it is done.
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    var words = [barWidth > 0 ? bar : nil, "\(Int(share * 100)) %"].compactMap(\.self)
    if let rate = estimate.rate { words.append("\(Self.rounded(rate))/s") }
    if let left = estimate.timeLeft { words.append("about \(Self.rounded(left)) left") }
    line = words.joined(separator: "  ")
  }

  private static func rounded(_ rate: Double) -> String {
    // No daemon is as fast as that; the number must fit all the same.
    if rate >= 10 || rate == 0 { return "\(Int(min(rate, 1e12)))" }
    let tenths = Int(rate * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func rounded(_ time: Duration) -> String {
    let seconds = Int((time / .seconds(1)).rounded(.up))
    let minutes = (seconds + 59) / 60
    if seconds < 60 { return "\(seconds) s" }
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
