import IndexStorage
import LinuxSystem
import SittaSQLite

/// When the documents of folders were last changed, which tells whether a document was written by itself.
///
/// A person writes one file at a time. A package, an archive and a checkout bring many files at once, whose times
/// lie close together. It is a cache for one state of the index.
final class ArrivalTimes {
  /// The documents of a folder that are compared.
  private static let sample = 64
  /// The distance of times, in seconds, within which documents came together.
  private static let together: Int64 = 60
  /// The most documents within this distance of a document that came alone, with the document itself.
  private static let company = 3
  /// The most folders in the cache.
  private static let capacity = 4_096

  /// For each folder, the times of some of its documents in seconds since 1970.
  private var known: [FolderID: [Int64]] = [:]
  /// The state of the index from which the times are; nil if there are none.
  private var clock: IndexClock?

  /// Drops what has changed since the last call.
  ///
  /// - Parameter snapshot: the state of the index.
  func update(in snapshot: borrowing Snapshot) {
    let now = snapshot.clock
    if now == clock { return }
    let changes = clock.flatMap { snapshot.reader.log.changes(from: $0, to: now) }
    let documents = snapshot.reader.folders.documents
    let folders = changes?.texts.map { documents[$0.rawValue] } ?? []
    // Which folder a document has left is not known.
    if let changes, changes.rows.isEmpty, !folders.contains(nil) {
      for folder in folders.compactMap(\.self) { known[folder] = nil }
    } else {
      removeAll()
    }
    clock = now
  }

  /// Removes all times.
  func removeAll() {
    known = [:]
    clock = nil
  }

  /// Whether a document was written by itself, and not at once with others of its folder.
  ///
  /// O(1) for a folder in the cache, otherwise O(documents that are compared). ``update(in:)`` must have been
  /// called for the snapshot.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - database: the index.
  /// - Returns: true if at most two others have nearly the same time.
  /// - Throws: the error of SQLite.
  func cameAlone(_ document: KnownDocument, in database: Database) throws(SQLiteError) -> Bool {
    Self.isAlone(
      document.modified.nanoseconds / 1_000_000_000, among: try times(in: document.folder, database)
    )
  }

  /// Whether few times lie close to one of them.
  static func isAlone(_ time: Int64, among times: [Int64]) -> Bool {
    // Three documents of one moment are a small folder of a package.
    let most = min(company, max(2, times.count - 1))
    return times.count { abs($0 - time) <= together } <= most
  }

  private func times(
    in folder: FolderID, _ database: Database
  ) throws(SQLiteError) -> [Int64] {
    if let times = known[folder] { return times }
    var times: [Int64] = []
    try database.forEachRow(
      "SELECT modified FROM document WHERE directory = ?1 LIMIT \(Self.sample)", .folder(folder)
    ) { times.append($0.fileTime(at: 0).nanoseconds / 1_000_000_000) }
    if known.count >= Self.capacity { known = [:] }
    known[folder] = times
    return times
  }
}
