import FullText
package import SittaSQLite
import TextAnalysis

/// The tables of the index.
///
/// A folder is one row, so that renaming it changes one row. A document's text is compressed and
/// stored apart from its metadata. FTS5 stores no text of its own: it reads the view `searchable`
/// (<https://www.sqlite.org/fts5.html#external_content_tables>). Names are BLOBs, because a file
/// name is bytes.
package enum Schema {
  /// "SITT": marks our database (<https://www.sqlite.org/pragma.html#pragma_application_id>).
  static let applicationID: Int64 = 0x5349_5454

  /// A fingerprint of all settings that affect the stored tokens; if it differs, a new index is built.
  ///
  /// It covers which text goes into which column, and how it is tokenized. The extractor's version
  /// is stored with each document instead. Tables are updated by ``migrations``; data that only
  /// queries use can change freely.
  static func fingerprint(of settings: TextSettings) -> String {
    """
    columns 2; \(SittaAnalyzer.fingerprint(of: settings.analysis)), stems \(Stemmer.fingerprint)
    """
  }

  static let migrations = Migrations([
    Migrations.Step(
      "1 documents",
      sql: """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE directory(
          id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, name BLOB NOT NULL, inode INTEGER,
          UNIQUE(parent, name));
        INSERT INTO directory(id, parent, name) VALUES(1, 0, x'');
        CREATE TABLE document(
          id INTEGER PRIMARY KEY, directory INTEGER NOT NULL, name BLOB NOT NULL,
          size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
          device INTEGER NOT NULL, inode INTEGER NOT NULL,
          type TEXT NOT NULL, title TEXT, tags TEXT NOT NULL, state INTEGER NOT NULL, note TEXT,
          UNIQUE(directory, name));
        CREATE TABLE body(id INTEGER PRIMARY KEY, text BLOB NOT NULL);
        CREATE VIEW searchable(id, title, name, tags, body) AS
          SELECT document.id, title, name_text(name), tags, decompress(body.text)
          FROM document LEFT JOIN body ON body.id = document.id;
        CREATE VIRTUAL TABLE search USING fts5(
          title, name, tags, body, content='searchable', content_rowid='id', tokenize='sitta');
        CREATE TABLE language(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE stem(
          language INTEGER NOT NULL, stem TEXT NOT NULL, term TEXT NOT NULL,
          PRIMARY KEY(language, stem, term)) WITHOUT ROWID;
        """),
    // For the root of an indexed tree: its device, and whether it is unreachable now.
    Migrations.Step(
      "2 away folders",
      sql: """
        ALTER TABLE directory ADD COLUMN device INTEGER;
        ALTER TABLE directory ADD COLUMN away INTEGER;
        CREATE INDEX directory_away ON directory(away) WHERE away = 1;
        """),
    // The number of the commit that added, changed or moved a document, or renamed a folder.
    Migrations.Step(
      "3 commit sequence",
      sql: """
        ALTER TABLE document ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE directory ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        """),
    // The version of the extractor: a newer one may extract more.
    Migrations.Step(
      "4 failures",
      sql: "ALTER TABLE document ADD COLUMN extractor INTEGER NOT NULL DEFAULT 1"),
    // When to read a document again because its times may hide a later write. Documents with times in whole
    // seconds may already hide a write.
    Migrations.Step(
      "5 racy files",
      sql: """
        ALTER TABLE document ADD COLUMN racy INTEGER;
        CREATE INDEX document_racy ON document(racy) WHERE racy IS NOT NULL;
        UPDATE document SET racy = 0
        WHERE modified % 1000000000 = 0 AND changed % 1000000000 = 0;
        """),
    // The properties of documents, and the offsets at which the parts of a text begin; see ``PartList``.
    Migrations.Step(
      "6 fields",
      sql: """
        ALTER TABLE document ADD COLUMN authors TEXT NOT NULL DEFAULT '';
        ALTER TABLE document ADD COLUMN recipients TEXT NOT NULL DEFAULT '';
        ALTER TABLE document ADD COLUMN created INTEGER;
        ALTER TABLE document ADD COLUMN language TEXT;
        ALTER TABLE document ADD COLUMN declared INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE document ADD COLUMN pages INTEGER;
        ALTER TABLE document ADD COLUMN attachments INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE document ADD COLUMN charset TEXT;
        ALTER TABLE document ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE part(id INTEGER PRIMARY KEY, list BLOB NOT NULL);
        DROP VIEW searchable;
        CREATE VIEW searchable(id, title, name, tags, body, authors, recipients) AS
          SELECT document.id, title, name_text(name), tags, decompress(body.text), authors,
            recipients
          FROM document LEFT JOIN body ON body.id = document.id;
        """),
    // Members of files are in folders that are not on the disk; see ContainerRole.
    Migrations.Step(
      "7 containers",
      sql: """
        ALTER TABLE directory ADD COLUMN container INTEGER;
        CREATE INDEX directory_container ON directory(container) WHERE container IS NOT NULL;
        """),
    // Serves to count documents by reader and state, and to find the documents of one reader, without reading
    // their rows.
    Migrations.Step(
      "8 readers",
      sql: "CREATE INDEX document_reader ON document(extractor, state, directory)"),
    // Documents with images, such as scanned pages, whose text is not known yet.
    Migrations.Step(
      "9 scans",
      sql: """
        CREATE TABLE scan(
          id INTEGER PRIMARY KEY, picture INTEGER NOT NULL, pages TEXT NOT NULL);
        CREATE INDEX scan_picture ON scan(picture, id);
        """),
    // Where reading continues after a file has grown; see `Document.End`.
    Migrations.Step(
      "10 ends",
      sql: """
        ALTER TABLE document ADD COLUMN endOffset INTEGER;
        ALTER TABLE document ADD COLUMN endChecksum INTEGER;
        """),
    // The feed of changes: rows in the order of the commits that wrote them, and removed documents and
    // folders. `kind` is 0 for a document and 1 for a folder. Removals before this step are not recorded.
    // See ``Feed``.
    Migrations.Step(
      "11 changes",
      sql: """
        ALTER TABLE document ADD COLUMN digest BLOB;
        CREATE INDEX document_sequence ON document(sequence);
        ALTER TABLE directory ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX directory_written ON directory(written);
        CREATE TABLE gone(
          sequence INTEGER NOT NULL, kind INTEGER NOT NULL, id INTEGER NOT NULL,
          PRIMARY KEY(sequence, kind, id)) WITHOUT ROWID;
        CREATE TABLE consumer(
          name TEXT PRIMARY KEY, sequence INTEGER NOT NULL, day INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO meta(key, value)
          SELECT 'feed', 'floor ' || value FROM meta WHERE key = 'sequence';
        """),
    // Long texts are stored in frames after a ``TextLayout``; those up to this number are not yet.
    Migrations.Step(
      "12 layouts",
      sql: """
        INSERT INTO meta(key, value) SELECT 'layouts', id FROM body ORDER BY id DESC LIMIT 1;
        """),
    // Whether the root of an indexed tree was a mount point: without its disk, it is away whatever is in its place.
    Migrations.Step("13 mounts", sql: "ALTER TABLE directory ADD COLUMN mounted INTEGER"),
    // Who may read a file or pass through a folder; see ``AccessTable``.
    Migrations.Step(
      "14 access",
      sql: """
        CREATE TABLE access(id INTEGER PRIMARY KEY, rule TEXT NOT NULL UNIQUE);
        ALTER TABLE document ADD COLUMN access INTEGER;
        ALTER TABLE directory ADD COLUMN access INTEGER;
        """),
  ])

  /// Makes the FTS5 table `search` in an index without documents.
  ///
  /// A migration cannot change the columns of an FTS5 table. So an older index keeps its first table. Its
  /// fingerprint differs, so a new index is built, and readers use the older one until then.
  static func makeSearchTable(in database: Database) throws(SQLiteError) {
    try database.execute(
      """
      DROP TABLE search;
      CREATE VIRTUAL TABLE search USING fts5(
        title, name, tags, body, authors, recipients,
        content='searchable', content_rowid='id', tokenize='sitta');
      """)
  }

  /// Whether the table `search` has columns for authors and recipients.
  ///
  /// In an older index, the names of people are a part of the text.
  package static func hasPeople(in database: Database) throws(SQLiteError) -> Bool {
    try database.first("SELECT 1 FROM pragma_table_info('search') WHERE name = 'authors'") { _ in
      true
    } ?? false
  }

  /// Registers the tokenizer of the table `search`, without which the table cannot be used.
  static func add(
    _ tokenizer: @escaping () -> any FTS5Tokenizer, to database: Database
  ) throws(FullTextError) {
    try database.add(tokenizerNamed: FTS5SittaTokenizer.name) { _, _ in tokenizer() }
  }

  /// The number of the column `name` of `search`.
  package static let nameColumn = 1

  /// The number of the column `body` of `search`.
  package static let bodyColumn = 3

  /// Registers the functions of the view `searchable`, without which the view cannot be used.
  static func addFunctions(to database: Database) throws(SQLiteError) {
    try database.add(
      function: ScalarFunction("name_text", argumentCount: 1) { arguments in
        .text(nameText(arguments.bytes(at: 0)))
      })
    let decompressor = TextDecompressor()
    try database.add(
      function: ScalarFunction("decompress", argumentCount: 1) { arguments throws(SQLiteError) in
        if arguments.isNull(at: 0) { return .null }
        guard let text = decompressor.text(from: arguments.bytes(at: 0).span) else {
          throw .corruption("a stored text cannot be decompressed")
        }
        return .utf8(text)
      })
  }

  /// A file name as text, for search and for people; bytes that are not UTF-8 are replaced.
  package static func nameText(_ name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self)
  }
}
