import FullText
public import LinuxSystem
import SQLite
import TextAnalysis

/// The files of the index in their folder: opened, checked, and set aside where they are unusable.
public struct IndexStore: Sendable {
  /// What happened to an index that could not be used.
  public struct Recovery: Equatable, Sendable {
    /// Why it could not be used, as a sentence.
    public let reason: String
    /// Where the old file is now; nil where it held nothing worth keeping.
    public let setAside: FilePath?
  }

  /// An index that is ready to be written.
  public struct Opened {
    /// Writes it.
    public let writer: IndexWriter
    /// Whether it has no history: everything has to be indexed.
    public let isNew: Bool
    /// Whether the daemon before this one ended without ``IndexWriter/setCleanShutdown(_:)``.
    public let wasInterrupted: Bool
    /// What had to be done first.
    public let recovery: Recovery?
  }

  /// The database file; SQLite keeps `-wal` and `-shm` beside it.
  public let file: FilePath
  /// How words are found.
  public let text: TextSettings
  /// What the writer tells the readers.
  let log = CommitLog()
  /// What the readers know of common words.
  let phraseCounts = FTS5PhraseCounts()

  /// Names the index in a folder, which must exist with mode 0700.
  public init(in folder: FilePath, text: TextSettings = .standard) {
    file = folder.appending("index.sqlite")
    self.text = text
  }

  /// Opens the index for writing, makes it where there is none, and replaces it where it is
  /// damaged, foreign, or made by another version.
  ///
  /// Disk errors and a full disk are thrown, never taken for damage.
  public func open(now: Timestamp) throws -> Opened {
    do {
      return try open(recovery: nil)
    } catch let error as SQLiteError where error.isCorruption {
      return try replace(because: "The index was damaged: \(error.reason).", now: now)
    } catch let error as Unusable {
      return try replace(because: error.reason, now: now)
    } catch let error as Migrations.UnknownStep {
      return try replace(because: error.description, now: now)
    }
  }

  /// Sets the index aside and makes a new, empty one.
  ///
  /// No connection but readers may be open.
  ///
  /// - Parameters:
  ///   - reason: a sentence for people.
  ///   - now: names the file that is set aside.
  /// - Returns: the new index.
  /// - Throws: what the file system or SQLite fail with.
  public func replace(because reason: String, now: Timestamp) throws -> Opened {
    let target = file.parent.appending("\(Self.setAsidePrefix)\(now.text)")
    try removeOlderSetAsides()
    try file.rename(to: target)
    for suffix in ["-wal", "-shm"] {
      let companion = file.parent.appending(file.name + Array(suffix.utf8))
      try companion.removeFile()
    }
    return try open(recovery: Recovery(reason: reason, setAside: target))
  }

  /// A moment in UTC as `20261121T121500Z`.
  public struct Timestamp: Sendable {
    /// The text.
    public let text: String

    /// Takes the text.
    public init(_ text: String) {
      self.text = text
    }
  }

  private struct Unusable: Error {
    let reason: String
  }

  private static let setAsidePrefix = "index.sqlite.damaged-"

  private func open(recovery: Recovery?) throws -> Opened {
    let database = try Database(path: file.bytes)
    try checkOwner(of: database)
    try database.execute(
      """
      PRAGMA page_size=4096; PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
      PRAGMA cache_size=-16000; PRAGMA wal_autocheckpoint=4000;
      PRAGMA journal_size_limit=33554432; PRAGMA application_id=\(Schema.applicationID)
      """)
    try Schema.addFunctions(to: database)
    let stems = StemTable(in: database)
    let analysis = text.analysis
    try Schema.add({ IndexingTokenizer(stems, analysis) }, to: database)
    try Schema.migrations.run(on: database)
    let isNew = try prepareMeta(of: database)
    try stems.prepare(for: text.languages)
    let isClean = try database.first("SELECT value FROM meta WHERE key = 'clean'") {
      $0.integer(at: 0) == 1
    }
    let writer = try IndexWriter(database, stems, log)
    try writer.setCleanShutdown(false)
    return Opened(
      writer: writer, isNew: isNew, wasInterrupted: !isNew && isClean == false,
      recovery: recovery)
  }

  private func checkOwner(of database: Database) throws {
    let owner = try database.first("PRAGMA application_id") { $0.integer(at: 0) }
    let tables = try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(at: 0) }
    if owner != Schema.applicationID, tables != 0 {
      throw Unusable(reason: "The file in the index's place was another program's database.")
    }
  }

  /// - Returns: whether the index was made just now.
  private func prepareMeta(of database: Database) throws -> Bool {
    let fingerprint = try database.first("SELECT value FROM meta WHERE key = 'fingerprint'") {
      $0.text(at: 0)
    }
    let current = Schema.fingerprint(of: text)
    if fingerprint == current { return false }
    guard fingerprint == nil else {
      throw Unusable(reason: "The index was made with another tokenizer or extractor.")
    }
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    try database.execute("BEGIN IMMEDIATE")
    for (key, value) in [
      ("fingerprint", SQLiteValue.text(current)), ("index", .text(name)),
      ("sequence", 0), ("clean", 0),
    ] {
      try database.run("INSERT INTO meta(key, value) VALUES(?1, ?2)", .text(key), value)
    }
    try database.execute("COMMIT")
    return true
  }

  private func removeOlderSetAsides() throws {
    let folder = try FileDescriptor(openingDirectory: file.parent)
    for name in try DirectoryListing(of: folder).names
    where name.starts(with: Array(Self.setAsidePrefix.utf8)) {
      try file.parent.appending(name).removeFile()
    }
  }
}
