public import LinuxSystem
import Meaning
public import SittaSQLite

/// The only connection that writes the index.
///
/// The first change opens a transaction, and readers see the changes after ``commit()``. Only one isolation
/// domain may use it.
public final class IndexWriter {
  let database: Database
  let meta: MetaTable
  private let index: String
  private var sequence: CommitNumber
  let compressor = TextCompressor()
  /// Finds where tokens begin, in a text that FTS5 has; see ``stored(_:_:)``.
  var analyzer = TextLayout.analyzer
  /// Texts of documents up to this number may lack their ``TextLayout``; nil if none does.
  var layoutsDue: Int64?
  let stems: StemTable
  private let places: PlaceRecorder
  private let log: CommitLog
  /// The vectors of documents.
  var meaning: MeaningWriter
  /// The changes of the open transaction.
  var changes = IndexChanges()
  /// Whether the open transaction contains only changes that readers cannot see; see
  /// ``setRacy(_:of:)``.
  private var isUnseen = false
  /// The numbers of folders that were looked up; cleared by renames and removals.
  private var folderIDs: [FilePath: FolderID] = [:]
  /// The numbers of rules that were looked up; cleared by a rollback.
  var accessTable: AccessTable
  var merging: MergeSchedule
  /// The number of FTS5's segments after a commit.
  var countedSegments: (commit: CommitNumber, count: Int) = (-1, 0)
  /// How many texts were written since the languages were last chosen; nil if they were never chosen.
  var textsSinceChoice: Int?
  /// The day on which ``pruneRemovals(now:)`` last ran.
  var pruningDay: Int64?

  init(
    _ database: Database, _ stems: StemTable, _ places: PlaceRecorder, _ log: CommitLog,
    _ text: TextSettings
  ) throws(SQLiteError) {
    (self.database, self.stems, self.places, self.log) = (database, stems, places, log)
    meaning = try MeaningWriter(text, in: database)
    meta = MetaTable(of: database)
    accessTable = AccessTable(in: database)
    let clock = try meta.clock()
    (index, sequence) = (clock.index, clock.sequence)
    // FTS5 stores its settings in the database, so those of an interrupted bulk are still set.
    let automerge = try database.first("SELECT v FROM search_config WHERE k = 'automerge'") {
      $0.integer(at: 0)
    }
    merging = MergeSchedule(isBulk: automerge == 0)
    layoutsDue = try meta.integer(.layouts)
    log.begin(index: index, at: sequence)
  }

  /// The state of the index after the last commit.
  public var clock: IndexClock { IndexClock(index: index, sequence: sequence) }

  /// The number that the next commit will have.
  var nextSequence: CommitNumber { sequence.next }

  /// Whether there are uncommitted changes.
  public var hasChanges: Bool { database.isInTransaction }

  /// Commits the changes, and advances the clock if a reader can see any of them.
  public func commit() throws(SQLiteError) {
    guard hasChanges else { return }
    if isUnseen {
      try database.commit()
      isUnseen = false
      return
    }
    try stems.write()
    try meaning.finish()
    try meta.increment(.sequence)
    try database.commit()
    sequence = nextSequence
    log.append(changes, at: sequence)
    changes = IndexChanges()
  }

  /// Advances the clock after a commit whose changes the log does not list.
  func restartLog() {
    sequence = nextSequence
    log.begin(index: index, at: sequence)
  }

  /// Rolls back the changes since the last commit.
  public func rollBack() {
    folderIDs = [:]
    accessTable.forget()
    stems.clear()
    meaning.clear()
    changes = IndexChanges()
    isUnseen = false
    database.rollBack()
  }

  /// Records that the daemon shuts down in order, or that it is running; see ``IndexStore``.
  public func setCleanShutdown(_ isClean: Bool) throws(SQLiteError) {
    try meta.set(.clean, to: .integer(isClean ? 1 : 0))
  }

  /// Runs `body`, which can be stopped while it tokenizes a text: that takes most of its time.
  ///
  /// After a stop the transaction has to be rolled back, so it must contain nothing else.
  ///
  /// - Parameters:
  ///   - isStopped: whether to stop; asked every few milliseconds, on this thread.
  ///   - body: the work, which writes a document.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`, and ``SQLiteError/interruption`` after a stop.
  public func stopping<Result>(
    when isStopped: @escaping () -> Bool, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    stems.isStopped = isStopped
    defer { stems.isStopped = nil }
    return try body()
  }

  /// Frees the caches after much work.
  public func releaseMemory() {
    folderIDs = [:]
    stems.clear()
    database.releaseMemory()
  }

  /// Opens a transaction, unless one is open.
  ///
  /// - Parameter isUnseen: whether readers cannot see the next changes.
  /// - Throws: the error of SQLite.
  func begin(isUnseen: Bool = false) throws(SQLiteError) {
    self.isUnseen = isUnseen && (self.isUnseen || !hasChanges)
    if !hasChanges { try database.begin() }
  }
}

// MARK: - Documents

extension IndexWriter {
  /// Stores a document, in place of the former one at its path.
  ///
  /// If its texts have not changed, for example after `touch`, nothing is tokenized.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - path: its path.
  ///   - access: who may read it; nil to keep what is recorded.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func replace(
    _ document: Document, at path: FilePath, access: RecordedAccess? = nil
  ) throws(SQLiteError) {
    let folder = try folderID(path.parent)
    let old = try StoredFile(named: path.name, in: folder, of: database)
    let oldTexts: SearchableTexts? =
      if let old { try SearchableTexts(of: old.id, in: database) } else { nil }
    let texts = SearchableTexts(document, name: path.name)
    let isUnchanged = oldTexts == texts
    let parts = PartList(document.parts, textCount: document.text.count).stored
    let oldParts: [UInt8]? = if let old { try storedParts(of: old.id) } else { nil }
    if isUnchanged, oldParts == parts, let old, try isStored(document, as: old) {
      try setScan(document.scan, of: old.id)
      try setRacy(document.racyUntil, of: old)
      if let access { try record(access, of: old.id) }
      return
    }
    try begin()
    if let old, let oldTexts, !isUnchanged { try remove(oldTexts, of: old.id) }
    let id = try write(document, texts, as: old?.id, path.name, folder: folder)
    try setScan(document.scan, of: id)
    if let access { try record(access, of: id) }
    if oldParts != parts { try write(parts, of: id) }
    if isUnchanged { return }
    try meaning.write(id, DescribedText(document, texts), isNew: old == nil)
    textsSinceChoice? += 1
    if let body = texts.body {
      let found = try places.recording(body) { () throws(SQLiteError) in
        try insert(texts, as: id)
      }
      let sql =
        oldTexts?.body == nil
        ? "INSERT INTO body(id, text) VALUES(?1, ?2)" : "UPDATE body SET text = ?2 WHERE id = ?1"
      try database.run(sql, .document(id), .blob(stored(body, found)))
    } else {
      try insert(texts, as: id)
      if oldTexts?.body != nil {
        try database.run("DELETE FROM body WHERE id = ?1", .document(id))
      }
    }
  }

  /// Writes the row of a document: inserts a new row, or updates the existing one.
  ///
  /// It does not use REPLACE, which may remove several rows and so opens a savepoint; at each savepoint FTS5
  /// flushes its hash table, which doubles the time of a bulk.
  private func write(
    _ document: Document, _ texts: SearchableTexts, as number: DocumentID?, _ name: [UInt8],
    folder: FolderID
  ) throws(SQLiteError) -> DocumentID {
    let row = DocumentRow(
      id: number, folder: folder, name: name, document: document, texts: texts,
      sequence: nextSequence)
    guard let number else {
      try database.statement(DocumentRow.insertion).run(row.values)
      return DocumentID(rawValue: database.lastInsertedRowID)
    }
    try database.statement(DocumentRow.update).run(row.values)
    changes.rows.insert(number)
    return number
  }

  /// Removes stored texts from FTS5.
  func remove(_ texts: SearchableTexts, of id: DocumentID) throws(SQLiteError) {
    merging.countRemoval()
    changes.texts.insert(id)
    try texts.remove(id, from: database)
  }

  /// Adds texts to FTS5.
  func insert(_ texts: SearchableTexts, as id: DocumentID) throws(SQLiteError) {
    changes.texts.insert(id)
    stems.isRecording = true
    defer { stems.isRecording = false }
    try texts.insert(as: id, into: database)
  }

  /// Removes the document at a path, or everything in and below a folder.
  ///
  /// O(removed rows × log index), even if several calls are needed.
  ///
  /// - Parameters:
  ///   - path: the file or folder; an unknown one is no error.
  ///   - limit: the largest number of documents and folders to remove.
  /// - Returns: whether everything was removed; otherwise call again.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func remove(_ path: FilePath, limit: Int = .max) throws(SQLiteError) -> Bool {
    guard let parent = try existingFolderID(path.parent) else { return true }
    if let folder = try existingFolderID(path), try !remove(below: folder, limit: limit) {
      return false
    }
    if let file = try StoredFile(named: path.name, in: parent, of: database) {
      try remove(document: file.id)
    }
    return true
  }

  /// A limit for nested folders that is never reached; members of archives have longer paths than files.
  private static let deepest = 100_000

  /// Removes everything in and below a folder, the innermost folders first, and then the folder itself.
  ///
  /// Each folder is removed as soon as it is empty, so that the next call does not visit it again.
  ///
  /// - Returns: whether everything was removed; otherwise call again.
  func remove(below folder: FolderID, limit: Int = .max) throws(SQLiteError) -> Bool {
    try begin()
    folderIDs = [:]
    var left = limit
    var chain = [folder]
    while let current = chain.last {
      if chain.count > Self.deepest { throw .corruption("folders lie in each other") }
      let inner = try database.first(
        "SELECT id FROM directory WHERE parent = ?1 LIMIT 1", .folder(current)
      ) { $0.folder(at: 0) }
      if let inner {
        chain.append(inner)
        continue
      }
      var documents: [DocumentID] = []
      try database.forEachRow(
        "SELECT id FROM document WHERE directory = ?1 LIMIT ?2", .folder(current),
        .integer(Int64(left))
      ) { documents.append($0.document(at: 0)) }
      for document in documents { try remove(document: document) }
      left -= documents.count
      if left == 0 { return false }
      if current != .root { try remove(folder: current) }
      chain.removeLast()
      left -= 1
    }
    return true
  }

  func remove(document id: DocumentID) throws(SQLiteError) {
    try begin()
    if let texts = try SearchableTexts(of: id, in: database) { try remove(texts, of: id) }
    try database.run("DELETE FROM body WHERE id = ?1", .document(id))
    try meaning.remove(id)
    try database.run("DELETE FROM scan WHERE id = ?1", .document(id))
    try database.run("DELETE FROM part WHERE id = ?1", .document(id))
    try database.run("DELETE FROM document WHERE id = ?1", .document(id))
    try recordRemoval(of: id)
  }
}

// MARK: - Stored files

extension IndexWriter {
  /// What the index knows of the file at a path; nil if the path is unknown.
  public func storedFile(at path: FilePath) throws(SQLiteError) -> StoredFile? {
    guard let folder = try existingFolderID(path.parent) else { return nil }
    return try StoredFile(named: path.name, in: folder, of: database)
  }

  /// What the index knows of the entries of a folder; O(entries).
  public func storedFolder(at path: FilePath) throws(SQLiteError) -> StoredFolder {
    var stored = StoredFolder()
    guard let folder = try existingFolderID(path) else { return stored }
    try database.forEachRow(
      "SELECT name, \(StoredFile.columns) FROM document WHERE directory = ?1", .folder(folder)
    ) { stored.files[$0.bytes(at: 0)] = StoredFile($0, from: 1) }
    try database.forEachRow(
      "SELECT name FROM directory WHERE parent = ?1 AND container IS NULL", .folder(folder)
    ) { stored.folders.insert($0.bytes(at: 0)) }
    return stored
  }

  /// The recorded inode number of a folder; nil if the folder is unknown.
  public func inode(ofFolder path: FilePath) throws(SQLiteError) -> UInt64? {
    guard let folder = try existingFolderID(path) else { return nil }
    return try database.first(
      "SELECT inode FROM directory WHERE id = ?1 AND container IS NULL", .folder(folder)
    ) { UInt64(bitPattern: $0.integer(at: 0)) }
  }

  /// The folder at a path; nil if it is unknown.
  func existingFolderID(_ path: FilePath) throws(SQLiteError) -> FolderID? {
    if path.isRoot { return .root }
    if let folder = folderIDs[path] { return folder }
    guard let parent = try existingFolderID(path.parent) else { return nil }
    let folder = try database.first(
      "SELECT id FROM directory WHERE parent = ?1 AND name = ?2", .folder(parent),
      .blob(path.name)
    ) { $0.folder(at: 0) }
    if let folder { remember(path, folder) }
    return folder
  }

  /// Returns the folder at a path; adds it if it is unknown.
  func folderID(_ path: FilePath) throws(SQLiteError) -> FolderID {
    if let folder = try existingFolderID(path) { return folder }
    try begin()
    let parent = try folderID(path.parent)
    try database.run(
      "INSERT INTO directory(parent, name, written) VALUES(?1, ?2, ?3)", .folder(parent),
      .blob(path.name), .commit(nextSequence))
    changes.hasOthers = true
    let folder = FolderID(rawValue: database.lastInsertedRowID)
    remember(path, folder)
    return folder
  }

  func remember(_ path: FilePath, _ folder: FolderID) {
    if folderIDs.count > 10_000 { folderIDs = [:] }
    folderIDs[path] = folder
  }

  func clearFolderIDs() {
    folderIDs = [:]
  }
}
