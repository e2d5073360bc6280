import LinuxSystem

/// The text of a progress estimate.
struct ProgressText {
  /// Share, rate and remaining time on one line; empty if nothing waits.
  let line: String

  /// Formats an estimate.
  ///
  /// - Parameters:
  ///   - estimate: the progress of the work.
  ///   - barWidth: the width of the bar in characters; 0 for no bar.
  init(_ estimate: ProgressEstimate, barWidth: Int) {
    guard let share = estimate.share else {
      line = ""
      return
    }
    // Rounded down, so that 100 % means that nothing waits.
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    var words = [barWidth > 0 ? bar : nil, "\(Int(share * 100)) %"].compactMap(\.self)
    if let rate = estimate.rate { words.append("\(Self.rounded(rate))/s") }
    if let left = estimate.timeLeft { words.append("about \(Self.rounded(left)) left") }
    line = words.joined(separator: "  ")
  }

  private static func rounded(_ rate: Double) -> String {
    // Larger than any real rate; it keeps the conversion from trapping.
    if rate >= 10 || rate == 0 { return "\(Int(min(rate, 1e12)))" }
    let tenths = Int(rate * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func rounded(_ time: Duration) -> String {
    let minutes = Int64((time / .seconds(60)).rounded(.up))
    return (time <= .seconds(59) ? time : .seconds(minutes * 60)).inWords
  }
}
