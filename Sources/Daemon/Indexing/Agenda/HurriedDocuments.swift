import LinuxSystem
import Watching

/// Documents that were indexed with fewer words because other files changed all the time.
///
/// They are read again once nothing has changed for ``quiet``.
struct HurriedDocuments: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// How long nothing may have changed before the documents are read again.
  static let quiet = Duration.seconds(60)

  private var paths: Set<FilePath> = []
  private var lastChange: Instant?

  /// When ``take(at:)`` returns documents; nil if there are none.
  var due: Instant? {
    paths.isEmpty ? nil : lastChange.map { $0 + Self.quiet }
  }

  /// Adds a document.
  mutating func add(_ path: FilePath, at now: Instant) {
    paths.insert(path)
    lastChange = now
  }

  /// Records that something has changed.
  mutating func recordChange(at now: Instant) {
    lastChange = now
  }

  /// Replaces the paths of documents that were renamed.
  mutating func rename(_ renames: PathRenames) {
    if !paths.isEmpty { paths = Set(paths.map { renames.newPath(of: $0) ?? $0 }) }
  }

  /// Removes and returns all documents, sorted by path, once nothing has changed for ``quiet``.
  mutating func take(at now: Instant) -> [FilePath] {
    guard let due, due <= now else { return [] }
    return removeAll()
  }

  /// Removes and returns all documents, sorted by path.
  @discardableResult
  mutating func removeAll() -> [FilePath] {
    defer { paths = [] }
    return paths.sorted()
  }
}
