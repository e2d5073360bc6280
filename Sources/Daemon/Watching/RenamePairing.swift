import LinuxSystem

/// Pairs the two halves of a rename, which inotify reports separately with the same cookie.
///
/// The halves follow each other closely, but events of other processes can be between them. If the
/// target is not watched, there is no second half: see "Dealing with rename() events" in
/// inotify(7).
struct RenamePairing: Sendable {
  /// The first half of a rename.
  struct Origin: Equatable, Sendable {
    /// The old path of the entry.
    let path: FilePath
    /// Whether it is a folder.
    let isFolder: Bool
  }

  private let timeout: Duration
  /// The first halves by cookie; a folder mounted at several paths has one for each path.
  private var waiting: [UInt32: (origins: [Origin], until: ContinuousClock.Instant)] = [:]

  /// Creates an empty pairing.
  ///
  /// - Parameter timeout: how long a first half waits for its second half.
  init(timeout: Duration = .milliseconds(20)) {
    self.timeout = timeout
  }

  /// When the next first half expires; nil if there is none.
  var nextDeadline: ContinuousClock.Instant? {
    waiting.values.map(\.until).min()
  }

  /// Holds a first half; further paths of the same entry are added to it.
  mutating func hold(
    _ path: FilePath, isFolder: Bool, cookie: UInt32, at now: ContinuousClock.Instant
  ) {
    let held = waiting[cookie]?.origins ?? []
    waiting[cookie] = (held + [Origin(path: path, isFolder: isFolder)], now + timeout)
  }

  /// Removes and returns the first half with the cookie of a second half, once for each old path.
  ///
  /// - Returns: an empty array if the entry came from outside the watched trees.
  mutating func match(cookie: UInt32) -> [Origin] {
    waiting.removeValue(forKey: cookie)?.origins ?? []
  }

  /// Removes and returns the first half whose old path a new entry has taken; nil if there is none.
  mutating func release(_ path: FilePath) -> Origin? {
    for (cookie, held) in waiting {
      guard let index = held.origins.firstIndex(where: { $0.path == path }) else { continue }
      let origin = waiting[cookie]?.origins.remove(at: index)
      if held.origins.count == 1 { waiting[cookie] = nil }
      return origin
    }
    return nil
  }

  /// Changes the old paths of held first halves below a renamed folder.
  mutating func rename(_ move: ChangeBatch.Move) {
    waiting = waiting.mapValues { held in (held.origins.map { $0.renamed(by: move) }, held.until) }
  }

  /// Removes and returns the expired first halves, sorted by path; all of them if `now` is nil.
  ///
  /// Their entries left the watched trees.
  mutating func expire(at now: ContinuousClock.Instant?) -> [Origin] {
    let expired = waiting.filter { entry in now.map { entry.value.until <= $0 } ?? true }
    for cookie in expired.keys { waiting[cookie] = nil }
    return expired.values.flatMap(\.origins).sorted { $0.path < $1.path }
  }
}

extension RenamePairing.Origin {
  /// This first half of a rename, with its path after another rename.
  func renamed(by move: ChangeBatch.Move) -> Self {
    Self(path: move.newPath(of: path), isFolder: isFolder)
  }
}

extension [RenamePairing.Origin] {
  /// Removes and returns the old path that is nearest to a new path; nil if there is none.
  ///
  /// So if an entry has several paths, each old path is paired with the new path in the same folders.
  mutating func takeNearest(to target: FilePath) -> RenamePairing.Origin? {
    if count < 2 { return popLast() }
    let names = target.components
    let nearest = indices.max { left, right in
      let (left, right) = (self[left].path.components, self[right].path.components)
      let common = [left, right].map { zip($0, names).prefix { $0 == $1 }.count }
      if common[0] != common[1] { return common[0] < common[1] }
      return abs(left.count - names.count) > abs(right.count - names.count)
    }
    return nearest.map { remove(at: $0) }
  }
}
