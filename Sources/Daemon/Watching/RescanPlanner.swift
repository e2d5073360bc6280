/// Plans comparisons with the disk that do not result from events.
///
/// After lost events all folders are compared, the first time at once. If events are lost again, the gap
/// between two rescans doubles, unless a client waits for a barrier. Folders whose changes inotify reports
/// incompletely are polled. Besides, all folders are compared slowly, because inotify does not report a write
/// through a mapping that stays open, or through a hard link elsewhere.
public struct RescanPlanner: Sendable {
  /// The intervals and gaps.
  public struct Timing: Equatable, Sendable {
    /// The duration of a round over the folders that must be polled.
    public var poll: Duration = .seconds(5 * 60)
    /// The duration of a round over all folders.
    public var rescan: Duration = .seconds(24 * 3_600)
    /// The first gap before a repeated rescan.
    public var gap: Duration = .seconds(1)
    /// The longest gap before a repeated rescan.
    public var longestGap: Duration = .seconds(5 * 60)
    /// If events are lost later than this after the last rescan, the gap starts again at zero.
    public var calm: Duration = .seconds(10 * 60)

    /// Uses the default intervals and gaps.
    public init() {}
  }

  /// A round over folders.
  public enum Round: CaseIterable, Sendable {
    /// Over the folders that must be polled.
    case poll
    /// Over all folders.
    case rescan
  }

  /// The folders of one comparison.
  public enum Rescan: Equatable, Sendable {
    /// All roots and all entries below them.
    case everything
    /// Some folders, not recursively.
    case slice(Round, FolderRound.Slice)
  }

  /// The intervals and gaps.
  public private(set) var timing: Timing
  /// When racy files are read again.
  public var racyFiles = RacyFiles()
  private var rounds: [Round: FolderRound]
  private var due: ContinuousClock.Instant?
  private var lastRescan: ContinuousClock.Instant?
  private var isRescanning = false
  private var gap = Duration.zero
  /// Whether a client waits for the scheduled rescan.
  private var isAwaited = false

  /// Creates a planner without scheduled rescans.
  public init(timing: Timing = Timing()) {
    self.timing = timing
    rounds = [
      .poll: FolderRound(interval: timing.poll), .rescan: FolderRound(interval: timing.rescan),
    ]
  }

  /// Changes the intervals and gaps; a round whose interval changes starts again.
  public mutating func change(_ timing: Timing) {
    if timing.poll != self.timing.poll { rounds[.poll] = FolderRound(interval: timing.poll) }
    if timing.rescan != self.timing.rescan {
      rounds[.rescan] = FolderRound(interval: timing.rescan)
    }
    self.timing = timing
  }

  /// Whether events were lost and the rescan because of this has not begun.
  public var isRescanDue: Bool { due != nil }

  /// When ``takeDue(isIdle:at:folders:)`` returns a rescan next, or ``racyFiles`` are due.
  public var nextDeadline: ContinuousClock.Instant? {
    ([nextDeadlineWhileBusy] + rounds.values.map(\.nextDeadline)).compactMap(\.self).min()
  }

  /// The next deadline while other work is left; slices wait until none is left.
  public var nextDeadlineWhileBusy: ContinuousClock.Instant? {
    [nextRescan, racyFiles.nextDeadline].compactMap(\.self).min()
  }

  /// Schedules a rescan, because events were lost.
  ///
  /// - Returns: false if a rescan was already scheduled.
  @discardableResult
  public mutating func scheduleRescan(at now: ContinuousClock.Instant) -> Bool {
    if due != nil { return false }
    if let lastRescan, now < lastRescan + timing.calm {
      gap = min(max(gap * 2, timing.gap), timing.longestGap)
    } else {
      gap = .zero
    }
    due = now + gap
    return true
  }

  /// Shortens the gap before the scheduled rescan, because a client's barrier waits for it.
  ///
  /// The rescan then waits only for ``Timing/gap``, even if events were lost often. A rescan in
  /// progress is finished first, because two at the same time would take longer.
  public mutating func expediteRescan() {
    if due != nil { isAwaited = true }
  }

  /// When the scheduled rescan begins; nil if none is scheduled.
  private var nextRescan: ContinuousClock.Instant? {
    guard isAwaited, !isRescanning, let due, let lastRescan else { return due }
    return min(due, lastRescan + timing.gap)
  }

  /// Starts and stops rounds.
  ///
  /// - Parameters:
  ///   - needsPolling: whether there are folders that must be polled.
  ///   - now: the current time.
  ///   - folders: returns the number of folders; called only if a round starts.
  public mutating func plan(
    needsPolling: Bool, at now: ContinuousClock.Instant, folders: () throws -> Int
  ) rethrows {
    if rounds[.rescan]?.isRunning == false {
      rounds[.rescan]?.start(folders: try folders(), at: now)
    }
    if !needsPolling {
      rounds[.poll]?.stop()
    } else if rounds[.poll]?.isRunning == false {
      rounds[.poll]?.start(folders: try folders(), at: now)
    }
  }

  /// Begins and returns a rescan or a slice if one is due.
  ///
  /// - Parameters:
  ///   - isIdle: whether no other work is left; only then slices begin.
  ///   - now: the current time.
  ///   - folders: returns the number of folders; called only if a slice is due.
  /// - Returns: the folders to compare with the disk; nil if nothing is due.
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

  /// Sets the position of a round; see ``FolderRound/setCursor(_:)``.
  public mutating func setCursor(_ last: Int64?, of round: Round) {
    rounds[round]?.setCursor(last)
  }

  /// Ends the rescan and the slices in progress, because all work is done.
  public mutating func finishRescans(at now: ContinuousClock.Instant) {
    for round in Round.allCases { rounds[round]?.endSlice(at: now) }
    // The calm time counts from the end of the rescan, which may take long.
    if isRescanning { lastRescan = now }
    isRescanning = false
  }
}
