/// Decides which folders are watched if there are more folders than watches.
///
/// A fifth of the limit is left to other programs. The rest goes to the folders that changed last:
/// when a folder needs a watch, it gets the watch of the folder without changes for the longest
/// time. See `max_user_watches` in inotify(7).
struct WatchBudget: Sendable {
  /// The answer to a request for one more watch.
  enum Answer: Equatable, Sendable {
    /// There is room: a watch is free.
    case granted
    /// A watch is free if this watch is ended first.
    case instead(of: Int32)
    /// No watch is free: all watched folders changed at least as recently.
    case refused
  }

  /// The most folders that can be watched.
  private(set) var capacity: Int
  /// Whether a folder was refused a watch or lost its watch.
  private(set) var isShort = false
  private let share: Int
  private let origin: ContinuousClock.Instant
  /// When the folder of each watch last changed, in seconds after ``origin``.
  ///
  /// There can be hundreds of thousands of watches, so each time takes only 4 bytes.
  private var changes: [Int32: Int32] = [:]
  /// Candidates for losing their watch: those that changed least recently, the oldest change last.
  private var quietest: [(watch: Int32, changed: Int32)] = []

  /// Creates a budget without watches.
  ///
  /// - Parameters:
  ///   - limit: how many watches the kernel grants to the user.
  ///   - origin: any time; other times are stored relative to it.
  init(limit: Int, origin: ContinuousClock.Instant = .now) {
    share = max(1, limit * 4 / 5)
    capacity = share
    self.origin = origin
  }

  /// The number of watches in use.
  var count: Int { changes.count }

  /// Decides about one more watch, for a folder whose last change was at `time`.
  ///
  /// O(1); if no watch is free, also O(watches × log watches) once per sixteenth of them.
  mutating func room(forChangeAt time: ContinuousClock.Instant) -> Answer {
    if count < capacity { return .granted }
    isShort = true
    guard let watch = quietest(before: second(time)) else { return .refused }
    return .instead(of: watch)
  }

  /// Counts a new watch.
  mutating func spend(_ watch: Int32, changedAt time: ContinuousClock.Instant) {
    let second = second(time)
    changes[watch] = second
    guard let newest = quietest.first, second < newest.changed else { return }
    let index = quietest.firstIndex { $0.changed <= second } ?? quietest.endIndex
    quietest.insert((watch, second), at: index)
  }

  /// Subtracts a watch that has ended.
  mutating func giveBack(_ watch: Int32) {
    changes[watch] = nil
  }

  /// Records a change in the folder of a watch.
  mutating func recordChange(in watch: Int32, at time: ContinuousClock.Instant) {
    if changes[watch] != nil { changes[watch] = second(time) }
  }

  /// Reduces the capacity to the watches in use, because the kernel refused one more.
  ///
  /// The other watches of the limit are in use by other programs.
  mutating func shrink() {
    isShort = true
    capacity = max(1, count)
  }

  /// Increases the capacity by an eighth, at least by 8, because all folders have been polled once.
  ///
  /// Watches of other programs may have become free.
  ///
  /// - Parameter unwatched: the number of folders without a watch.
  mutating func finishRound(unwatched: Int) {
    isShort = unwatched > 0
    capacity = min(share, capacity + max(8, capacity / 8))
  }

  private func second(_ time: ContinuousClock.Instant) -> Int32 {
    Int32(clamping: (time - origin).components.seconds)
  }

  private mutating func quietest(before second: Int32) -> Int32? {
    var isRefilled = false
    while true {
      guard let candidate = quietest.last else {
        if isRefilled { return nil }
        quietest = Array(
          changes.lazy.map { (watch: $0.key, changed: $0.value) }
            .sorted { ($0.changed, $0.watch) > ($1.changed, $1.watch) }
            .suffix(max(1, capacity / 16)))
        isRefilled = true
        continue
      }
      if changes[candidate.watch] == candidate.changed {
        return candidate.changed < second ? candidate.watch : nil
      }
      // The folder has changed since, or the watch has ended.
      quietest.removeLast()
    }
  }
}
