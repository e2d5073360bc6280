/// When work is tried again that gives way to every change, and how long it gives way: a value.
///
/// To take a large text apart can take seconds, and nothing can be written meanwhile. So it is left
/// when changes come, and everything that it has done is lost. It is tried again once nothing has
/// changed for as long as it had taken, so that what is lost is a part of what is done. A folder
/// in which something changes all the time must not keep it waiting for ever: after ``longest`` it
/// is done all the same, and after ``longestAwaited`` where somebody waits for it; then of a text with
/// very many different words only so much is read as takes little time.
struct Patience: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// How long it gives way at most.
  static let longest = Duration.seconds(120)
  /// The same where somebody waits; a `Sync` does so for a minute unless told otherwise.
  static let longestAwaited = Duration.seconds(30)
  /// The shortest and the longest quiet that is waited for.
  static let quietTimes = Duration.seconds(1)...Duration.seconds(16)

  private var quiet = Duration.zero
  private var lastChange: Instant?
  private var since: Instant?

  /// Notes that something has changed.
  mutating func noteChange(at now: Instant) {
    lastChange = now
  }

  /// Notes that an attempt was left.
  ///
  /// - Parameters:
  ///   - time: how long it had taken.
  ///   - now: when.
  mutating func noteInterruption(after time: Duration, at now: Instant) {
    since = since ?? now
    lastChange = now
    quiet = max(quiet, min(max(time, Self.quietTimes.lowerBound), Self.quietTimes.upperBound))
  }

  /// Notes that an attempt came to its end.
  mutating func noteEnd() {
    let lastChange = lastChange
    self = Patience()
    self.lastChange = lastChange
  }

  /// When the next attempt is due.
  ///
  /// - Parameter isAwaited: whether somebody waits for it.
  /// - Returns: nil for at once.
  func due(isAwaited: Bool) -> Instant? {
    guard let end = end(isAwaited), let lastChange else { return nil }
    return min(lastChange + quiet, end)
  }

  /// Whether an attempt that begins now gives way to changes.
  func givesWay(at now: Instant, isAwaited: Bool) -> Bool {
    end(isAwaited).map { now < $0 } ?? true
  }

  /// When it does not give way any more.
  private func end(_ isAwaited: Bool) -> Instant? {
    since.map { $0 + (isAwaited ? Self.longestAwaited : Self.longest) }
  }
}
