import LinuxSystem

/// Pairs the two halves of an exchange, which inotify reports as two opposite renames.
///
/// renameat2(2) with `RENAME_EXCHANGE` of `a` and `b` is reported as a rename from `a` to `b` and
/// one from `b` to `a`, with different cookies. The first alone looks like a rename that replaces
/// `b`. So the watches of `b` are kept at `a` until the second rename is read, or until another
/// event shows that there is none. The kernel reports both together; only events of other folders
/// can be between them.
struct ExchangePairing: Sendable {
  /// A rename that may be the first half of an exchange.
  struct Rename: Equatable, Sendable {
    var origin: FilePath
    var target: FilePath
    /// Whether a folder was renamed.
    let isFolder: Bool
    /// Whether the watches of the replaced folder are kept, at the old path of the renamed one.
    let keepsReplaced: Bool
  }

  private let timeout: Duration
  private let capacity: Int
  private var waiting: [(rename: Rename, until: ContinuousClock.Instant)] = []

  /// Creates an empty pairing.
  ///
  /// - Parameters:
  ///   - timeout: how long a first half waits for its second half.
  ///   - capacity: how many first halves can wait at the same time.
  init(timeout: Duration = .milliseconds(20), capacity: Int = 16) {
    self.timeout = timeout
    self.capacity = capacity
  }

  /// When the next rename with kept watches expires; nil if there is none.
  var nextDeadline: ContinuousClock.Instant? {
    waiting.lazy.filter(\.rename.keepsReplaced).map(\.until).min()
  }

  /// Whether watches of a replaced folder are kept at a path.
  func keepsReplaced(at path: FilePath) -> Bool {
    waiting.contains { $0.rename.keepsReplaced && $0.rename.origin == path }
  }

  /// Holds a rename until its second half is read or it expires.
  ///
  /// - Returns: the oldest renames beyond the capacity, which now count as plain renames.
  mutating func hold(_ rename: Rename, at now: ContinuousClock.Instant) -> [Rename] {
    waiting.append((rename, now + timeout))
    let surplus = waiting.prefix(max(0, waiting.count - capacity))
    waiting.removeFirst(surplus.count)
    return surplus.map(\.rename)
  }

  /// Removes and returns the first half of an exchange, given its second half; nil if there is none.
  ///
  /// If a folder replaced nothing or an empty folder and then moves back, this is not an exchange.
  /// So for two folders, watches of a replaced folder must have been kept. For files it is unknown
  /// whether one was replaced; the comparison with the disk decides.
  mutating func match(
    from origin: FilePath, to target: FilePath, isFolder: Bool, at now: ContinuousClock.Instant
  ) -> Rename? {
    let index = waiting.firstIndex { rename, until in
      rename.origin == target && rename.target == origin && now <= until
        && !(rename.isFolder && isFolder && !rename.keepsReplaced)
    }
    return index.map { waiting.remove(at: $0).rename }
  }

  /// Removes and returns the renames from or to a path that another event has changed.
  mutating func release(_ path: FilePath) -> [Rename] {
    take { rename, _ in rename.origin == path || rename.target == path }
  }

  /// Removes and returns the renames whose timeout is over.
  mutating func expire(at now: ContinuousClock.Instant) -> [Rename] {
    take { _, until in until <= now }
  }

  /// Changes the paths of held renames below a renamed folder.
  mutating func rename(_ move: ChangeBatch.Move) {
    for index in waiting.indices {
      waiting[index].rename.origin = move.newPath(of: waiting[index].rename.origin)
      waiting[index].rename.target = move.newPath(of: waiting[index].rename.target)
    }
  }

  private mutating func take(
    where isTaken: (Rename, ContinuousClock.Instant) -> Bool
  ) -> [Rename] {
    if waiting.isEmpty { return [] }
    let taken = waiting.filter { isTaken($0.rename, $0.until) }
    waiting.removeAll { isTaken($0.rename, $0.until) }
    return taken.map(\.rename)
  }
}
