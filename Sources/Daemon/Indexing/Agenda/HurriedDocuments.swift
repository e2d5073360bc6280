import LinuxSystem
import Watching

/// Documents of which fewer words were read because other files changed all the time: a value.
///
/// They are read again once nothing has changed for ``quiet``.
struct HurriedDocuments: Equatable {
  typealias Instant = ContinuousClock.Instant

  /// How long nothing may have changed before they are read again.
  static let quiet = Duration.seconds(60)

  private var paths: Set<FilePath> = []
  private var lastChange: Instant?

  /// When ``take(at:)`` has something; nil if there are no such documents.
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

  /// Gives the documents the names they have after renames.
  mutating func rename(_ renames: PathRenames) {
    if !paths.isEmpty { paths = Set(paths.map { renames.newPath(of: $0) ?? $0 }) }
  }

  /// Takes all documents, in byte order, if it has been quiet for long enough.
  mutating func take(at now: Instant) -> [FilePath] {
    guard let due, due <= now else { return [] }
    return removeAll()
  }

  /// Takes all documents, in byte order.
  @discardableResult
  mutating func removeAll() -> [FilePath] {
    defer { paths = [] }
    return paths.sorted()
  }
}
