import LinuxSystem

/// Finds the two halves of an exchange, which inotify reports as two renames, there and back.
///
/// renameat2(2) with `RENAME_EXCHANGE` of `a` and `b` comes as a rename from `a` to `b` and one from
/// `b` to `a`, with a cookie each. The first alone looks like a rename that replaces `b`. So the watches
/// of `b` are kept at `a` until the second rename comes, or another event shows that none will come. The
/// kernel reports both at once; only events of other folders come between them.
struct ExchangePairing: Sendable {
  /// A rename that may be the first half of an exchange.
  struct Rename: Equatable, Sendable {
    var origin: FilePath
    var target: FilePath
    /// Whether a folder was renamed.
    let isFolder: Bool
    /// Whether the watches of the folder that was at the target are kept at the path of the origin.
    let keepsReplaced: Bool
  }

  private let timeout: Duration
  private let capacity: Int
  private var waiting: [(rename: Rename, until: ContinuousClock.Instant)] = []

  /// Makes a pairing in which nothing waits.
  ///
  /// - Parameters:
  ///   - timeout: how long a first half waits for its second.
  ///   - capacity: how many wait at most.
  init(timeout: Duration = .milliseconds(20), capacity: Int = 16) {
    self.timeout = timeout
    self.capacity = capacity
  }

  /// When the next rename gives up waiting that keeps watches.
  var nextDeadline: ContinuousClock.Instant? {
    waiting.lazy.filter(\.rename.keepsReplaced).map(\.until).min()
  }

  /// Whether a path is that of a folder which was replaced, or else exchanged.
  func keepsReplaced(at path: FilePath) -> Bool {
    waiting.contains { $0.rename.keepsReplaced && $0.rename.origin == path }
  }

  /// Holds a rename that may be a first half.
  ///
  /// - Returns: the renames that are no first halves, because there were too many.
  mutating func hold(_ rename: Rename, at now: ContinuousClock.Instant) -> [Rename] {
    waiting.append((rename, now + timeout))
    let surplus = waiting.prefix(max(0, waiting.count - capacity))
    waiting.removeFirst(surplus.count)
    return surplus.map(\.rename)
  }

  /// Takes the first half of which this rename is the second.
  ///
  /// A folder that replaces an empty one and goes back is no exchange, nor is one that goes back from
  /// where nothing was: of two folders, the watches of the replaced one must have been kept. Of files
  /// nobody knows whether one was replaced; what the disk has decides in the end.
  mutating func match(
    from origin: FilePath, to target: FilePath, isFolder: Bool, at now: ContinuousClock.Instant
  ) -> Rename? {
    let index = waiting.firstIndex { rename, until in
      rename.origin == target && rename.target == origin && now <= until
        && !(rename.isFolder && isFolder && !rename.keepsReplaced)
    }
    return index.map { waiting.remove(at: $0).rename }
  }

  /// Takes the renames of which one end has changed in another way: they are no first halves.
  mutating func release(_ path: FilePath) -> [Rename] {
    take { rename, _ in rename.origin == path || rename.target == path }
  }

  /// Takes the renames that have waited long enough.
  mutating func expire(at now: ContinuousClock.Instant) -> [Rename] {
    take { _, until in until <= now }
  }

  /// Gives what waits below a renamed folder the paths it has now.
  mutating func rename(_ move: ChangeBatch.Move) {
    for index in waiting.indices {
      waiting[index].rename.origin = move.newPath(of: waiting[index].rename.origin)
      waiting[index].rename.target = move.newPath(of: waiting[index].rename.target)
    }
  }

  private mutating func take(
    where isMeant: (Rename, ContinuousClock.Instant) -> Bool
  ) -> [Rename] {
    if waiting.isEmpty { return [] }
    let taken = waiting.filter { isMeant($0.rename, $0.until) }
    waiting.removeAll { isMeant($0.rename, $0.until) }
    return taken.map(\.rename)
  }
}
