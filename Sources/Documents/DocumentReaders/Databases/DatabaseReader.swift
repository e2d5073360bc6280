import ExtractionProtocol

/// Reads the SQLite databases in which programs keep address books and bookmarks.
///
/// Each person and each bookmark is a member. Of a database of Firefox only bookmarks are read, not the pages
/// that were visited. Changes in a write-ahead log are read once the program has written them into the file.
public enum DatabaseReader {
  /// Reads a database.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the database.
  ///   - sink: gets a member for each person, a vCard, or for each bookmark, a web page.
  /// - Throws: `damaged` for what is no database, and after reading if a part of it is damaged.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if bytes.isEmpty { return }
    let file = try DatabaseFile(bytes)
    let tables = try file.tables(in: bytes)
    func table(_ name: String, _ columns: [String]) -> DatabaseFile.Table? {
      tables.first { $0.name == name && columns.allSatisfy($0.columns.contains) }
    }
    if let properties = table("properties", ["card", "name", "value"]) {
      try ContactProperties.read(properties, of: file, bytes, into: &sink)
    }
    for (name, columns) in cards {
      guard let table = table(name, columns) else { continue }
      try readCards(table, columns, of: file, bytes, into: &sink)
    }
    if let places = table("moz_places", ["id", "url"]),
      let marks = table(
        "moz_bookmarks", ["id", "type", "fk", "parent", "title", "dateAdded", "guid"])
    {
      try FirefoxBookmarks.read(marks, places, of: file, bytes, into: &sink)
    }
  }

  /// The tables of Evolution with vCards, each with the columns of the identifier and of the card.
  private static let cards = [
    ("folder_id", ["uid", "vcard"]), ("ECacheObjects", ["ECacheUID", "ECacheOBJ"]),
  ]

  private static func readCards(
    _ table: DatabaseFile.Table, _ columns: [String], of file: DatabaseFile, _ bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var rows = DatabaseRows(of: table, columns, in: file)
    while sink.wantsMore, let row = try rows.next(in: bytes) {
      guard let identifier = row.text(0), let card = row.text(1) else { continue }
      sink.add(contact: identifier, card: card)
    }
  }
}

extension DocumentSink {
  /// Adds a person as a member.
  mutating func add(contact identifier: String, card: String) {
    let card = Array(card.utf8)
    let path = identifier.replacing("/", with: "_") + ".vcf"
    add(
      DocumentMember(path: Array(path.utf8), type: "text/vcard", size: Int64(card.count)),
      content: card)
  }

  /// Adds a bookmark as a member.
  mutating func add(_ bookmark: Bookmark) {
    let path = bookmark.identifier.replacing("/", with: "_") + ".html"
    let text = ([bookmark.title, bookmark.address, bookmark.folder].filter { !$0.isEmpty })
      .joined(separator: "\n")
    let member = DocumentMember(
      path: Array(path.utf8), type: "text/html", size: Int64(text.utf8.count),
      modified: bookmark.added)
    if begin(member) {
      if !bookmark.title.isEmpty { add(bookmark.title, to: .title) }
      if let added = bookmark.added.flatMap({ CivilDate.rfc3339(seconds: Int($0)) }) {
        add(added, to: .created)
      }
      for tag in bookmark.tags { add(tag, to: .keyword) }
      add(text: Array(text.utf8).span)
    }
    endMember()
  }
}

/// A bookmark of a browser.
struct Bookmark: Equatable {
  /// A name that stays the same when the bookmark is changed.
  var identifier: String
  var title: String
  /// The address of the page.
  var address: String
  /// The names of the folders that it is in, with slashes between them.
  var folder = ""
  var tags: [String] = []
  /// When it was added, in seconds since 1970.
  var added: Int64?
}
