import SittaSQLite
import TextAnalysis

/// The folder of each document and the names of the folders in one state of the index, in memory.
final class SnapshotFolders {
  private(set) var names = FolderNames()
  private var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))
  /// The folders whose names say nothing, because everything is below them; see
  /// ``FolderNames/commonChain``.
  private(set) var chain: (folders: [FolderID], branches: Bool) = ([.root], false)
  /// The folders of the documents.
  private(set) var documents = DocumentFolders()
  /// The state that all of this belongs to; nil if they have to be loaded.
  private var clock: IndexClock?
  /// The languages of the stems of their names.
  private var languages: [String] = []
  /// What is known of the folders above the documents in each folder that was asked for, if so many of
  /// ``chain`` are common.
  private var known: (commonCount: Int, priors: [FolderID: DocumentPriors.Folders]) = (0, [:])

  private let stems: ([UInt8]) -> [[UInt8]]

  /// Makes it empty.
  ///
  /// - Parameter stems: the stems of a word, by which its other forms are found.
  init(stems: @escaping ([UInt8]) -> [[UInt8]]) {
    self.stems = stems
  }

  /// The folders whose names say nothing.
  ///
  /// - Parameter statistics: the numbers of several indexes, in which fewer can be common; nil for this one.
  /// - Returns: the folders.
  func common(in statistics: QueryStatistics?) -> Set<FolderID> {
    Set(chain.folders.prefix(commonCount(in: statistics)))
  }

  private func commonCount(in statistics: QueryStatistics?) -> Int {
    (statistics?.common.depth).map { $0 + 1 } ?? chain.folders.count
  }

  /// What is known of a folder and those above it, except for the common ones; see ``common(in:)``.
  ///
  /// O(1) for a folder that was asked for before.
  func priors(above folder: FolderID, _ statistics: QueryStatistics?) -> DocumentPriors.Folders {
    let commonCount = commonCount(in: statistics)
    if known.commonCount != commonCount { known = (commonCount, [:]) }
    if let priors = known.priors[folder] { return priors }
    let priors = names.priors(above: folder, except: common(in: statistics))
    known.priors[folder] = priors
    return priors
  }

  /// The last of the folders that are above everything.
  var commonFolder: CommonFolder {
    CommonFolder(
      names: chain.folders.dropFirst().map { names.name(of: $0) }, branches: chain.branches)
  }

  /// Reads what has changed since the last call, or everything.
  ///
  /// - Throws: the error of SQLite; the next call then reads everything.
  func update(in snapshot: borrowing Snapshot) throws(SQLiteError) {
    let now = snapshot.clock
    if snapshot.reader.words.languages != languages { clock = nil }
    if now == clock { return }
    let (database, log) = (snapshot.database, snapshot.reader.log)
    let changes = clock.flatMap { log.changes(from: $0, to: now) }
    clock = nil
    languages = snapshot.reader.words.languages
    if let changes {
      try refresh(changes, in: database)
    } else {
      try load(in: database)
    }
    chain = names.commonChain
    known = (0, [:])
    clock = now
  }

  private func load(in database: Database) throws(SQLiteError) {
    names = FolderNames()
    documents = DocumentFolders()
    try database.forEachRow("SELECT id, parent, name FROM directory") {
      names.set(
        $0.folder(at: 0), name: $0.bytes(at: 2), in: $0.folder(at: 1), &analyzer, stems: stems)
    }
    // SQLite reads it from an index, which is a tenth of the table.
    try database.forEachRow(
      "SELECT id, directory FROM document"
    ) { documents.set($0.folder(at: 1), of: $0.integer(at: 0)) }
  }

  private func refresh(_ changes: IndexChanges, in database: Database) throws(SQLiteError) {
    var unread = changes.folders
    for document in changes.texts.union(changes.rows) {
      let folder = try database.first(
        "SELECT directory FROM document WHERE id = ?1", .document(document)
      ) { $0.folder(at: 0) }
      documents.set(folder, of: document.rawValue)
      if let folder { unread.insert(folder) }
    }
    var read: Set<FolderID> = []
    while let folder = unread.popFirst() {
      guard read.insert(folder).inserted else { continue }
      let row = try database.first(
        "SELECT parent, name FROM directory WHERE id = ?1", .folder(folder)
      ) { (parent: $0.folder(at: 0), name: $0.bytes(at: 1)) }
      guard let row else { continue }
      names.set(folder, name: row.name, in: row.parent, &analyzer, stems: stems)
      if row.parent > .root { unread.insert(row.parent) }
    }
  }
}
