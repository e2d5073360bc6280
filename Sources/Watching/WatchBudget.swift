/// Which folders are worth a watch where the kernel grants fewer watches than there are folders: a
/// value.
///
/// A fifth of the limit is left to other programs. The rest goes where things change: a folder that
/// changed more recently takes the watch of the one that has been quiet for the longest time.
/// See `max_user_watches` in inotify(7).
public struct WatchBudget: Sendable {
  /// The answer to the question for one more watch.
  public enum Answer: Equatable, Sendable {
    /// There is room.
    case granted
    /// There is room once this watch is ended.
    case instead(of: Int32)
    /// All that are watched changed at least as recently.
    case refused
  }

  /// How many folders can be watched.
  public private(set) var capacity: Int
  /// Whether a folder was refused or lost its watch.
  public private(set) var isShort = false
  private let share: Int
  private let origin: ContinuousClock.Instant
  /// When something last changed in the folder of a watch, in seconds from ``origin``: there can be
  /// hundreds of thousands.
  private var changes: [Int32: Int32] = [:]
  /// The watches that were the quietest at some time, the very quietest last.
  private var quietest: [(watch: Int32, changed: Int32)] = []

  /// Makes a budget of which nothing is spent.
  ///
  /// - Parameters:
  ///   - limit: how many watches the kernel grants to the user.
  ///   - origin: any time; all others are counted from it.
  public init(limit: Int, origin: ContinuousClock.Instant = .now) {
    share = max(1, limit * 4 / 5)
    capacity = share
    self.origin = origin
  }

  /// How many watches are spent.
  public var count: Int { changes.count }

  /// Asks for one more watch, for a folder in which something last changed then.
  ///
  /// O(1), except that a full budget costs O(watches × log) for every 16th part of it.
  public mutating func room(forChangeAt time: ContinuousClock.Instant) -> Answer {
    if count < capacity { return .granted }
    isShort = true
    guard let watch = quietest(before: second(time)) else { return .refused }
    return .instead(of: watch)
  }

  /// Notes a watch.
  public mutating func spend(_ watch: Int32, changedAt time: ContinuousClock.Instant) {
    let second = second(time)
    changes[watch] = second
    guard let newest = quietest.first, second < newest.changed else { return }
    let index = quietest.firstIndex { $0.changed <= second } ?? quietest.endIndex
    quietest.insert((watch, second), at: index)
  }

  /// Notes that a watch has ended.
  public mutating func giveBack(_ watch: Int32) {
    changes[watch] = nil
  }

  /// Notes that something changed in the folder of a watch.
  public mutating func note(changeIn watch: Int32, at time: ContinuousClock.Instant) {
    if changes[watch] != nil { changes[watch] = second(time) }
  }

  /// Notes that the kernel refused a watch: other programs have taken what it grants.
  public mutating func shrink() {
    isShort = true
    capacity = max(1, count)
  }

  /// Notes that all folders were looked at since.
  ///
  /// What other programs had may be free again: the budget grows by a part of itself.
  ///
  /// - Parameter unwatched: how many of them have no watch.
  public mutating func noteRound(unwatched: Int) {
    isShort = unwatched > 0
    capacity = min(share, capacity + max(8, capacity / 8))
  }

  private func second(_ time: ContinuousClock.Instant) -> Int32 {
    Int32(clamping: (time - origin).components.seconds)
  }

  private mutating func quietest(before second: Int32) -> Int32? {
    var isFresh = false
    while true {
      guard let candidate = quietest.last else {
        if isFresh { return nil }
        quietest = Array(
          changes.lazy.map { (watch: $0.key, changed: $0.value) }
            .sorted { ($0.changed, $0.watch) > ($1.changed, $1.watch) }
            .suffix(max(1, capacity / 16)))
        isFresh = true
        continue
      }
      if changes[candidate.watch] == candidate.changed {
        return candidate.changed < second ? candidate.watch : nil
      }
      // It woke up or is gone.
      quietest.removeLast()
    }
  }
}
