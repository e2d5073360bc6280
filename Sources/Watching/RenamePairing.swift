public import LinuxSystem

/// Finds the two halves of a rename, which inotify reports apart and ties by a cookie.
///
/// The halves follow each other closely, but events of other processes may come between, and the
/// second never comes where the target is not watched: see "Dealing with rename() events" in
/// inotify(7).
public struct RenamePairing: Sendable {
  /// The first half of a rename.
  public struct Origin: Equatable, Sendable {
    /// Where the entry was.
    public let path: FilePath
    /// Whether it is a folder.
    public let isFolder: Bool
  }

  private let patience: Duration
  /// By cookie; a folder that is seen at several paths reports a first half for each.
  private var waiting: [UInt32: (origins: [Origin], until: ContinuousClock.Instant)] = [:]

  /// Makes a pairing in which nothing waits.
  ///
  /// - Parameter patience: how long a first half waits for its second.
  public init(patience: Duration = .milliseconds(20)) {
    self.patience = patience
  }

  /// When the next first half gives up waiting.
  public var nextDeadline: ContinuousClock.Instant? {
    waiting.values.map(\.until).min()
  }

  /// Holds a first half back; another path of the same entry, where there is one, comes in addition.
  public mutating func hold(
    _ path: FilePath, isFolder: Bool, cookie: UInt32, at now: ContinuousClock.Instant
  ) {
    let held = waiting[cookie]?.origins ?? []
    waiting[cookie] = (held + [Origin(path: path, isFolder: isFolder)], now + patience)
  }

  /// Takes the first half that belongs to a second, by each path that it had.
  ///
  /// - Returns: nothing where the entry came from outside.
  public mutating func match(cookie: UInt32) -> [Origin] {
    waiting.removeValue(forKey: cookie)?.origins ?? []
  }

  /// Takes the first half whose name something new has taken: it will not stay the old path's.
  public mutating func release(_ path: FilePath) -> Origin? {
    for (cookie, held) in waiting {
      guard let index = held.origins.firstIndex(where: { $0.path == path }) else { continue }
      let origin = waiting[cookie]?.origins.remove(at: index)
      if held.origins.count == 1 { waiting[cookie] = nil }
      return origin
    }
    return nil
  }

  /// Gives what waits below a renamed folder the path it left by the folder's new name.
  public mutating func rename(_ move: ChangeBatch.Move) {
    waiting = waiting.mapValues { held in (held.origins.map { $0.renamed(by: move) }, held.until) }
  }

  /// Takes the first halves that have waited long enough: their entries left the watched trees.
  ///
  /// - Parameter now: the time; nil takes all of them.
  /// - Returns: the first halves, by path.
  public mutating func expire(at now: ContinuousClock.Instant?) -> [Origin] {
    let expired = waiting.filter { entry in now.map { entry.value.until <= $0 } ?? true }
    for cookie in expired.keys { waiting[cookie] = nil }
    return expired.values.flatMap(\.origins).sorted { $0.path < $1.path }
  }
}

extension RenamePairing.Origin {
  /// The same by the path that it has after another rename.
  func renamed(by move: ChangeBatch.Move) -> Self {
    Self(path: move.newPath(of: path), isFolder: isFolder)
  }
}

extension [RenamePairing.Origin] {
  /// Takes the one that lies nearest to a new path, so that of several paths of one entry each keeps
  /// its surroundings.
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
