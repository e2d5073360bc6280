import IndexStorage
import SittaSQLite
import Synchronization
import TextAnalysis

/// The folder of each document, and the names of the folders, in one state of the index.
struct KnownFolders {
  private(set) var names = FolderNames()
  /// The folders of the documents.
  private(set) var documents = DocumentFolders()
  /// The folders whose names are ignored, because everything is below them; see ``FolderNames/commonChain``.
  private(set) var chain: (folders: [FolderID], branches: Bool) = ([.root], false)
  /// The state of the index that was read; nil if everything has to be read again.
  private(set) var clock: IndexClock?
  /// The position at which reading continues; nil if everything was read.
  private var cursor: Cursor? = Cursor()
  /// The languages in which the names of folders are stemmed.
  private var languages: [String] = []

  private struct Cursor {
    /// The number of the last folder that was read, and of the last folder whose documents were read.
    var (folder, documents): (Int64, Int64) = (0, 0)
    /// The largest number of a folder; nil until the names of all folders were read.
    var last: Int64?
  }

  /// The number of rows that are read at once; even a query that is late reads at least two slices.
  private static let slice: Int64 = 10_000

  /// Whether all folders and documents were read.
  var isComplete: Bool { clock != nil && cursor == nil }

  /// Whether everything was read in this state of the index, with the stems of these languages.
  func isCurrent(_ clock: IndexClock, _ languages: [String]) -> Bool {
    isComplete && self.clock == clock && self.languages == languages
  }

  /// Reads the changes since the last call, and continues to read the rest of the index.
  ///
  /// It stops reading the rest at `end`, and the next call continues. `stems` returns the stems of a word, by
  /// which its other forms are found.
  mutating func update(
    in snapshot: borrowing Snapshot, until end: ContinuousClock.Instant,
    stems: ([UInt8]) -> [[UInt8]]
  ) throws(SQLiteError) {
    let (now, languages) = (snapshot.clock, snapshot.reader.words.languages)
    if isCurrent(now, languages) || isNewer(than: now) { return }
    let changes =
      self.languages == languages && !names.isWasteful
      ? clock.flatMap { snapshot.reader.log.changes(from: $0, to: now) } : nil
    clock = nil
    if let changes {
      try refresh(changes, in: snapshot.database, stems)
    } else {
      self = KnownFolders()
    }
    self.languages = languages
    clock = now
    defer { chain = names.commonChain }
    try load(in: snapshot.database, until: end, stems)
  }

  /// Whether these folders are from a later state, because a query that began a moment later read them.
  ///
  /// They are used nevertheless, because reading everything again for one query takes long.
  private func isNewer(than now: IndexClock) -> Bool {
    clock.map { $0.index == now.index && $0.sequence > now.sequence } ?? false
  }

  private mutating func load(
    in database: Database, until end: ContinuousClock.Instant, _ stems: ([UInt8]) -> [[UInt8]]
  ) throws(SQLiteError) {
    var analyzer = Self.makeAnalyzer()
    var count = 0
    while var next = cursor, count < 2 * Self.slice || .now < end {
      if let last = next.last {
        // SQLite reads these columns from an SQL index, which has a tenth of the table's size.
        try database.statement(
          "SELECT id, directory FROM document WHERE directory > ?1 AND directory <= ?2"
        ).forEachRow([.integer(next.documents), .integer(next.documents + Self.slice)]) {
          documents.set($0.folder(at: 1), of: $0.integer(at: 0))
          count += 1
        }
        next.documents += Self.slice
        cursor = next.documents < last ? next : nil
      } else {
        let first = next.folder
        var read: Int64 = 0
        try database.statement(
          "SELECT id, parent, name FROM directory WHERE id > ?1 ORDER BY id LIMIT ?2"
        ).forEachRow([.integer(first), .integer(Self.slice)]) {
          names.set(
            $0.folder(at: 0), name: $0.bytes(at: 2), in: $0.folder(at: 1), &analyzer, stems: stems)
          next.folder = $0.integer(at: 0)
          read += 1
        }
        count += Int(read)
        // In a damaged index a folder can have any number.
        if read < Self.slice { next.last = min(next.folder, FolderWords.limit) }
        cursor = next
      }
    }
  }

  private mutating func refresh(
    _ changes: IndexChanges, in database: Database, _ stems: ([UInt8]) -> [[UInt8]]
  ) throws(SQLiteError) {
    var unread = changes.folders.union(changes.goneFolders)
    for document in changes.texts.union(changes.rows) {
      let folder = try database.first(
        "SELECT directory FROM document WHERE id = ?1", .document(document)
      ) { $0.folder(at: 0) }
      documents.set(folder, of: document.rawValue)
      if let folder { unread.insert(folder) }
    }
    var analyzer = Self.makeAnalyzer()
    var read: Set<FolderID> = []
    while let folder = unread.popFirst() {
      guard read.insert(folder).inserted else { continue }
      let row = try database.first(
        "SELECT parent, name FROM directory WHERE id = ?1", .folder(folder)
      ) { (parent: $0.folder(at: 0), name: $0.bytes(at: 1)) }
      guard let row else {
        names.remove(folder)
        continue
      }
      names.set(folder, name: row.name, in: row.parent, &analyzer, stems: stems)
      if row.parent > .root { unread.insert(row.parent) }
    }
  }

  private static func makeAnalyzer() -> SittaAnalyzer {
    SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
  }
}

/// The folders of an index, shared by all readers.
///
/// A reader uses a copy while it answers a query. Copies share their memory; only if a commit is made during
/// a query, there is a second one.
final class SharedFolders: Sendable {
  private let state = Mutex(KnownFolders())
  /// How long one query reads folders; the next query continues.
  ///
  /// A search has half a second in total.
  static let timeForReading = Duration.milliseconds(200)

  /// Returns the folders in a state of the index, or in a slightly later one.
  ///
  /// One reader reads them from the index while the others wait. In an index with very many folders, the
  /// first queries know only some of them; see ``KnownFolders/isComplete``.
  func known(
    in snapshot: borrowing Snapshot, until end: ContinuousClock.Instant = .now + timeForReading,
    stems: ([UInt8]) -> [[UInt8]]
  ) throws(SQLiteError) -> KnownFolders {
    try state.withLock { known throws(SQLiteError) in
      try known.update(in: snapshot, until: end, stems: stems)
      return known
    }
  }

  /// Frees all memory; the next query reads everything again.
  func removeAll() {
    state.withLock { $0 = KnownFolders() }
  }
}
