/// A walk over all folders, again and again, spread evenly over an interval: a value.
///
/// A slice of the folders is due at a time, so that nothing comes in a burst and an idle machine
/// sleeps in between. After a slice it rests for ten times as long as that took, however many
/// folders there are.
public struct FolderRound: Sendable {
  /// Folders to look at.
  public struct Slice: Equatable, Sendable {
    /// The number of the folder before the first; 0 at the beginning of a round.
    public let after: Int64
    /// How many folders there are in it.
    public let count: Int

    /// Names a slice.
    public init(after: Int64, count: Int) {
      self.after = after
      self.count = count
    }
  }

  private enum State {
    case resting(until: ContinuousClock.Instant)
    case working(since: ContinuousClock.Instant, gap: Duration)
  }

  /// How long a round takes, and so how long each folder waits for its turn.
  public let interval: Duration
  private var cursor: Int64 = 0
  private var state: State?

  /// Makes a round that has not been started.
  public init(interval: Duration) {
    self.interval = interval
  }

  /// Whether it has been started.
  public var isRunning: Bool { state != nil }

  /// When the next slice is due; nil while one is under way and while nothing is started.
  public var nextDeadline: ContinuousClock.Instant? {
    if case .resting(let due) = state { due } else { nil }
  }

  /// Starts: the first slice is due after the first gap.
  public mutating func start(folders: Int, at now: ContinuousClock.Instant) {
    state = .resting(until: now + interval / sliceCount(folders))
  }

  /// Ends: the next start begins at the first folder.
  public mutating func stop() {
    self = FolderRound(interval: interval)
  }

  /// Takes the slice that is due; nil where none is.
  public mutating func takeSlice(folders: Int, at now: ContinuousClock.Instant) -> Slice? {
    guard let due = nextDeadline, due <= now else { return nil }
    let slices = sliceCount(folders)
    state = .working(since: now, gap: interval / slices)
    return Slice(after: cursor, count: max(1, (folders + slices - 1) / slices))
  }

  /// Notes how far a slice reached.
  ///
  /// - Parameter last: the number of its last folder; nil where there was none after it.
  public mutating func noteReach(_ last: Int64?) {
    cursor = last ?? 0
  }

  /// Notes that all that a slice turned up is done.
  public mutating func endSlice(at now: ContinuousClock.Instant) {
    guard case .working(let begin, let gap) = state else { return }
    state = .resting(until: max(begin + gap, now + (now - begin) * 10))
  }

  /// At least 64 folders in each where there are so many, 288 in all and one a second at most.
  private func sliceCount(_ folders: Int) -> Int {
    max(1, min(288, folders / 64, Int(interval.components.seconds)))
  }
}
