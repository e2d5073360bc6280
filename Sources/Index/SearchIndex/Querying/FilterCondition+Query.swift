import IndexStorage
import LinuxSystem
import MediaTypes
import QueryLanguage
import SittaSQLite

extension FilterCondition {
  /// It holds for no document.
  static let nothing = FilterCondition("0")

  /// The document's text is not completely in the index, and its note says why.
  static let failed = FilterCondition(
    "document.note IS NOT NULL AND document.state != \(Document.State.complete.rawValue)")

  /// The document was made by one of these versions of extractors.
  static func made(by extractors: [ClosedRange<Int64>]) -> FilterCondition {
    if extractors.isEmpty { return .nothing }
    return .any(
      extractors.map {
        FilterCondition(
          "document.extractor BETWEEN ? AND ?", .integer($0.lowerBound), .integer($0.upperBound))
      })
  }

  /// The document is in one of these states.
  static func inStates(_ states: Set<Document.State>) -> FilterCondition {
    let numbers = states.map { "\($0.rawValue)" }.sorted().joined(separator: ",")
    return FilterCondition("document.state IN (\(numbers))")
  }

  /// The document matches an expression of FTS5.
  static func matching(_ expression: MatchExpression) -> FilterCondition {
    FilterCondition(
      "(document.id IN (SELECT rowid FROM search WHERE search MATCH ?))", .text("\(expression)"))
  }
}

extension FilterCondition {
  /// The paths of a query, looked up in the index.
  struct ResolvedPaths {
    /// The folder that `~` means.
    var home: FilePath?
    /// The folders that each `in:` filter names.
    var folders: [String: [FolderID]] = [:]
    /// The folders that cannot be reached now, whose documents are not found.
    var away: [FolderID] = []
    /// Whether some documents are hidden; see ``HiddenDocuments``.
    var hidesDocuments = false

    /// Looks up the folders that a query names.
    init(in query: Query, home: FilePath?, _ tree: FolderTree) throws(SQLiteError) {
      self.home = home
      for case .folder(let folder) in query.root.filters {
        folders[folder] = try tree.folders(named: folder, home: home)
      }
    }
  }

  init(_ filter: Query.Filter, _ paths: ResolvedPaths) {
    switch filter {
    case .type(let pattern):
      self = .any(pattern.globs.map { FilterCondition("document.type GLOB ?", .text($0)) })
    case .fileExtension(let ending):
      // A name with a dot only at its start has no extension.
      let pattern = "_%." + Self.escaped(ending)
      self.init("(CAST(document.name AS TEXT) LIKE ? ESCAPE '\\')", .text(pattern))
    case .folder(let text):
      self = .below(paths.folders[text] ?? [])
    case .path(let pattern):
      self = .path(pattern, home: paths.home)
    case .name(let pattern):
      self.init("(lower(CAST(document.name AS TEXT)) GLOB lower(?))", .text(pattern))
    case .modified(let span):
      self = .within(
        "document.modified", span.from.map { .fileTime(Self.time($0)) },
        // The end of a span is not a part of it, so it is one nanosecond earlier here.
        span.until.map { .fileTime(Self.time($0) - .nanoseconds(1)) })
    case .size(let range):
      self = .within(
        "document.size", range.least.map { .integer($0) }, range.greatest.map { .integer($0) })
    case .language(let code):
      self.init("(document.language IS ?)", .text(code))
    case .created(let span):
      self = .known(
        "document.created", span.from.map { .integer($0) }, span.until.map { .integer($0 - 1) })
    case .pages(let range):
      self = .known(
        "document.pages", range.least.map { .integer($0) }, range.greatest.map { .integer($0) })
    case .attachment:
      self.init("(document.attachments > 0)")
    case .mail:
      let names = Query.Filter.mailTypes.map { "'\($0)'" }.joined(separator: ", ")
      self.init("(document.type IN (\(names)))")
    }
  }

  /// The column has a value in a range; the condition is false, not NULL, if the column has no value.
  private static func known(
    _ column: String, _ least: SQLiteValue?, _ most: SQLiteValue?
  ) -> FilterCondition {
    .all([FilterCondition("\(column) IS NOT NULL"), within(column, least, most)])
  }

  private static func within(
    _ column: String, _ least: SQLiteValue?, _ most: SQLiteValue?
  ) -> FilterCondition {
    .all(
      [
        least.map { FilterCondition("\(column) >= ?", $0) },
        most.map { FilterCondition("\(column) <= ?", $0) },
      ].compactMap(\.self))
  }

  /// Converts seconds since 1970, as in the query language, to the time of a file.
  private static func time(_ seconds: Int64) -> FileTime {
    FileTime(UnixTime(seconds: seconds))
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "%_\\".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
  }

  /// The document is in one of these folders, not below them.
  static func `in`(_ folders: [FolderID]) -> FilterCondition {
    FilterCondition(
      "document.directory IN (SELECT value FROM json_each(?))",
      .text("[" + folders.map { "\($0.rawValue)" }.joined(separator: ",") + "]"))
  }

  /// The documents that have changed since an earlier state of an index.
  struct Change {
    /// The condition that a changed document meets; nil if the state belongs to another index, so that all
    /// documents count as changed.
    let condition: FilterCondition?
  }

  /// Returns the condition for documents that were added, changed or moved after a state of the index.
  static func changed(since old: IndexClock, in now: IndexClock) -> Change {
    guard old.index == now.index, (0...now.sequence).contains(old.sequence) else {
      return Change(condition: nil)
    }
    return Change(
      condition: FilterCondition(
        """
        (document.sequence > ? OR document.directory IN (
          WITH RECURSIVE below(id) AS (
            SELECT id FROM directory WHERE sequence > ?
            UNION SELECT directory.id FROM directory, below WHERE parent = below.id)
          SELECT id FROM below))
        """, .commit(old.sequence), .commit(old.sequence)))
  }

  private static func path(_ text: String, home: FilePath?) -> FilterCondition {
    var pattern = text
    if let home = home?.utf8, text == "~" || text.hasPrefix("~/") {
      pattern = home + text.dropFirst()
    }
    if !pattern.contains(where: { "*?[".contains($0) }) { pattern = "*\(pattern)*" }
    return FilterCondition(
      """
      (document.id IN (
        WITH RECURSIVE folder(id, path) AS (
          VALUES (1, '/') UNION ALL
          SELECT directory.id, folder.path || CAST(directory.name AS TEXT) || '/'
          FROM directory JOIN folder ON directory.parent = folder.id)
        SELECT entry.id FROM document AS entry JOIN folder ON folder.id = entry.directory
        WHERE lower(folder.path || CAST(entry.name AS TEXT)) GLOB lower(?)))
      """, .text(pattern))
  }
}

extension Query.Filter {
  /// The media types of mails and mailboxes.
  package static let mailTypes = [
    "message/rfc822", "message/x-emlx", "application/mbox", "application/vnd.ms-outlook",
  ]
}

extension Query.MediaTypePattern {
  /// The patterns of GLOB that the media types match.
  package var globs: [String] {
    switch self {
    case .exact(let name): [name]
    case .family(let name): ["\(name)/*"]
    case .named(let name): TypeName.patterns(name) ?? TypeName.general(name)
    }
  }
}
