import DaemonMeasuring
import LinuxSystem
import SearchInterface
import SittaSQLite

/// A process that keeps a copy of the index in a database, until it is killed.
struct FeedReader {
  private let socket: FilePath
  private let copy: CopiedIndex

  /// Takes the words of its command line: a socket and a database.
  init(_ words: ArraySlice<String>) throws {
    let words = Array(words)
    guard words.count == 2, let socket = FilePath(absolute: words[0]),
      let file = FilePath(absolute: words[1])
    else { throw SystemError(code: 22, attempt: "A reader was started in a wrong way") }
    self.socket = socket
    copy = try CopiedIndex(at: file)
  }

  func run() throws {
    while true {
      do {
        let client = try SearchClient(connectingTo: socket, timeout: .seconds(3_600))
        let parameters = ChangesMethod.Parameters(
          since: try copy.clock(), text: true, limit: 50, follow: true, consumer: "benchmark")
        try client.changes(parameters) { try copy.apply($0) }
      } catch let error as SQLiteError {
        throw error
      } catch {
        // The daemon was killed, or repairs its index.
        wait(.milliseconds(50))
      }
    }
  }
}

/// A copy of an index as a consumer of the feed has it: a table of folders and one of documents.
struct CopiedIndex {
  private let database: Database

  init(at file: FilePath) throws {
    database = try Database(path: file.bytes)
    try database.execute(
      """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;
      CREATE TABLE IF NOT EXISTS folder(id INTEGER PRIMARY KEY, parent INTEGER, suffix TEXT);
      CREATE TABLE IF NOT EXISTS document(
        id INTEGER PRIMARY KEY, folder INTEGER, suffix TEXT, size INTEGER, modified TEXT, digest TEXT, text TEXT);
      CREATE TABLE IF NOT EXISTS part(id INTEGER PRIMARY KEY, text TEXT);
      CREATE TABLE IF NOT EXISTS clock(id INTEGER PRIMARY KEY, name TEXT, sequence INTEGER);
      CREATE TABLE IF NOT EXISTS count(name TEXT PRIMARY KEY, value INTEGER);
      """)
  }

  func clock() throws(SQLiteError) -> ClockMessage? {
    try database.first("SELECT name, sequence FROM clock") {
      ClockMessage(index: $0.text(at: 0) ?? "", sequence: Int($0.integer(at: 1)))
    }
  }

  /// Stores a reply and its clock at once.
  func apply(_ reply: ChangesMethod.Reply) throws(SQLiteError) {
    try database.transaction { () throws(SQLiteError) in
      try increment("replies")
      if reply.reset == true {
        try increment("resets")
        try database.execute("DELETE FROM folder; DELETE FROM document; DELETE FROM part")
      }
      for removal in reply.removed {
        try database.run("DELETE FROM document WHERE id = ?1", .integer(Int64(removal.id)))
      }
      for removal in reply.removedFolders {
        try database.run("DELETE FROM folder WHERE id = ?1", .integer(Int64(removal.id)))
      }
      for folder in reply.folders {
        try database.run(
          "INSERT OR REPLACE INTO folder VALUES(?1, ?2, ?3)", .integer(Int64(folder.id)),
          .integer(Int64(folder.parent)), .text(folder.suffix))
      }
      for document in reply.documents { try store(document) }
      try database.run(
        "INSERT OR REPLACE INTO clock VALUES(1, ?1, ?2)", .text(reply.clock.index),
        .integer(Int64(reply.clock.sequence)))
    }
  }

  private func store(_ changed: ChangedDocumentMessage) throws(SQLiteError) {
    let id = SQLiteValue.integer(Int64(changed.id))
    var text = changed.text ?? ""
    if let offset = changed.offset {
      let begun = try database.first("SELECT text FROM part WHERE id = ?1", id) { $0.text(at: 0) }
      guard let begun = begun ?? nil, begun.utf8.count == offset else { return }
      text = begun + text
    }
    if changed.partial == true {
      return try database.run("INSERT OR REPLACE INTO part VALUES(?1, ?2)", id, .text(text))
    }
    try database.run("DELETE FROM part WHERE id = ?1", id)
    try database.statement(
      "INSERT OR REPLACE INTO document VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    ).run([
      id, .integer(Int64(changed.folder)), .text(changed.suffix),
      .integer(Int64(changed.document.size)), .text(changed.document.modified),
      .text(changed.digest), .text(text),
    ])
  }

  private func increment(_ name: String) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO count VALUES(?1, 1) ON CONFLICT(name) DO UPDATE SET value = value + 1
      """, .text(name))
  }

  func count(_ name: String) throws(SQLiteError) -> Int {
    try database.first("SELECT value FROM count WHERE name = ?1", .text(name)) {
      Int($0.integer(at: 0))
    } ?? 0
  }

  /// The documents, with URIs that are made of the folders of the copy.
  func contents() throws(SQLiteError) -> IndexContents {
    var folders: [Int64: (parent: Int64, suffix: String)] = [:]
    try database.forEachRow("SELECT id, parent, suffix FROM folder") {
      folders[$0.integer(at: 0)] = ($0.integer(at: 1), $0.text(at: 2) ?? "")
    }
    func uri(of folder: Int64, depth: Int = 0) -> String {
      guard let found = folders[folder], depth < 100 else { return folder == 1 ? "file://" : "?" }
      return uri(of: found.parent, depth: depth + 1) + found.suffix
    }
    var lines: Set<String> = []
    try database.forEachRow(
      "SELECT folder, suffix, size, modified, digest, text FROM document"
    ) { row in
      lines.insert(
        IndexContents.line(
          uri(of: row.integer(at: 0)) + (row.text(at: 1) ?? ""), Int(row.integer(at: 2)),
          row.text(at: 3) ?? "", row.text(at: 4), row.text(at: 5) ?? ""))
    }
    return IndexContents(lines: lines)
  }
}
