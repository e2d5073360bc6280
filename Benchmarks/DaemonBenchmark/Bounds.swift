import DaemonMeasuring

/// The promises about an idle daemon, a search that watches and `sitta mcp`, and where one was
/// broken.
struct Bounds {
  /// A search that watches shows a change within this time, in the median.
  static let subscription = Duration.milliseconds(100)
  /// How often the threads of a daemon may wake up in ten seconds without a request.
  static let idleWakeUps = 0

  /// The time that `sitta mcp` may add to the 99th of 100 searches.
  static let assistant = Duration.milliseconds(3)

  /// A sentence for each bound that was exceeded.
  private(set) var excesses: [String] = []

  mutating func checkSubscription(_ times: [Duration]) {
    guard let times = Quantiles(times), times.median > Self.subscription else { return }
    excesses.append(
      "A subscription replied after \(milliseconds(times.median)) ms in the median, not "
        + "\(milliseconds(Self.subscription)) ms.")
  }

  mutating func checkAssistant(_ times: [Duration], beside direct: [Duration]) {
    guard let times = Quantiles(times)?.ninetyNinth, let direct = Quantiles(direct)?.ninetyNinth,
      times - direct > Self.assistant
    else { return }
    excesses.append(
      "sitta mcp added \(milliseconds(times - direct)) ms to the 99th of 100 searches, not "
        + "\(milliseconds(Self.assistant)) ms.")
  }

  mutating func checkIdle(wakeUps: Int) {
    guard wakeUps > Self.idleWakeUps else { return }
    excesses.append("The idle daemon woke up \(wakeUps) times in 10 s, not \(Self.idleWakeUps).")
  }
}
