/// Decides which folders are watched if there are more folders than watches: a value.
///
/// A fifth of the limit is left to other programs. The rest goes to the folders that changed last:
/// a folder that changed more recently gets the watch of the folder that has been quiet for
/// longest. See `max_user_watches` in inotify(7).
struct WatchBudget: Sendable {
  /// The answer to a request for one more watch.
  enum Answer: Equatable, Sendable {
    /// There is room.
    case granted
    /// There is room after this watch is ended.
    case instead(of: Int32)
    /// All watched folders changed at least as recently.
    case refused
  }

  /// The number of folders that can be watched.
  private(set) var capacity: Int
  /// Whether a folder was refused or lost its watch.
  private(set) var isShort = false
  private let share: Int
  private let origin: ContinuousClock.Instant
  /// The last change in the folder of each watch, in seconds from ``origin``.
  ///
  /// There can be hundreds of thousands, so each takes 4 bytes.
  private var changes: [Int32: Int32] = [:]
  /// The quietest watches when the array was last filled, the quietest at the end.
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

  /// Asks for one more watch, for a folder whose last change was at `time`.
  ///
  /// O(1); for a full budget also O(watches × log watches) once per 16th part of it.
  mutating func room(forChangeAt time: ContinuousClock.Instant) -> Answer {
    if count < capacity { return .granted }
    isShort = true
    guard let watch = quietest(before: second(time)) else { return .refused }
    return .instead(of: watch)
  }

  /// Adds a watch.
  mutating func spend(_ watch: Int32, changedAt time: ContinuousClock.Instant) {
    let second = second(time)
    changes[watch] = second
    guard let newest = quietest.first, second < newest.changed else { return }
    let index = quietest.firstIndex { $0.changed <= second } ?? quietest.endIndex
    quietest.insert((watch, second), at: index)
  }

  /// Removes a watch that has ended.
  mutating func giveBack(_ watch: Int32) {
    changes[watch] = nil
  }

  /// Records a change in the folder of a watch.
  mutating func recordChange(in watch: Int32, at time: ContinuousClock.Instant) {
    if changes[watch] != nil { changes[watch] = second(time) }
  }

  /// Reduces the capacity to the watches in use, because the kernel refused one more.
  ///
  /// Other programs have the rest.
  mutating func shrink() {
    isShort = true
    capacity = max(1, count)
  }

  /// Increases the capacity by an eighth, at least by 8, because all folders have been polled once.
  ///
  /// Watches of other programs may be free again.
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
      // Its folder has changed, or the watch has ended.
      quietest.removeLast()
    }
  }
}
