import FullText
public import LinuxSystem
import SittaSQLite
import Synchronization
import TextAnalysis

/// Opens, rebuilds and exchanges the files of the index in their folder.
///
/// If an index cannot be used, the writer builds a new one in another file beside it. Readers keep
/// using the old one until ``exchange(_:at:)``.
public struct IndexStore: Sendable {
  /// An index that was opened for writing.
  public struct Opened {
    /// The only connection that writes the index.
    public let writer: IndexWriter
    /// Whether the index was created now, so that all files have to be indexed.
    public let isNew: Bool
    /// Whether the last daemon ended without ``IndexWriter/setCleanShutdown(_:)``.
    public let wasInterrupted: Bool
    /// The rebuild that fills this index; nil if it is complete.
    public let rebuild: Rebuild?
    /// The repair that has just ended with this index; nil if there was none.
    public let recovery: Recovery?
  }

  /// The database file that readers open; SQLite keeps its log (`-wal`) beside it.
  public let file: FilePath
  /// The file in which a new index is built.
  package let newFile: FilePath
  private let shared: Shared
  /// The commits, which the writer publishes to the readers.
  package let log = CommitLog()

  /// Makes a store for the index in a folder, which must exist with mode 0700; opens nothing.
  public init(in folder: FilePath, text: TextSettings = .default) {
    file = folder.appending("index.sqlite")
    newFile = folder.appending("index.new.sqlite")
    shared = Shared(text)
  }

  /// The current settings for finding words.
  ///
  /// Only ``use(_:)`` changes them.
  public var text: TextSettings { shared.text.withLock { $0 } }

  /// Sets the text settings for readers and writers that are opened from now on.
  ///
  /// Open readers keep their settings, and so does the writer until ``IndexWriter/use(_:)``. Must be called
  /// on the writer's thread, because the settings must not change while an index is opened.
  ///
  /// - Parameter text: the settings; if their readings differ from before, a new index has to be built.
  public func use(_ text: TextSettings) {
    shared.text.withLock { $0 = text }
  }

  /// Opens the index for writing, or creates it.
  ///
  /// If the index is damaged, foreign, or made by another version, a rebuild begins; an interrupted rebuild
  /// is resumed. Disk errors and a full disk are thrown and never treated as damage. No writer may be open.
  public func open(now: UnixTime) throws -> Opened {
    if newFile.exists, let opened = try resumeRebuild(now) { return opened }
    do {
      do {
        return try openServed(now)
      } catch let error as SQLiteError where error.isDamage {
        // Only an index that seems to be damaged twice is rebuilt.
        return try openServed(now)
      }
    } catch let error as SQLiteError where error.isDamage {
      return try rebuild(.damage, because: "The index was damaged: \(error.reason).", now: now)
    } catch let error as Unusable {
      return try rebuild(error.cause, because: error.reason, now: now)
    }
  }

  /// Begins to build a new index; the old one is kept for readers if it can be read.
  ///
  /// No writer may be open. If the old index cannot be read, the readers have to be opened again.
  ///
  /// - Parameters:
  ///   - cause: the cause of the rebuild.
  ///   - reason: the reason as a sentence.
  ///   - now: the current time.
  /// - Returns: the new index.
  /// - Throws: the error of the file system or of SQLite.
  public func rebuild(
    _ cause: Rebuild.Cause, because reason: String, now: UnixTime
  ) throws -> Opened {
    try discardNew()
    var rebuild = Rebuild(cause, because: reason, since: now)
    if canBeRead { return try open(newFile, for: rebuild, servesOld: true, now) }
    try retire(for: rebuild, at: now)
    rebuild.servesOld = false
    return try open(file, for: rebuild, servesOld: false, now)
  }

  /// The paths at and below which readers show no document.
  var hidden: Set<FilePath> { shared.hidden.withLock { $0 } }

  /// Sets the paths at and below which readers show no document; readers that are open keep the former paths.
  ///
  /// - Returns: whether the paths have changed; then readers have to be opened again.
  @discardableResult
  public func hide(_ paths: Set<FilePath>) -> Bool {
    shared.hidden.withLock { hidden in
      defer { hidden = paths }
      return hidden != paths
    }
  }

  /// Flushes the truncated log and its folder to the disk.
  ///
  /// - Throws: the error of the file system.
  public func synchronizeLog() throws(SystemError) {
    do throws(SystemError) {
      try file.databaseCompanions[0].synchronize()
    } catch {
      guard error.isMissing else { throw error }
    }
    try file.parent.synchronize()
  }

  /// The state that all copies of a store share.
  private final class Shared: Sendable {
    let text: Mutex<TextSettings>
    /// The paths whose documents readers do not show.
    let hidden = Mutex<Set<FilePath>>([])

    init(_ text: TextSettings) { self.text = Mutex(text) }
  }

  /// The reason for not using an index.
  struct Unusable: Error {
    let cause: Rebuild.Cause
    let reason: String
  }
}

// MARK: - Opening

extension IndexStore {
  /// Resumes an interrupted rebuild; nil if there is none, or if it was complete and replaced the old index.
  private func resumeRebuild(_ now: UnixTime) throws -> Opened? {
    let rebuild: Rebuild
    do {
      let opened = try open(newFile, for: nil, servesOld: true, now)
      guard let begun = opened.rebuild else {
        throw Unusable(cause: .version, reason: "The file is not a rebuilt index.")
      }
      if try !opened.writer.isRebuilt(), canBeRead { return opened }
      try opened.writer.checkpoint()
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

  private func openServed(_ now: UnixTime) throws -> Opened {
    // An old log without its index must not be applied to a new one.
    if !file.exists { try file.databaseCompanions.forEach { try $0.removeFile() } }
    return try open(file, for: nil, servesOld: false, now)
  }

  private func open(
    _ file: FilePath, for begun: Rebuild?, servesOld: Bool, _ now: UnixTime
  ) throws -> Opened {
    let database = try Database(path: file.bytes, sharing: .thisProcess)
    try checkOwner(of: database)
    try database.execute(
      """
      PRAGMA page_size=4096; PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
      PRAGMA cache_size=-16000; PRAGMA wal_autocheckpoint=4000; PRAGMA secure_delete=ON;
      PRAGMA journal_size_limit=33554432; PRAGMA application_id=\(Schema.applicationID)
      """)
    // Earlier versions kept the wal-index in a file; they cannot open the database while it is locked.
    if file.sharedMemory.exists { try? file.sharedMemory.removeFile() }
    try Schema.addFunctions(to: database)
    let stems = StemTable(in: database)
    let places = PlaceRecorder()
    let analysis = text.analysis
    try Schema.add({ IndexingTokenizer(stems, places, analysis) }, to: database)
    do {
      try Schema.migrations.run(on: database)
    } catch let error as Migrations.UnknownStep {
      throw Unusable(cause: .version, reason: error.description)
    }
    let isNew = try prepareMeta(of: database, for: begun)
    guard try Schema.isComplete(in: database) else {
      throw Unusable(cause: .damage, reason: "The index was damaged: a table is missing.")
    }
    if text.choosesLanguages {
      try stems.resume(orBeginWith: servesOld ? languages : text.languages)
    } else {
      try stems.prepare(for: text.languages)
    }
    let isClean = try MetaTable(of: database).integer(.clean).map { $0 == 1 }
    let wasInterrupted = !isNew && isClean == false
    if wasInterrupted { try FeedHistory.skipLostCommits(of: database) }
    let writer = try IndexWriter(database, stems, places, log, text)
    try writer.setCleanShutdown(false)
    try writer.makeStartDurable()
    let isDone = try !servesOld && writer.isRebuilt()
    let recovery = isDone ? try writer.endRebuild(self, now) : nil
    var rebuild = try writer.rebuild()
    rebuild?.servesOld = servesOld
    return Opened(
      writer: writer, isNew: isNew, wasInterrupted: wasInterrupted, rebuild: rebuild,
      recovery: recovery)
  }

  private func checkOwner(of database: Database) throws {
    let owner = try database.first("PRAGMA application_id") { $0.integer(at: 0) }
    let tables = try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(at: 0) }
    if owner != Schema.applicationID, tables != 0 {
      throw Unusable(
        cause: .damage, reason: "The index file was another program's database.")
    }
  }

  /// - Returns: whether the index was created now.
  private func prepareMeta(of database: Database, for rebuild: Rebuild?) throws -> Bool {
    let meta = MetaTable(of: database)
    let fingerprint = try meta.text(.fingerprint)
    let current = Schema.fingerprint(of: text)
    if fingerprint == current { return false }
    guard fingerprint == nil else {
      throw Unusable(
        cause: .version,
        reason: "The index was made by another version or with other [Text] settings.")
    }
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    try database.transaction { () throws(SQLiteError) in
      try Schema.makeSearchTable(in: database)
      try meta.insert([
        .fingerprint: .text(current), .index: .text(name), .sequence: 0, .clean: 0,
      ])
      if let rebuild {
        try meta.set(.rebuild, to: .text(rebuild.storedText))
      } else {
        try meta.set(.first, to: 1)
      }
    }
    return true
  }
}

// MARK: - Exchanging

extension IndexStore {
  /// Replaces the old index by the new one; all connections must be closed.
  ///
  /// The new index need not be complete: its rebuild continues under the new name.
  ///
  /// - Parameters:
  ///   - rebuild: the rebuild of the new index; after damage the old file is kept, otherwise removed.
  ///   - now: the time in the name of the kept file.
  /// - Throws: the error of the file system; the call can be repeated.
  public func exchange(_ rebuild: Rebuild, at now: UnixTime) throws {
    guard newFile.databaseCompanions.allSatisfy({ !$0.exists }) else { throw StillOpen() }
    try retire(for: rebuild, at: now)
    for step in IndexExchange(of: file, for: newFile, keepingAs: nil).installing {
      try step.perform()
    }
  }

  /// Removes the old index to make room for the new one.
  public func removeOld() throws(SystemError) {
    for step in IndexExchange(of: file, for: newFile, keepingAs: nil).retiring {
      try step.perform()
    }
  }

  /// Removes the new index, which is not complete yet.
  public func discardNew() throws(SystemError) {
    for path in [newFile] + newFile.databaseCompanions { try path.removeFile() }
  }

  /// Removes the damaged files that were kept, because they contain texts, too.
  public func removeSetAsides() throws {
    for path in try setAsides() { try path.removeFile() }
  }

  /// A damaged file that was kept; nil if there is none.
  public var setAside: FilePath? {
    (try? setAsides())?.max { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private func retire(for rebuild: Rebuild, at now: UnixTime) throws {
    let time = now.rfc3339.filter { !"-:".contains($0) }
    let target = file.parent.appending("\(Self.setAsidePrefix)\(time)")
    let isKept = rebuild.cause == .damage && file.exists
    if isKept { try removeSetAsides() }
    let exchange = IndexExchange(of: file, for: newFile, keepingAs: isKept ? target : nil)
    for step in exchange.retiring { try step.perform() }
  }

  /// The new index still has a log: a connection writes it, or it could not be checkpointed.
  struct StillOpen: Error, CustomStringConvertible {
    var description: String {
      "The new index cannot replace the old one: it is still being written."
    }
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
  /// Whether the index itself is damaged: every sound index knows the names that opening it uses.
  fileprivate var isDamage: Bool { isCorruption || isUnknownStatement }
}
