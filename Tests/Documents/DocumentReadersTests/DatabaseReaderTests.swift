import ExtractionProtocol
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import DocumentReaders

/// Address books and bookmarks in databases that SQLite itself has written.
struct DatabaseReaderTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// A database after some statements.
  private func bytes(_ statements: String, pageSize: Int = 512) throws -> [UInt8] {
    let file = folder["\(pageSize)-\(statements.utf8.count)"]
    do {
      let database = try Database(path: file.bytes)
      try database.execute("PRAGMA page_size=\(pageSize); BEGIN; \(statements) ; COMMIT")
    }
    return try file.contents()
  }

  private func read(_ bytes: [UInt8]) throws -> CollectingSink {
    var sink = CollectingSink()
    try DatabaseReader.read(bytes.span, into: &sink)
    return sink
  }

  private static func cards(in sink: CollectingSink) -> [String] {
    sink.members.map { String(decoding: $0.content, as: UTF8.self) }
  }

  @Test(arguments: [512, 1_024, 4_096, 65_536])
  func `Each person in an address book of Evolution is a member`(pageSize: Int) throws {
    let note = String(repeating: "long ", count: 3_000)
    let rows = (0..<300).map { number in
      """
      INSERT INTO 'folder_id' VALUES('u\(number)', 'r', NULL, 'BEGIN:VCARD
      FN:Person \(number)
      NOTE:\(number == 7 ? note : "ü")
      END:VCARD');
      """
    }
    let sink = try read(
      bytes(
        """
        CREATE TABLE 'folder_id' (uid TEXT PRIMARY KEY, "Rev" TEXT, [a,b] INTEGER DEFAULT (max(1,2)), \
        vcard TEXT, CONSTRAINT c CHECK (uid <> ''));
        \(rows.joined())
        """, pageSize: pageSize))
    #expect(sink.members.count == 300)
    #expect(sink.text.isEmpty)
    let cards = Self.cards(in: sink)
    #expect(cards[299].contains("FN:Person 299\nNOTE:ü\n"))
    #expect(
      cards[7].contains("NOTE:\(note)\n"), "A row that fills several pages is read as a whole.")
    #expect(sink.members[7].member.path == Array("u7.vcf".utf8))
    #expect(sink.members[7].member.type == "text/vcard")
    #expect(sink.members[7].member.size == Int64(cards[7].utf8.count))
  }

  @Test func `A person in an address book of Thunderbird is a vCard, or becomes one`() throws {
    let sink = try read(
      bytes(
        """
        CREATE TABLE properties (card TEXT, name TEXT, value TEXT);
        CREATE TABLE cards (uid TEXT PRIMARY KEY, localId INTEGER);
        INSERT INTO properties VALUES ('a', 'DisplayName', 'Ann; Falk'), ('b', 'PopularityIndex', '3'),
          ('b', '_vCard', 'BEGIN:VCARD\r\nFN:Bo\r\nEND:VCARD\r\n'), ('a', 'PrimaryEmail', 'ann@example.org'),
          ('a', 'Notes', 'one\ntwo'), ('b', 'DisplayName', 'Other'), ('c/d', 'LastModifiedDate', '1');
        """))
    #expect(
      Self.cards(in: sink) == [
        """
        BEGIN:VCARD\r
        VERSION:4.0\r
        FN:Ann\\; Falk\r
        NOTE:one\\ntwo\r
        EMAIL:ann@example.org\r
        END:VCARD\r

        """, "BEGIN:VCARD\r\nFN:Bo\r\nEND:VCARD\r\n",
      ])
  }

  /// Statements for the tables of Firefox, with an unmarked page in the history.
  private static let places = """
    CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR);
    CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, \
    parent INTEGER, position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, \
    dateAdded INTEGER, lastModified INTEGER, guid TEXT);
    INSERT INTO moz_places VALUES (1, 'https://visited.example/', 'Visited'),
      (2, 'https://swift.example/book', 'Page'), (3, 'place:sort=8', 'Recent');
    INSERT INTO moz_bookmarks VALUES (1, 2, NULL, 0, 0, '', NULL, NULL, 0, 0, 'root________'),
      (2, 2, NULL, 1, 0, 'menu', NULL, NULL, 0, 0, 'menu________'),
      (3, 2, NULL, 1, 0, 'tags', NULL, NULL, 0, 0, 'tags________'),
      (4, 2, NULL, 3, 0, 'language', NULL, NULL, 0, 0, 'tagtagtagtag'),
      (5, 2, NULL, 2, 0, 'Reading', NULL, NULL, 0, 0, 'folderfolder'),
      (6, 1, 2, 5, 0, 'Swift book', NULL, NULL, 1605187805000000, 0, 'markmarkmark'),
      (7, 1, 2, 4, 0, NULL, NULL, NULL, 0, 0, 'taggedtagged'),
      (8, 1, 3, 2, 0, 'Recent', NULL, NULL, 0, 0, 'smartsmartsm'),
      (9, 3, NULL, 2, 0, NULL, NULL, NULL, 0, 0, 'separatorsep');
    """

  @Test func `Bookmarks of Firefox are members with folder, tags and date; history is not read`()
    throws
  {
    let sink = try read(bytes(Self.places))
    #expect(sink.members.count == 1)
    let (member, content, _) = try #require(sink.members.first)
    #expect(member.path == Array("markmarkmark.html".utf8))
    #expect(member.type == "text/html" && member.modified == 1_605_187_805)
    #expect(content.text == "Swift book\nhttps://swift.example/book\nmenu / Reading")
    #expect(
      content.fields == [
        .title: ["Swift book"], .keyword: ["language"], .created: ["2020-11-12T13:30:05Z"],
      ])
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func `Texts in UTF-16 are read`(encoding: String) throws {
    let sink = try read(
      bytes(
        """
        COMMIT; PRAGMA encoding='\(encoding)'; BEGIN; CREATE TABLE ECacheObjects (ECacheUID TEXT, \
        ECacheOBJ TEXT); INSERT INTO ECacheObjects VALUES ('u', 'FN:Zoë 🌰')
        """))
    #expect(Self.cards(in: sink) == ["FN:Zoë 🌰"])
  }

  @Test func `Other databases have no text`() throws {
    let sink = try read(
      bytes("CREATE TABLE logins (name TEXT); INSERT INTO logins VALUES ('acorn')"))
    #expect(sink.members.isEmpty && sink.text.isEmpty)
    #expect(throws: ReadingFailure.self) { _ = try read(Array("SQLite format 3\0".utf8)) }
    #expect(try read([]).members.isEmpty)
  }

  @Test func `Damage of any byte, and any end, ends reading`() throws {
    let whole = try bytes(Self.places)
    var generator = SplitMix(seed: 7)
    for _ in 0..<3_000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8.random(
          in: .min ... .max, using: &generator)
      }
      if Bool.random(using: &generator) {
        damaged.removeLast(Int.random(in: damaged.indices, using: &generator))
      }
      _ = try? read(damaged)
    }
  }

  @Test(arguments: [
    (
      "CREATE TABLE a (b, \"c,d\" TEXT, [e f] INT, `g`, 'h' x(1,2), PRIMARY KEY (b))",
      "b|c,d|e f|g|h"
    ),
    ("CREATE TABLE a(b)", "b"), ("CREATE TABLE a AS SELECT 1", ""), ("(", ""), (")", ""), ("", ""),
    ("CREATE TABLE a (b DEFAULT ')', unique_name TEXT, UNIQUE(b))", "b|unique_name"),
  ])
  func `Columns are found in a statement`(statement: String, columns: String) {
    #expect(DatabaseFile.columns(statement).joined(separator: "|") == columns)
  }
}
