import FullText
public import LinuxSystem
import SQLite
import TextAnalysis

/// The files of the index in their folder: opened, checked, built anew and exchanged.
///
/// Where an index cannot be used as it is, a new one is built beside it, in a file of its own, which
/// the writer writes. Readers stay with the old one until ``exchange(_:at:)``.
public struct IndexStore: Sendable {
  /// An index that is ready to be written.
  public struct Opened {
    /// Writes it.
    public let writer: IndexWriter
    /// Whether it has no history: everything has to be indexed.
    public let isNew: Bool
    /// Whether the daemon before this one ended without ``IndexWriter/setCleanShutdown(_:)``.
    public let wasInterrupted: Bool
    /// The building of a new index that this one is the result of, as long as it lasts.
    public let rebuild: Rebuild?
    /// What has been done about damage, now that the new index has everything and serves.
    public let recovery: Recovery?
  }

  /// The database file that readers open; SQLite keeps `-wal` beside it.
  public let file: FilePath
  /// The index that is being built.
  let newFile: FilePath
  /// How words are found.
  public let text: TextSettings
  /// What the writer tells the readers.
  let log = CommitLog()
  /// What the readers know of common words.
  let phraseCounts = FTS5PhraseCounts()

  /// Names the index in a folder, which must exist with mode 0700.
  public init(in folder: FilePath, text: TextSettings = .standard) {
    file = folder.appending("index.sqlite")
    newFile = folder.appending("index.new.sqlite")
    self.text = text
  }

  /// Opens the index for writing, makes it where there is none, and begins or goes on to build a new
  /// one where it is damaged, foreign, or made by another version.
  ///
  /// Disk errors and a full disk are thrown, never taken for damage. No connection but readers may be
  /// open.
  public func open(now: Timestamp) throws -> Opened {
    if newFile.exists, let opened = try goOn(now) { return opened }
    do {
      return try openServed(now)
    } catch let error as SQLiteError where error.isDamage {
      return try openDoubted(now)
    } catch let error as Unusable {
      return try rebuild(error.cause, because: error.reason, now: now)
    }
  }

  /// Begins to build a new index; nothing happens to the old one as long as it can be read.
  ///
  /// No connection but readers may be open. Where the old index cannot be read, readers have to be
  /// told that there is another file.
  ///
  /// - Parameters:
  ///   - cause: what it is built for.
  ///   - reason: a sentence for people.
  ///   - now: when.
  /// - Returns: the new index.
  /// - Throws: what the file system or SQLite fail with.
  public func rebuild(
    _ cause: Rebuild.Cause, because reason: String, now: Timestamp
  ) throws -> Opened {
    try discardNew()
    var rebuild = Rebuild(cause, because: reason, since: now.seconds)
    if canBeRead { return try open(newFile, for: rebuild, servesOld: true, now) }
    try retire(for: rebuild, at: now)
    rebuild.servesOld = false
    return try open(file, for: rebuild, servesOld: false, now)
  }

  /// Whether readers get answers from the index that they open.
  public var canBeRead: Bool {
    guard file.exists else { return false }
    return (try? IndexReader(self).probe()) != nil
  }

  /// Whether the index that readers open has all its tables and can be read, as far as a short look tells.
  ///
  /// Only then a statement that is not understood is wrong by itself.
  public var isComplete: Bool {
    guard let reader = try? IndexReader(self) else { return false }
    return (try? Schema.isComplete(in: reader.database)) == true && (try? reader.probe()) != nil
  }

  /// A moment.
  public struct Timestamp: Sendable {
    /// In UTC, as `20261121T121500Z`.
    public let text: String
    /// In seconds since 1970.
    public let seconds: Int64

    /// Takes both.
    public init(_ text: String, seconds: Int64 = 0) {
      self.text = text
      self.seconds = seconds
    }
  }

  /// Why an index cannot be used.
  struct Unusable: Error {
    let cause: Rebuild.Cause
    let reason: String
  }
}

// MARK: - Opening

extension IndexStore {
  /// Goes on with an index that was being built.
  ///
  /// - Returns: nil where there is nothing to go on with, or where it has taken its place.
  private func goOn(_ now: Timestamp) throws -> Opened? {
    let rebuild: Rebuild
    do {
      let opened = try open(newFile, for: nil, servesOld: true, now)
      guard let begun = opened.rebuild else {
        throw Unusable(cause: .version, reason: "Nobody wants it.")
      }
      if try !opened.writer.isRebuilt(), canBeRead { return opened }
      try opened.writer.fold()
      rebuild = begun
    } catch let error as SQLiteError where error.isDamage {
      try discardNew()
      return nil
    } catch is Unusable {
      try discardNew()
      return nil
    }
    try exchange(rebuild, at: now)
    return nil
  }

  private func openServed(_ now: Timestamp) throws -> Opened {
    // What is left of another index must not get into a new one.
    if !file.exists { try file.databaseCompanions.forEach { try $0.removeFile() } }
    return try open(file, for: nil, servesOld: false, now)
  }

  /// Opens an index once more that seemed to be damaged: a second proof.
  private func openDoubted(_ now: Timestamp) throws -> Opened {
    do {
      return try openServed(now)
    } catch let error as SQLiteError where error.isDamage {
      return try rebuild(.damage, because: "The index was damaged: \(error.reason).", now: now)
    } catch let error as Unusable {
      return try rebuild(error.cause, because: error.reason, now: now)
    }
  }

  private func open(
    _ file: FilePath, for begun: Rebuild?, servesOld: Bool, _ now: Timestamp
  ) throws -> Opened {
    let database = try Database(path: file.bytes, sharing: .thisProcess)
    try checkOwner(of: database)
    try database.execute(
      """
      PRAGMA page_size=4096; PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
      PRAGMA cache_size=-16000; PRAGMA wal_autocheckpoint=4000; PRAGMA secure_delete=ON;
      PRAGMA journal_size_limit=33554432; PRAGMA application_id=\(Schema.applicationID)
      """)
    // Earlier versions kept the wal-index in a file; the lock that is held now keeps them away.
    try? file.sharedMemory.removeFile()
    try Schema.addFunctions(to: database)
    let stems = StemTable(in: database)
    let analysis = text.analysis
    try Schema.add({ IndexingTokenizer(stems, analysis) }, to: database)
    do {
      try Schema.migrations.run(on: database)
    } catch let error as Migrations.UnknownStep {
      throw Unusable(cause: .version, reason: error.description)
    }
    let isNew = try prepareMeta(of: database, for: begun)
    guard try Schema.isComplete(in: database) else {
      throw Unusable(cause: .damage, reason: "The index was damaged: a table was missing.")
    }
    try stems.prepare(for: text.languages)
    let isClean = try database.first("SELECT value FROM meta WHERE key = 'clean'") {
      $0.integer(at: 0) == 1
    }
    let writer = try IndexWriter(database, stems, log)
    try writer.setCleanShutdown(false)
    let isDone = try !servesOld && writer.isRebuilt()
    let recovery = isDone ? try writer.endRebuild(self, now) : nil
    var rebuild = try writer.rebuild()
    rebuild?.servesOld = servesOld
    return Opened(
      writer: writer, isNew: isNew, wasInterrupted: !isNew && isClean == false, rebuild: rebuild,
      recovery: recovery)
  }

  private func checkOwner(of database: Database) throws {
    let owner = try database.first("PRAGMA application_id") { $0.integer(at: 0) }
    let tables = try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(at: 0) }
    if owner != Schema.applicationID, tables != 0 {
      throw Unusable(
        cause: .damage, reason: "The file in the index's place was another program's database.")
    }
  }

  /// - Returns: whether the index was made just now.
  private func prepareMeta(of database: Database, for rebuild: Rebuild?) throws -> Bool {
    let fingerprint = try database.first("SELECT value FROM meta WHERE key = 'fingerprint'") {
      $0.text(at: 0)
    }
    let current = Schema.fingerprint(of: text)
    if fingerprint == current { return false }
    guard fingerprint == nil else {
      throw Unusable(cause: .version, reason: "The index was made with another tokenizer.")
    }
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    var rows: [(String, SQLiteValue)] = [
      ("fingerprint", .text(current)), ("index", .text(name)), ("sequence", 0), ("clean", 0),
    ]
    if let rebuild { rows.append(("rebuild", .text(rebuild.storedText))) }
    try database.execute("BEGIN IMMEDIATE")
    for (key, value) in rows {
      try database.run("INSERT INTO meta(key, value) VALUES(?1, ?2)", .text(key), value)
    }
    try database.execute("COMMIT")
    return true
  }
}

// MARK: - Exchanging

extension IndexStore {
  /// Puts the new index in the place of the old one; every connection must be closed.
  ///
  /// The new index need not be complete: where it is not, it goes on to be built in its new place.
  ///
  /// - Parameters:
  ///   - rebuild: what the new index is built for: a damaged one is kept, any other is removed.
  ///   - now: names the file that is kept.
  /// - Throws: what the file system fails with; it can be called again then.
  public func exchange(_ rebuild: Rebuild, at now: Timestamp) throws {
    guard newFile.databaseCompanions.allSatisfy({ !$0.exists }) else { throw StillOpen() }
    try retire(for: rebuild, at: now)
    for step in IndexExchange(of: file, for: newFile, keepingAs: nil).installing {
      try step.perform()
    }
  }

  /// Takes the old index away without a trace: there is no room for two.
  public func removeOld() throws(SystemError) {
    for step in IndexExchange(of: file, for: newFile, keepingAs: nil).retiring {
      try step.perform()
    }
  }

  /// Forgets an index that was being built.
  public func discardNew() throws(SystemError) {
    for path in [newFile] + newFile.databaseCompanions { try path.removeFile() }
  }

  /// Removes the damaged file that is kept: it holds texts, too.
  public func removeSetAsides() throws {
    for path in try setAsides() { try path.removeFile() }
  }

  /// The damaged file that is kept; nil where there is none.
  public var setAside: FilePath? {
    (try? setAsides())?.max { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private func retire(for rebuild: Rebuild, at now: Timestamp) throws {
    let target = file.parent.appending("\(Self.setAsidePrefix)\(now.text)")
    let isKept = rebuild.cause == .damage && file.exists
    if isKept { try removeSetAsides() }
    let exchange = IndexExchange(of: file, for: newFile, keepingAs: isKept ? target : nil)
    for step in exchange.retiring { try step.perform() }
  }

  /// A log beside the new index: it is still written, or could not be folded into it.
  struct StillOpen: Error, CustomStringConvertible {
    var description: String { "The new index cannot take its place: it is still being written." }
  }

  private static let setAsidePrefix = "index.sqlite.damaged-"

  private func setAsides() throws -> [FilePath] {
    let folder = try FileDescriptor(openingDirectory: file.parent)
    return try DirectoryListing(of: folder).names
      .filter { $0.starts(with: Array(Self.setAsidePrefix.utf8)) }
      .map { file.parent.appending($0) }
  }
}

extension SQLiteError {
  /// Whether an index cannot be opened for its own fault: what opens it names only what it has to have.
  fileprivate var isDamage: Bool { isCorruption || isUnknownStatement }
}
