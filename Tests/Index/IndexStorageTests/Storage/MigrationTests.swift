import FullText
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import IndexStorage

/// An index as each older schema had it, with documents in it, opened by this version.
///
/// A new step of ``Schema/migrations`` needs a row here: SQL for content that only that schema can
/// hold.
@Suite(.timeLimit(.minutes(15)))
struct MigrationTests {
  /// The last step that the index has seen, and its content besides the documents.
  static let schemas: [(last: String, additions: String)] = [
    ("1 documents", ""),
    ("2 away folders", "UPDATE directory SET device = 5, away = 1 WHERE id = 3"),
    (
      "3 commit sequence",
      "UPDATE directory SET device = 5, away = 1 WHERE id = 3; UPDATE document SET sequence = 40"
    ),
    (
      "4 failures",
      "UPDATE directory SET device = 5, away = 1 WHERE id = 3; UPDATE document SET extractor = 0"
    ),
    (
      "5 racy files",
      "UPDATE directory SET device = 5, away = 1 WHERE id = 3; UPDATE document SET racy = 77"
    ),
    (
      "6 fields",
      """
      UPDATE directory SET device = 5, away = 1 WHERE id = 3;
      UPDATE document SET created = 3, language = 'de', pages = 4, charset = 'Big5', time = 5;
      INSERT INTO part(id, list) VALUES(1, x'010a'), (2, x'01');
      """
    ),
    (
      "7 containers",
      """
      UPDATE directory SET device = 5, away = 1 WHERE id = 3;
      INSERT INTO directory(id, parent, name, container) VALUES(4, 2, x'612e747874', 1);
      """
    ),
    (
      "8 readers",
      """
      UPDATE directory SET device = 5, away = 1 WHERE id = 3;
      UPDATE document SET extractor = 10001, state = 1 WHERE id = 1
      """
    ),
    (
      "9 scans",
      """
      UPDATE directory SET device = 5, away = 1 WHERE id = 3;
      INSERT INTO scan(id, picture, pages) VALUES(1, 0, '1-3');
      """
    ),
    (
      "10 ends",
      """
      UPDATE directory SET device = 5, away = 1 WHERE id = 3;
      UPDATE document SET endOffset = 3, endChecksum = -4 WHERE id = 1;
      """
    ),
    (
      "11 changes",
      """
      UPDATE directory SET device = 5, away = 1, written = 39 WHERE id = 3;
      UPDATE document SET digest = zeroblob(16) WHERE id = 1;
      INSERT INTO gone(sequence, kind, id) VALUES(40, 0, 9), (40, 1, 9);
      INSERT INTO consumer(name, sequence, day) VALUES('backup', 40, 20000);
      """
    ),
    (
      "12 layouts",
      """
      UPDATE directory SET device = 5, away = 1, written = 39 WHERE id = 3;
      UPDATE meta SET value = 1 WHERE key = 'layouts';
      """
    ),
    ("13 mounts", "UPDATE directory SET device = 5, away = 1, mounted = 1 WHERE id = 3"),
    (
      "14 access",
      """
      UPDATE directory SET device = 5, away = 1, access = 0 WHERE id = 3;
      INSERT INTO access(id, rule) VALUES(1, '1:2:u::r--,g::---,o::---');
      UPDATE document SET access = 1 WHERE id = 1;
      INSERT INTO meta(key, value) VALUES('access', 1);
      """
    ),
  ]

  @Test func `Every migration step has a test row`() {
    #expect(Self.schemas.map(\.last) == Schema.migrations.names)
  }

  /// Before this step, the table of FTS5 had other columns, so that a new index is built.
  private static let lastWithOtherColumns = "5 racy files"

  private static func hasOtherColumns(_ last: String) -> Bool {
    schemas.prefix { $0.last != lastWithOtherColumns }.contains { $0.last == last }
      || last == lastWithOtherColumns
  }

  @Test(arguments: schemas.filter { hasOtherColumns($0.last) })
  func `An index with other columns is migrated, and read until a new one replaces it`(
    last: String, additions: String
  ) throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    try make(store, upTo: last, additions)
    let opened = try store.open(now: .now)
    #expect(opened.isNew)
    #expect(opened.rebuild?.cause == .version)
    #expect(opened.rebuild?.servesOld == true)
    try expectAllDocuments(in: store, last)
    #expect(try !Schema.hasPeople(in: store.openForTesting()))
  }

  @Test(arguments: schemas.filter { !hasOtherColumns($0.last) })
  func `An index of an older schema is migrated and loses nothing`(
    last: String, additions: String
  ) throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    try make(store, upTo: last, additions)
    let opened = try store.open(now: .now)
    #expect(!opened.isNew)
    #expect(opened.rebuild == nil)
    #expect(!opened.wasInterrupted)
    #expect(opened.writer.clock == IndexClock(index: "old", sequence: 41))
    try expectAllDocuments(in: store, last)
    #expect(try IndexChecker(store, stoppedBy: Interruption()).check() == .sound)
    // It is written as any other.
    _ = try opened.writer.remove("/home/a.txt")
    try opened.writer.replace(Document(status: FileStatus(), type: "text/plain"), at: "/home/d")
    try opened.writer.commit()
    #expect(try find("first", in: store) == [])
    #expect(try find("name:d", in: store) == ["/home/d"])
    #expect(try IndexChecker(store, stoppedBy: Interruption()).check() == .sound)
  }

  private func expectAllDocuments(in store: IndexStore, _ last: String) throws {
    #expect(try find("first", in: store) == ["/home/a.txt"])
    #expect(try find("häuser", in: store) == ["/home/a.txt"])
    #expect(try find("title:heading", in: store) == ["/home/b.md"])
    #expect(try find("name:\"b.md\"", in: store) == ["/home/b.md"])
    #expect(try find("tags:urgent", in: store) == ["/home/b.md"])
    #expect(try find("third", in: store) == ["/usb/c.txt"])
    let away = try FolderTree(in: store.openForTesting()).awayFolders()
    #expect(away == (last == "1 documents" ? [] : [3]))
  }

  @Test func `Documents with times in whole seconds are read again after the fifth step`() throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    let second = 1_000_000_000
    try make(
      store, upTo: "4 failures",
      """
      UPDATE document SET modified = 3 * \(second), changed = 4 * \(second) WHERE id IN (1, 2);
      UPDATE document SET changed = 4 * \(second) + 1 WHERE id = 2
      """)
    _ = try store.open(now: .now)
    var moments: [Int64?] = []
    try Database(path: store.file.bytes).forEachRow("SELECT racy FROM document ORDER BY id") {
      moments.append($0.isNull(at: 0) ? nil : $0.integer(at: 0))
    }
    #expect(moments == [0, nil, nil])
  }

  @Test func `Removals before the eleventh step are not known, so clocks from then are too old`()
    throws
  {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    try make(store, upTo: "10 ends", "")
    let opened = try store.open(now: .now)
    let history = try FeedHistory(of: opened.writer.database)
    let last = opened.writer.clock
    let old = FeedPosition(after: IndexClock(index: "old", sequence: 40))
    #expect(!old.isKnown(to: history, at: last))
    #expect(FeedPosition(after: last).isKnown(to: history, at: last))
  }

  @Test func `An index without commit numbers is migrated`() throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    do {
      let writer = try store.open(now: .now).writer
      try writer.replace(
        Document(status: FileStatus(), type: "text/plain"), at: FilePath("/old"))
      try writer.commit()
      try writer.database.execute(
        """
        DROP INDEX document_sequence; DROP INDEX directory_written; DROP TABLE gone;
        DROP TABLE consumer; ALTER TABLE directory DROP COLUMN written;
        ALTER TABLE document DROP COLUMN digest;
        ALTER TABLE directory DROP COLUMN sequence; ALTER TABLE document DROP COLUMN sequence;
        DELETE FROM migration WHERE name IN ('3 commit sequence', '11 changes')
        """)
    }
    let opened = try store.open(now: .now)
    #expect(!opened.isNew)
    #expect(opened.recovery == nil)
    let clock = opened.writer.clock
    try opened.writer.replace(
      Document(status: FileStatus(), type: "text/plain"), at: FilePath("/new"))
    try opened.writer.commit()
    let later = FilterCondition("sequence > ?", .commit(clock.sequence))
    #expect(try store.openForTesting().documents(later).map(\.path) == ["/new"])
  }

  @Test func `An index of a newer schema is refused without a crash`() throws {
    let folder = try TemporaryDirectory()
    let store = IndexStore(in: folder.path)
    try make(
      store, upTo: Schema.migrations.names.last ?? "", "DROP VIEW searchable; DROP TABLE body")
    try Database(path: store.file.bytes).execute("INSERT INTO migration VALUES('99 another world')")
    let opened = try store.open(now: .now)
    #expect(opened.isNew)
    #expect(opened.rebuild?.reason.contains("'99 another world'") == true)
  }

  /// Makes an index by nothing but SQL, as an older version would have made it.
  private func make(_ store: IndexStore, upTo last: String, _ additions: String) throws {
    let database = try Database(path: store.file.bytes)
    try database.execute(
      "PRAGMA journal_mode=WAL; PRAGMA application_id=\(Schema.applicationID)")
    try Schema.addFunctions(to: database)
    try Schema.add(
      { FTS5AnalyzerTokenizer(SittaAnalyzer(options: store.text.analysis)) }, to: database)
    try Schema.migrations.run(on: database, upTo: last)
    let hasOtherColumns = Self.hasOtherColumns(last)
    if !hasOtherColumns { try Schema.makeSearchTable(in: database) }
    let fingerprint = Schema.fingerprint(of: store.text)
    try database.execute(
      """
      INSERT INTO directory(id, parent, name, inode) VALUES(2, 1, x'686f6d65', 7), (3, 1, x'757362', 8);
      INSERT INTO meta(key, value) VALUES('index', 'old'), ('sequence', 41), ('clean', 1);
      INSERT INTO language(id, name) VALUES(1, 'english');
      """)
    try database.run(
      "INSERT INTO meta(key, value) VALUES('fingerprint', ?1)",
      .text(hasOtherColumns ? fingerprint.replacing("columns 2", with: "columns 1") : fingerprint))
    let documents: [(folder: Int64, name: String, title: String?, tags: String, text: String)] = [
      (2, "a.txt", nil, "", "The first: Häuser."),
      (2, "b.md", "Heading", "urgent\nlater", "second"),
      (3, "c.txt", nil, "", "the third one"),
    ]
    for (index, row) in documents.enumerated() {
      let id = SQLiteValue.integer(Int64(index) + 1)
      try database.run(
        """
        INSERT INTO document(
          id, directory, name, size, modified, changed, device, inode, type, title, tags, state)
        VALUES(?1, ?2, ?3, 9, 8, 7, 6, 5, 'text/plain', ?4, ?5, 0)
        """, id, .integer(row.folder), .blob(Array(row.name.utf8)), .text(row.title),
        .text(row.tags))
      try database.run(
        "INSERT INTO body(id, text) VALUES(?1, ?2)", id,
        .blob(TextCompressor().compress(Array(row.text.utf8))))
      try database.run(
        "INSERT INTO search(rowid, title, name, tags, body) VALUES(?1, ?2, ?3, ?4, ?5)", id,
        .text(row.title), .text(row.name), .text(row.tags), .text(row.text))
    }
    try database.execute(additions)
  }

  private func find(_ expression: String, in store: IndexStore) throws -> [String] {
    try store.openForTesting().find(expression).map { "\($0.path)" }
  }
}
