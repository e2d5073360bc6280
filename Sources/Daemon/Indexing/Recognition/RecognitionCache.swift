import ExtractionProtocol
import IndexStorage
import LinuxSystem
import SittaSQLite

/// The texts of recognized pages, in `ocr.sqlite` in the state folder.
///
/// A page is known by a hash of its image, so that copies and new versions of a document are recognized
/// once. The table `use` has the pages of each file. Each change is whole or not at all, also after a death or
/// a power cut: otherwise a text could remain in a page of the file that no table names, and could not be
/// erased. It belongs to one isolation domain.
final class RecognitionCache {
  /// The result of recognizing a page.
  enum Outcome: Equatable, Sendable {
    /// It was recognized.
    case recognized(hash: [UInt8], text: [UInt8])
    /// Its text is in the cache.
    case cached(hash: [UInt8])
    /// It is empty, or it cannot be rendered or recognized.
    case nothing
  }

  /// The most bytes of compressed text that are kept.
  static let usualLimit: Int64 = 256 << 20
  /// The size of a page's row beside its text, in bytes.
  private static let overhead: Int64 = 128
  /// How old the time of the last use may be before it is written again.
  private static let precision: Int64 = 86_400

  private let database: SideDatabase
  private let limit: Int64
  private let compressor = TextCompressor()
  private let decompressor = TextDecompressor()

  /// - Parameters:
  ///   - state: the state folder.
  ///   - limit: the most bytes of compressed text that are kept.
  init(in state: FilePath, limit: Int64 = usualLimit) {
    database = SideDatabase(state.appending("ocr.sqlite"), schema: Self.schema)
    self.limit = limit
  }

  /// The texts of some pages of a file.
  ///
  /// - Parameters:
  ///   - pages: the pages.
  ///   - file: the file.
  ///   - languages: the languages of recognition.
  ///   - now: this moment, at which the texts are used.
  /// - Returns: a text for each page with a known outcome, which may be empty.
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

  /// The pages of a file whose outcome is known.
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

  /// The number of pages of a file that were recorded since a moment.
  func count(_ file: FileVersion, since moment: UnixTime) -> Int {
    guard database.exists else { return 0 }
    return database.attempt { database throws(SQLiteError) in
      try database.first(
        "SELECT count(*) FROM use WHERE file = ?1 AND second > ?2", .blob(file.bytes),
        .unixTime(moment)
      ) { Int($0.integer(at: 0)) }
    } ?? 0
  }

  /// Whether the text of a page is known.
  func has(_ hash: [UInt8], languages: String) -> Bool {
    guard database.exists else { return false }
    return database.attempt { database throws(SQLiteError) in
      // A text of an older engine is not used for other documents.
      try database.first(
        """
        SELECT 1 FROM page WHERE hash = ?1 AND languages = ?2
          AND engine = (SELECT value FROM setting WHERE name = 'engine')
        """, .blob(hash), .text(languages)
      ) { _ in true }
    } ?? false
  }

  /// The random key of the hashes; nil if there can be no cache.
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
  ///   - engine: the version of the program that recognized it; nil if none did.
  ///   - now: this moment.
  /// - Returns: whether it is recorded.
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
        // Meanwhile the text was dropped: the page is recognized later.
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

  /// O(pages), with all sizes in one index: less than recognizing a page takes.
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

  /// Erases all pages of files that are not kept.
  ///
  /// A page stays as long as another file has it, too. Free space in the file is overwritten.
  ///
  /// - Parameter kept: finds out which of some files are kept.
  /// - Throws: the error of SQLite; a damaged file is removed.
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
