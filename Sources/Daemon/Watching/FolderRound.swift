/// A repeated walk over all folders of the index, spread evenly over an interval.
///
/// The folders are compared slice by slice, so that there is no burst of work and an idle machine can sleep
/// between slices. The pause after a slice is at least ten times as long as the slice took.
public struct FolderRound: Sendable {
  /// Folders to compare with the disk.
  public struct Slice: Equatable, Sendable {
    /// The slice begins after the folder with this number; 0 at the beginning of a round.
    public let after: Int64
    /// The number of folders.
    public let count: Int
  }

  private enum State {
    case resting(until: ContinuousClock.Instant)
    case working(since: ContinuousClock.Instant, gap: Duration)
  }

  /// The duration of a round: each folder is compared once in this time.
  public let interval: Duration
  private var cursor: Int64 = 0
  private var state: State?

  /// Creates a round that has not started.
  public init(interval: Duration) {
    self.interval = interval
  }

  /// Whether the round has started.
  public var isRunning: Bool { state != nil }

  /// When the next slice is due; nil during a slice and before the start.
  public var nextDeadline: ContinuousClock.Instant? {
    if case .resting(let due) = state { due } else { nil }
  }

  /// Starts the round; the first slice is due after the first gap.
  public mutating func start(folders: Int, at now: ContinuousClock.Instant) {
    state = .resting(until: now + interval / sliceCount(folders))
  }

  /// Stops the round; the next start begins at the first folder.
  public mutating func stop() {
    self = FolderRound(interval: interval)
  }

  /// Begins and returns a slice if one is due; otherwise returns nil.
  public mutating func takeSlice(folders: Int, at now: ContinuousClock.Instant) -> Slice? {
    guard let due = nextDeadline, due <= now else { return nil }
    let slices = sliceCount(folders)
    state = .working(since: now, gap: interval / slices)
    return Slice(after: cursor, count: max(1, (folders + slices - 1) / slices))
  }

  /// Sets the position after which the next slice begins.
  ///
  /// - Parameter last: the number of the last folder of the slice; nil at the end of the round.
  public mutating func setCursor(_ last: Int64?) {
    cursor = last ?? 0
  }

  /// Ends the current slice, because all work found in it is done.
  public mutating func endSlice(at now: ContinuousClock.Instant) {
    guard case .working(let begin, let gap) = state else { return }
    state = .resting(until: max(begin + gap, now + (now - begin) * 10))
  }

  /// A round has at most 288 slices, at most one per second, each with at least 64 folders if possible.
  private func sliceCount(_ folders: Int) -> Int {
    max(1, min(288, folders / 64, Int(interval.components.seconds)))
  }
}
