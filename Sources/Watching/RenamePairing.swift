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
  private var waiting: [UInt32: (origin: Origin, until: ContinuousClock.Instant)] = [:]

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

  /// Holds a first half back.
  public mutating func hold(
    _ path: FilePath, isFolder: Bool, cookie: UInt32, at now: ContinuousClock.Instant
  ) {
    waiting[cookie] = (Origin(path: path, isFolder: isFolder), now + patience)
  }

  /// Takes the first half that belongs to a second; nil where the entry came from outside.
  public mutating func match(cookie: UInt32) -> Origin? {
    waiting.removeValue(forKey: cookie)?.origin
  }

  /// Takes the first half whose name something new has taken: it will not stay the old path's.
  public mutating func release(_ path: FilePath) -> Origin? {
    guard let entry = waiting.first(where: { $0.value.origin.path == path }) else { return nil }
    return match(cookie: entry.key)
  }

  /// Gives what waits below a renamed folder the path it left by the folder's new name.
  public mutating func rename(_ origin: FilePath, to target: FilePath) {
    waiting = waiting.mapValues { held in
      let path = held.origin.path.moving(from: origin, to: target)
      return (Origin(path: path, isFolder: held.origin.isFolder), held.until)
    }
  }

  /// Takes the first halves that have waited long enough: their entries left the watched trees.
  ///
  /// - Parameter now: the time; nil takes all of them.
  /// - Returns: the first halves, by path.
  public mutating func expire(at now: ContinuousClock.Instant?) -> [Origin] {
    let expired = waiting.filter { entry in now.map { entry.value.until <= $0 } ?? true }
    for cookie in expired.keys { waiting[cookie] = nil }
    return expired.values.map(\.origin).sorted { $0.path < $1.path }
  }
}
