/// What has to be compared with the disk although no event tells so, and when: a value.
///
/// After lost events all folders are compared: at once the first time. If events are lost again, the
/// gap between two comparisons doubles, unless a client waits for one. Folders whose changes inotify
/// does not report completely are polled. All folders are checked slowly, because inotify never reports
/// a write through a map that stays open, or through a hard link in another folder.
public struct RescanPlanner: Sendable {
  /// The intervals and gaps.
  public struct Timing: Equatable, Sendable {
    /// How long a round over the folders takes that no event tells of completely.
    public var poll: Duration = .seconds(5 * 60)
    /// How long a round over all folders takes.
    public var check: Duration = .seconds(24 * 3_600)
    /// How long to wait where events are lost again.
    public var gap: Duration = .seconds(1)
    /// How long to wait at most where events are lost again and again.
    public var longestGap: Duration = .seconds(5 * 60)
    /// How long after a rescan lost events are no repetition.
    public var calm: Duration = .seconds(10 * 60)

    /// The times that stand here.
    public init() {}
  }

  /// A round over folders.
  public enum Round: CaseIterable, Sendable {
    /// Over the folders that no event tells of completely.
    case poll
    /// Over all folders.
    case check
  }

  /// Something to compare with the disk.
  public enum Rescan: Equatable, Sendable {
    /// All roots with all below them.
    case everything
    /// Some folders, each by itself.
    case slice(Round, FolderRound.Slice)
  }

  /// The intervals and gaps.
  public private(set) var timing: Timing
  /// When files are read again whose times may hide a write.
  public var racyFiles = RacyFiles()
  private var rounds: [Round: FolderRound]
  private var due: ContinuousClock.Instant?
  private var lastRescan: ContinuousClock.Instant?
  private var isRescanning = false
  private var gap = Duration.zero
  /// Whether somebody waits for the rescan that is due.
  private var isAwaited = false

  /// Makes a plan of nothing.
  public init(timing: Timing = Timing()) {
    self.timing = timing
    rounds = [
      .poll: FolderRound(interval: timing.poll), .check: FolderRound(interval: timing.check),
    ]
  }

  /// Changes the intervals and gaps; rounds begin anew where theirs is another.
  public mutating func change(_ timing: Timing) {
    if timing.poll != self.timing.poll { rounds[.poll] = FolderRound(interval: timing.poll) }
    if timing.check != self.timing.check { rounds[.check] = FolderRound(interval: timing.check) }
    self.timing = timing
  }

  /// Whether events were lost and the rescan for that has not begun.
  public var isRescanDue: Bool { due != nil }

  /// When ``takeDue(isIdle:at:folders:)`` or ``racyFiles`` has something next.
  public var nextDeadline: ContinuousClock.Instant? {
    ([nextDeadlineWhileBusy] + rounds.values.map(\.nextDeadline)).compactMap(\.self).min()
  }

  /// The same as long as there is other work: slices wait until there is none.
  public var nextDeadlineWhileBusy: ContinuousClock.Instant? {
    [nextRescan, racyFiles.nextDeadline].compactMap(\.self).min()
  }

  /// Notes that events were lost.
  ///
  /// - Returns: whether that is news: no rescan was due for it yet.
  @discardableResult
  public mutating func noteLoss(at now: ContinuousClock.Instant) -> Bool {
    if due != nil { return false }
    if let lastRescan, now < lastRescan + timing.calm {
      gap = min(max(gap * 2, timing.gap), timing.longestGap)
    } else {
      gap = .zero
    }
    due = now + gap
    return true
  }

  /// Notes that somebody waits for a barrier that only the rescan can reach.
  ///
  /// Then it comes as soon as after the first repetition, however often events have been lost. One
  /// that is under way comes to its end first: what is compared twice at once takes only longer.
  public mutating func noteWaiting() {
    if due != nil { isAwaited = true }
  }

  /// When the rescan begins that is due for lost events.
  private var nextRescan: ContinuousClock.Instant? {
    guard isAwaited, !isRescanning, let due, let lastRescan else { return due }
    return min(due, lastRescan + timing.gap)
  }

  /// Starts and ends rounds, as there is need for them.
  ///
  /// - Parameters:
  ///   - needsPolling: whether there are folders that no event tells of completely.
  ///   - now: the time.
  ///   - folders: counts the folders; only called where a round starts.
  public mutating func plan(
    needsPolling: Bool, at now: ContinuousClock.Instant, folders: () throws -> Int
  ) rethrows {
    if rounds[.check]?.isRunning == false {
      rounds[.check]?.start(folders: try folders(), at: now)
    }
    if !needsPolling {
      rounds[.poll]?.stop()
    } else if rounds[.poll]?.isRunning == false {
      rounds[.poll]?.start(folders: try folders(), at: now)
    }
  }

  /// Takes what is due.
  ///
  /// - Parameters:
  ///   - isIdle: whether there is no other work: slices wait until then.
  ///   - now: the time.
  ///   - folders: counts the folders; only called where a slice is due.
  /// - Returns: what has to be compared with the disk; nil where nothing is due.
  public mutating func takeDue(
    isIdle: Bool, at now: ContinuousClock.Instant, folders: () throws -> Int
  ) rethrows -> Rescan? {
    if let due = nextRescan, due <= now {
      self.due = nil
      isAwaited = false
      lastRescan = now
      isRescanning = true
      return .everything
    }
    for round in Round.allCases where isIdle {
      guard let due = rounds[round]?.nextDeadline, due <= now,
        let slice = rounds[round]?.takeSlice(folders: try folders(), at: now)
      else { continue }
      return .slice(round, slice)
    }
    return nil
  }

  /// Notes how far a slice reached; see ``FolderRound/noteReach(_:)``.
  public mutating func noteReach(_ last: Int64?, of round: Round) {
    rounds[round]?.noteReach(last)
  }

  /// Notes that all work is done.
  public mutating func noteIdle(at now: ContinuousClock.Instant) {
    for round in Round.allCases { rounds[round]?.endSlice(at: now) }
    // However long a rescan took, what is lost soon after it is lost again.
    if isRescanning { lastRescan = now }
    isRescanning = false
  }
}
