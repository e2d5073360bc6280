public import LinuxSystem
public import SQLite

/// The one connection that writes the index.
///
/// Changes gather in a transaction, which opens by itself with the first of them, and are seen by
/// readers after ``commit()``. It belongs to one isolation domain.
public final class IndexWriter {
  let database: Database
  private let index: String
  private var sequence: Int64
  let compressor = TextCompressor()
  let stems: StemTable
  private let log: CommitLog
  /// What the open transaction has changed.
  var changes = IndexChanges()
  /// Whether the open transaction holds nothing that a reader could see; see ``setRacy(_:of:)``.
  var isUnseen = false
  /// Numbers of folders; renames and removals empty it.
  private var folderNumbers: [FilePath: Int64] = [:]
  /// Whether FTS5 gathers much and merges nothing; see ``setBulk(_:)``.
  var isBulk = false
  /// Whether segments wait that were written without merging.
  var needsMerging = false
  var isMerging = false
  /// How many texts were removed since segments were merged last.
  var removals: Int64 = 0

  init(_ database: Database, _ stems: StemTable, _ log: CommitLog) throws(SQLiteError) {
    self.database = database
    self.stems = stems
    self.log = log
    index =
      try database.first("SELECT value FROM meta WHERE key = 'index'") {
        $0.text(at: 0) ?? ""
      } ?? ""
    sequence =
      try database.first("SELECT value FROM meta WHERE key = 'sequence'") {
        $0.integer(at: 0)
      } ?? 0
    log.begin(index: index, at: sequence)
    try resumeBulk()
  }

  /// The last commit.
  public var clock: IndexClock { IndexClock(index: index, sequence: sequence) }

  /// What the next commit is going to be numbered.
  var nextSequence: Int64 { sequence + 1 }

  /// Whether changes wait for a ``commit()``.
  public var hasChanges: Bool { database.isInTransaction }

  /// Makes the changes since the last commit visible and lasting, and advances the clock where a
  /// reader can see any of them.
  public func commit() throws(SQLiteError) {
    guard hasChanges else { return }
    if isUnseen {
      try database.execute("COMMIT")
      isUnseen = false
      return
    }
    try stems.write()
    try database.run("UPDATE meta SET value = value + 1 WHERE key = 'sequence'")
    try database.execute("COMMIT")
    sequence += 1
    log.append(changes, at: sequence)
    changes = IndexChanges()
  }

  /// Takes back the changes since the last commit.
  public func rollBack() {
    folderNumbers = [:]
    stems.forget()
    changes = IndexChanges()
    isUnseen = false
    if hasChanges { try? database.execute("ROLLBACK") }
  }

  /// Marks that the daemon ended in order, or that it is running; see ``IndexStore``.
  public func setCleanShutdown(_ isClean: Bool) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO meta(key, value) VALUES('clean', ?1)", .integer(isClean ? 1 : 0))
  }

  /// Does something that can be left while a text is taken apart, which takes most of the time.
  ///
  /// What is left is taken back with the whole transaction, so nothing else may be in it.
  ///
  /// - Parameters:
  ///   - isStopped: whether to leave it; asked every few milliseconds, on this thread.
  ///   - body: changes a document.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, and ``SQLiteError/interruption`` where it was left.
  public func leaving<Result>(
    when isStopped: @escaping () -> Bool, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    stems.isStopped = isStopped
    defer { stems.isStopped = nil }
    return try body()
  }

  /// Gives back the memory of a long run of work.
  public func releaseMemory() {
    folderNumbers = [:]
    stems.forget()
    database.releaseMemory()
  }

  func begin() throws(SQLiteError) {
    isUnseen = false
    if !hasChanges { try database.execute("BEGIN IMMEDIATE") }
  }
}

// MARK: - Documents

extension IndexWriter {
  /// Puts a document in, in the place of the one that has this path.
  ///
  /// Where its texts are those that are stored, after a touch or a checkout, nothing is tokenized.
  public func replace(_ document: Document, at path: FilePath) throws(SQLiteError) {
    let folder = try folderNumber(path.parent)
    let old = try storedFile(name: .blob(path.name), folder: folder)
    let oldTexts: SearchableTexts? =
      if let old { try SearchableTexts(of: old.id, in: database) } else { nil }
    let texts = SearchableTexts(document, name: path.name)
    let isUnchanged = oldTexts == texts
    if isUnchanged, let old, try isStored(document, as: old) {
      return try setRacy(document.racyUntil, of: old)
    }
    try begin()
    if let old, let oldTexts, !isUnchanged { try remove(oldTexts, of: old.id) }
    let id = try write(document, texts, as: old?.id, path.name, folder: folder)
    if isUnchanged { return }
    if let body = texts.body {
      let sql =
        oldTexts?.body == nil
        ? "INSERT INTO body(id, text) VALUES(?1, ?2)" : "UPDATE body SET text = ?2 WHERE id = ?1"
      try database.run(sql, .integer(id), .blob(compressor.compress(body)))
    } else if oldTexts?.body != nil {
      try database.run("DELETE FROM body WHERE id = ?1", .integer(id))
    }
    try insert(texts, as: id)
  }

  /// Writes the row of a document: a new one, or the one it has.
  ///
  /// Not by REPLACE, which may take several rows away and so opens a savepoint of the statement; at
  /// each savepoint FTS5 writes out what it has gathered in memory, which doubles the time of a bulk.
  private func write(
    _ document: Document, _ texts: SearchableTexts, as number: Int64?, _ name: [UInt8],
    folder: Int64
  ) throws(SQLiteError) -> Int64 {
    let status = document.status
    let columns =
      [
        .integer(number), .integer(folder), .blob(name), .integer(status.size),
        .integer(status.modified), .integer(status.changed),
        .integer(Int64(bitPattern: status.device)), .integer(Int64(bitPattern: status.inode)),
        .text(document.type), .utf8(texts.title), .utf8(texts.tags),
        .integer(document.state.rawValue), .text(document.note), .integer(document.extractor),
        .integer(nextSequence), .integer(document.racyUntil),
      ] as [SQLiteValue]
    guard let number else {
      try database.statement(
        """
        INSERT INTO document(
          id, directory, name, size, modified, changed, device, inode, type, title, tags, state,
          note, extractor, sequence, racy)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        """
      ).run(columns)
      return database.lastInsertedRowID
    }
    try database.statement(
      """
      UPDATE document SET
        directory = ?2, name = ?3, size = ?4, modified = ?5, changed = ?6, device = ?7, inode = ?8,
        type = ?9, title = ?10, tags = ?11, state = ?12, note = ?13, extractor = ?14,
        sequence = ?15, racy = ?16
      WHERE id = ?1
      """
    ).run(columns)
    changes.rows.insert(number)
    return number
  }

  /// Makes texts that are stored not searchable any more.
  func remove(_ texts: SearchableTexts, of id: Int64) throws(SQLiteError) {
    removals += 1
    changes.texts.insert(id)
    try texts.remove(id, from: database)
  }

  /// Makes texts searchable.
  func insert(_ texts: SearchableTexts, as id: Int64) throws(SQLiteError) {
    changes.texts.insert(id)
    stems.isNoting = true
    defer { stems.isNoting = false }
    try texts.insert(as: id, into: database)
  }

  /// Removes the document at a path, and where the path is a folder, everything below it.
  ///
  /// - Parameters:
  ///   - path: the file or folder; one that the index does not know is no error.
  ///   - limit: stops after so many documents.
  /// - Returns: whether all of it is gone; call again where it is not.
  /// - Throws: what SQLite fails with; the transaction is then to be rolled back.
  public func remove(_ path: FilePath, limit: Int = .max) throws(SQLiteError) -> Bool {
    guard let parent = try existingFolderNumber(path.parent) else { return true }
    let name = SQLiteValue.blob(path.name)
    if let file = try storedFile(name: name, folder: parent) { try remove(document: file.id) }
    guard let folder = try existingFolderNumber(path) else { return true }
    return try remove(below: folder, limit: limit)
  }

  private func remove(below folder: Int64, limit: Int) throws(SQLiteError) -> Bool {
    try begin()
    var documents: [Int64] = []
    try database.forEachRow(
      """
      WITH RECURSIVE below(id) AS (
        VALUES(?1) UNION ALL SELECT directory.id FROM directory, below WHERE parent = below.id)
      SELECT document.id FROM below JOIN document ON document.directory = below.id LIMIT ?2
      """, .integer(folder), .integer(Int64(limit))
    ) { documents.append($0.integer(at: 0)) }
    for document in documents { try remove(document: document) }
    if documents.count == limit { return false }
    try database.run(
      """
      DELETE FROM directory WHERE id IN (
        WITH RECURSIVE below(id) AS (
          VALUES(?1) UNION ALL SELECT directory.id FROM directory, below WHERE parent = below.id)
        SELECT id FROM below) AND id != 1
      """, .integer(folder))
    folderNumbers = [:]
    return true
  }

  private func remove(document id: Int64) throws(SQLiteError) {
    try begin()
    if let texts = try SearchableTexts(of: id, in: database) { try remove(texts, of: id) }
    try database.run("DELETE FROM body WHERE id = ?1", .integer(id))
    try database.run("DELETE FROM document WHERE id = ?1", .integer(id))
  }
}

// MARK: - What is stored

extension IndexWriter {
  /// What the index knows of the file at a path; nil where it knows none.
  public func storedFile(at path: FilePath) throws(SQLiteError) -> StoredFile? {
    guard let folder = try existingFolderNumber(path.parent) else { return nil }
    return try storedFile(name: .blob(path.name), folder: folder)
  }

  /// What the index knows of the entries of a folder; O(entries).
  public func storedFolder(at path: FilePath) throws(SQLiteError) -> StoredFolder {
    var stored = StoredFolder()
    guard let folder = try existingFolderNumber(path) else { return stored }
    try database.forEachRow(
      """
      SELECT id, size, modified, changed, inode, extractor, state, racy, name FROM document
      WHERE directory = ?1
      """, .integer(folder)
    ) { stored.files[$0.bytes(at: 8)] = StoredFile($0) }
    try database.forEachRow(
      "SELECT name FROM directory WHERE parent = ?1", .integer(folder)
    ) { stored.folders.insert($0.bytes(at: 0)) }
    return stored
  }

  /// The inode of a folder when it was last compared; nil where the index does not know the folder.
  public func inode(ofFolder path: FilePath) throws(SQLiteError) -> UInt64? {
    guard let folder = try existingFolderNumber(path) else { return nil }
    return try database.first("SELECT inode FROM directory WHERE id = ?1", .integer(folder)) {
      UInt64(bitPattern: $0.integer(at: 0))
    }
  }

  func storedFile(
    name: SQLiteValue, folder: Int64
  ) throws(SQLiteError) -> StoredFile? {
    try database.first(
      """
      SELECT id, size, modified, changed, inode, extractor, state, racy FROM document
      WHERE directory = ?1 AND name = ?2
      """, .integer(folder), name, read: StoredFile.init)
  }

  func existingFolderNumber(_ path: FilePath) throws(SQLiteError) -> Int64? {
    if path.isRoot { return 1 }
    if let number = folderNumbers[path] { return number }
    guard let parent = try existingFolderNumber(path.parent) else { return nil }
    let number = try database.first(
      "SELECT id FROM directory WHERE parent = ?1 AND name = ?2", .integer(parent),
      .blob(path.name)
    ) { $0.integer(at: 0) }
    if let number { remember(path, number) }
    return number
  }

  func folderNumber(_ path: FilePath) throws(SQLiteError) -> Int64 {
    if let number = try existingFolderNumber(path) { return number }
    try begin()
    let parent = try folderNumber(path.parent)
    try database.run(
      "INSERT INTO directory(parent, name) VALUES(?1, ?2)", .integer(parent), .blob(path.name))
    let number = database.lastInsertedRowID
    remember(path, number)
    return number
  }

  private func remember(_ path: FilePath, _ number: Int64) {
    if folderNumbers.count > 10_000 { folderNumbers = [:] }
    folderNumbers[path] = number
  }

  func forgetFolderNumbers() {
    folderNumbers = [:]
  }
}

extension StoredFile {
  /// Reads `id`, `size`, `modified`, `changed`, `inode`, `extractor`, `state` and `racy`.
  init(_ row: borrowing Row) {
    self.init(
      id: row.integer(at: 0), size: row.integer(at: 1), modified: row.integer(at: 2),
      changed: row.integer(at: 3), inode: UInt64(bitPattern: row.integer(at: 4)),
      extractor: row.integer(at: 5),
      state: Document.State(rawValue: row.integer(at: 6)) ?? .complete,
      racyUntil: row.isNull(at: 7) ? nil : row.integer(at: 7))
  }
}
