import ExtractionProtocol
import IndexStorage
import LinuxSystem
import SittaSQLite

/// The cache of the texts of recognized pages: `ocr.sqlite` in the state folder.
///
/// A page is identified by a hash of its image, so that copies and new versions of a document are
/// not recognized again. The table `use` has the pages of each file. Each change is atomic, even if
/// the process dies or power fails: otherwise a text could remain in a page of the database file
/// that no row refers to, and could not be erased. It belongs to one isolation domain.
final class RecognitionCache {
  /// The result of recognizing a page.
  enum Outcome: Equatable, Sendable {
    /// The page was recognized.
    case recognized(hash: [UInt8], text: [UInt8])
    /// The text of the page is in the cache already.
    case cached(hash: [UInt8])
    /// The page is empty, or it cannot be rendered or recognized.
    case nothing
  }

  /// The usual limit of the cache, in bytes of compressed text.
  static let usualLimit: Int64 = 256 << 20
  /// The estimated bytes of a page's row without its text.
  private static let overhead: Int64 = 128
  /// The time of last use is written again only if the stored time is older than this, in seconds.
  private static let precision: Int64 = 86_400

  private let database: SideDatabase
  private let limit: Int64
  private let compressor = TextCompressor()
  private let decompressor = TextDecompressor()

  /// - Parameters:
  ///   - state: the state folder.
  ///   - limit: the most bytes of compressed text in the cache.
  init(in state: FilePath, limit: Int64 = usualLimit) {
    database = SideDatabase(state.appending("ocr.sqlite"), schema: Self.schema)
    self.limit = limit
  }

  /// The cached texts of pages of a file.
  ///
  /// - Parameters:
  ///   - pages: the pages.
  ///   - file: the file.
  ///   - languages: the languages of recognition.
  ///   - now: the current time, recorded as the time of last use.
  /// - Returns: the text, possibly empty, of each page whose outcome is known.
  func texts(
    of pages: PageNumbers, in file: FileVersion, languages: String, now: UnixTime
  ) -> [UInt32: [UInt8]] {
    guard database.exists else { return [:] }
    return database.attempt { database throws(SQLiteError) in
      var texts: [UInt32: [UInt8]] = [:]
      var used: [Int64] = []
      let wanted = Set(pages.all)
      try database.forEachRow(
        """
        SELECT number, page.id, text, used FROM use LEFT JOIN page ON page.id = use.page
        WHERE file = ?1 AND use.languages = ?2 AND (use.page IS NULL OR page.id IS NOT NULL)
        """, .blob(file.bytes), .text(languages)
      ) { row in
        let number = UInt32(clamping: row.integer(at: 0))
        guard wanted.contains(number) else { return }
        let frame = row.isNull(at: 1) ? [] : row.bytes(at: 2)
        texts[number] = frame.isEmpty ? [] : decompressor.text(from: frame.span) ?? []
        if row.integer(at: 3) + Self.precision < now.seconds { used.append(row.integer(at: 1)) }
      }
      if used.isEmpty { return texts }
      try database.transaction { () throws(SQLiteError) in
        for page in used {
          try database.run(
            "UPDATE page SET used = ?2 WHERE id = ?1", .integer(page), .unixTime(now))
        }
      }
      return texts
    } ?? [:]
  }

  /// The pages of a file with a recorded outcome.
  ///
  /// O(pages of the file).
  func known(_ file: FileVersion, languages: String) -> Set<UInt32> {
    guard database.exists else { return [] }
    return database.attempt { database throws(SQLiteError) in
      var known: Set<UInt32> = []
      try database.forEachRow(
        "SELECT number FROM use WHERE file = ?1 AND languages = ?2", .blob(file.bytes),
        .text(languages)
      ) { known.insert(UInt32(clamping: $0.integer(at: 0))) }
      return known
    } ?? []
  }

  /// The number of pages of a file recorded after a moment.
  func count(_ file: FileVersion, since moment: UnixTime) -> Int {
    guard database.exists else { return 0 }
    return database.attempt { database throws(SQLiteError) in
      try database.first(
        "SELECT count(*) FROM use WHERE file = ?1 AND second > ?2", .blob(file.bytes),
        .unixTime(moment)
      ) { Int($0.integer(at: 0)) }
    } ?? 0
  }

  /// Whether the cache has the text of a page, recognized by the current engine.
  func has(_ hash: [UInt8], languages: String) -> Bool {
    guard database.exists else { return false }
    return database.attempt { database throws(SQLiteError) in
      // A text by an older engine is kept for its documents, but not used for others.
      try database.first(
        """
        SELECT 1 FROM page WHERE hash = ?1 AND languages = ?2
          AND engine = (SELECT value FROM setting WHERE name = 'engine')
        """, .blob(hash), .text(languages)
      ) { _ in true }
    } ?? false
  }

  /// The random key for hashing images; nil if the cache cannot be used.
  func key() -> [UInt8]? {
    database.attempt { database throws(SQLiteError) in
      var generator = SystemRandomNumberGenerator()
      let random = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try database.run("INSERT OR IGNORE INTO setting VALUES('key', ?1)", .blob(random))
      return try database.first("SELECT value FROM setting WHERE name = 'key'") { $0.bytes(at: 0) }
    }.flatMap { $0.count == 16 ? $0 : nil }
  }

  /// Records the result of recognizing a page.
  ///
  /// - Parameters:
  ///   - outcome: the result.
  ///   - number: the number of the page.
  ///   - file: its file.
  ///   - languages: the languages of recognition.
  ///   - engine: the version of the program that recognized the page; nil if none did.
  ///   - now: the current time.
  /// - Returns: whether the result is recorded; false after an error of SQLite.
  @discardableResult
  func record(
    _ outcome: Outcome, _ number: UInt32, of file: FileVersion, languages: String,
    engine: String?, now: UnixTime
  ) -> Bool {
    database.attempt { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        if let engine {
          try database.run("INSERT OR REPLACE INTO setting VALUES('engine', ?1)", .text(engine))
        }
        let page = try self.page(for: outcome, languages, engine ?? "", now, in: database)
        // If the text was dropped from the cache meanwhile, the page is recognized again later.
        if page == nil, outcome != .nothing { return }
        try database.run(
          """
          INSERT OR REPLACE INTO use(file, number, languages, page, second)
          VALUES(?1, ?2, ?3, ?4, ?5)
          """, .blob(file.bytes), .integer(Int64(number)), .text(languages), .integer(page),
          .unixTime(now))
        try self.dropLeastUsed(in: database)
      }
      return true
    } ?? false
  }

  private func page(
    for outcome: Outcome, _ languages: String, _ engine: String, _ now: UnixTime,
    in database: Database
  ) throws(SQLiteError) -> Int64? {
    switch outcome {
    case .nothing: return nil
    case .cached(let hash):
      return try database.first(
        """
        UPDATE page SET used = ?3 WHERE id = (
          SELECT id FROM page WHERE hash = ?1 AND languages = ?2 ORDER BY used DESC LIMIT 1)
        RETURNING id
        """, .blob(hash), .text(languages), .unixTime(now)
      ) { $0.integer(at: 0) }
    case .recognized(let hash, let text):
      let known = try database.first(
        "SELECT id FROM page WHERE hash = ?1 AND languages = ?2 AND engine = ?3", .blob(hash),
        .text(languages), .text(engine)
      ) { $0.integer(at: 0) }
      if let known { return known }
      let frame = text.isEmpty ? [] : compressor.compress(text)
      try database.run(
        "INSERT INTO page(hash, languages, engine, text, size, used) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
        .blob(hash), .text(languages), .text(engine), .blob(frame),
        .integer(Int64(frame.count) + Self.overhead), .unixTime(now))
      return database.lastInsertedRowID
    }
  }

  /// O(pages), reading only an index of sizes: this takes less time than recognizing a page.
  private func dropLeastUsed(in database: Database) throws(SQLiteError) {
    var size = try database.first("SELECT sum(size) FROM page") { $0.integer(at: 0) } ?? 0
    while size > limit {
      let oldest = try database.first(
        "DELETE FROM page WHERE id = (SELECT id FROM page ORDER BY used, id LIMIT 1) RETURNING id, size"
      ) { ($0.integer(at: 0), $0.integer(at: 1)) }
      guard let (page, bytes) = oldest else { return }
      try database.run("DELETE FROM use WHERE page = ?1", .integer(page))
      size -= bytes
    }
  }

  /// Erases the pages of all files except those to keep.
  ///
  /// A page that another file also has is kept. Free space in the database file is overwritten.
  ///
  /// - Parameter kept: returns which of the given files to keep.
  /// - Throws: the error of SQLite; a damaged cache is deleted.
  func retain(
    _ kept: (Set<FileVersion>) throws(SQLiteError) -> Set<FileVersion>
  ) throws(SQLiteError) {
    guard database.exists else { return }
    let files = try database.use { database throws(SQLiteError) in
      var files: [[UInt8]: FileVersion?] = [:]
      try database.forEachRow("SELECT DISTINCT file FROM use") { row in
        files[row.bytes(at: 0)] = .some(FileVersion(bytes: row.bytes(at: 0)))
      }
      return files
    }
    guard let files else { return }
    let kept = try kept(Set(files.values.compactMap(\.self)))
    let gone = files.filter { $0.value.map(kept.contains) != true }.keys
    _ = try database.use { database throws(SQLiteError) in
      try database.transaction { () throws(SQLiteError) in
        for bytes in gone { try database.run("DELETE FROM use WHERE file = ?1", .blob(bytes)) }
        try database.run(
          "DELETE FROM page WHERE id NOT IN (SELECT page FROM use WHERE page IS NOT NULL)")
      }
    }
  }

  private static let schema = """
    PRAGMA synchronous=FULL;
    CREATE TABLE IF NOT EXISTS setting(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS page(
      id INTEGER PRIMARY KEY, hash BLOB NOT NULL, languages TEXT NOT NULL, engine TEXT NOT NULL,
      text BLOB NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL,
      UNIQUE(hash, languages, engine));
    CREATE INDEX IF NOT EXISTS page_used ON page(used, size);
    CREATE TABLE IF NOT EXISTS use(
      file BLOB NOT NULL, number INTEGER NOT NULL, languages TEXT NOT NULL, page INTEGER,
      second INTEGER NOT NULL, PRIMARY KEY(file, number, languages)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS use_page ON use(page);
    """
}
