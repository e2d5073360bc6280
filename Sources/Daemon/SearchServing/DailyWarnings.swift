import Synchronization

/// Which standing warnings people were told within the last day.
///
/// What a reader of documents lacks stays true for weeks; before each search it would only hide other sentences.
/// `Status` always has it.
final class DailyWarnings: Sendable {
  private static let interval = Duration.seconds(24 * 60 * 60)
  private let told = Mutex<[String: ContinuousClock.Instant]>([:])

  /// The warnings that people know already; the others count as told from now on.
  ///
  /// - Parameters:
  ///   - warnings: the warnings that are true now.
  ///   - now: the current time.
  /// - Returns: those that were told within the last day.
  func known(
    of warnings: [String], at now: ContinuousClock.Instant = .now
  ) -> Set<String> {
    told.withLock { told in
      // Others are no longer true; if they come back, they are news.
      told = told.filter { warnings.contains($0.key) && $0.value + Self.interval > now }
      let known = Set(told.keys)
      for warning in warnings where !known.contains(warning) { told[warning] = now }
      return known
    }
  }
}
