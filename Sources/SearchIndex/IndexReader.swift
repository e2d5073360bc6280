import FullText
public import LinuxSystem
public import QueryLanguage
public import SQLite

/// A connection that only reads; each of its answers is of one state of the index.
public final class IndexReader {
  let database: Database
  let words: QueryWords
  let settings: TextSettings
  let log: CommitLog
  /// What the function `explain_row` has last seen.
  let explainedRow = ExplainedRow()
  private let lengths = FTS5DocumentLengths()
  /// The state of the index that the lengths belong to.
  private var lengthsClock: IndexClock?

  /// Opens the index for reading; it must exist.
  public init(_ store: IndexStore) throws {
    database = try Database(path: store.file.bytes, access: .readOnly)
    try database.execute("PRAGMA cache_size=-4000")
    try Schema.addFunctions(to: database)
    let words = QueryWords(store.text)
    let analysis = store.text.analysis
    try Schema.add({ QueryTokenizer(words, analysis) }, to: database)
    self.words = words
    settings = store.text
    log = store.log
    try database.add(auxiliaryFunction: .rank(lengths: lengths))
    try database.add(auxiliaryFunction: .snippet())
    try database.add(auxiliaryFunction: .explaining(into: explainedRow))
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - options: how many hits, in which order.
  ///   - deadline: when to give up.
  /// - Returns: the hits.
  /// - Throws: an interruption at the deadline; see ``SQLite/SQLiteError/isInterruption``.
  public func search(
    _ query: Query, _ options: SearchOptions, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> SearchPage {
    try snapshot(deadline: deadline) { () throws(SQLiteError) -> SearchPage in
      if options.order == .relevance { try bringLengthsUpToDate() }
      try words.prepare(query.root.inexactTexts, in: database)
      let away = try awayFolders()
      var places = try places(in: query, home: options.home)
      if !options.includesAway { places.away = away }
      let plan = SearchPlan(query.root, words, places)
      let (sql, values) = plan.selection(options)
      // Conditions differ from query to query; only what comes again is worth keeping.
      let statement =
        try plan.condition == nil ? database.statement(sql) : database.prepare(sql)
      var found: [(id: Int64, score: Double)] = []
      try statement.forEachRow(values) { found.append(($0.integer(at: 0), $0.real(at: 1))) }
      var paths: [Int64: FilePath] = [:]
      let awayPaths = try away.map { id throws(SQLiteError) in try path(of: id, &paths) }
      let shown = found.prefix(options.limit)
      let snippets = try snippets(
        of: shown.map(\.id), for: plan.highlight, words: options.snippetWords)
      var hits: [SearchHit] = []
      for (id, score) in shown {
        guard var document = try document(id, &paths) else { continue }
        document.isAway = awayPaths.contains(where: document.path.isInside)
        hits.append(
          SearchHit(document: document, score: score, snippet: snippets[id] ?? Snippet()))
      }
      return SearchPage(hits: hits, hasMore: found.count > options.limit, clock: try clock())
    }
  }

  /// Lists the documents in a folder and below it, by ascending number.
  ///
  /// - Parameters:
  ///   - folder: the folder; a file's path lists that file.
  ///   - after: passes over the documents up to this number.
  ///   - limit: how many documents are given at most.
  ///   - includesAway: whether documents are listed as well that are in folders which are not there
  ///     now.
  ///   - onlyFailed: whether only documents are listed that could not be read or indexed.
  /// - Returns: the documents.
  /// - Throws: what SQLite fails with.
  public func list(
    below folder: FilePath, after: Int64 = 0, limit: Int, includesAway: Bool = false,
    onlyFailed: Bool = false
  ) throws(SQLiteError) -> ListPage {
    try snapshot(deadline: nil) { () throws(SQLiteError) -> ListPage in
      let away = try awayFolders()
      var conditions: [FilterCondition] = []
      if let directory = try directory(at: folder) {
        conditions.append(.below([directory]))
      } else if let parent = try directory(at: folder.parent) {
        conditions.append(.named(folder.name, in: parent))
      } else {
        return ListPage(documents: [], next: nil, clock: try clock())
      }
      if !includesAway { conditions += [.outside(away)].compactMap(\.self) }
      if onlyFailed { conditions.append(.failed) }
      let listed = FilterCondition.all(conditions)
      var numbers: [Int64] = []
      try database.statement(
        "SELECT id FROM document WHERE \(listed.sql) AND id > ? ORDER BY id LIMIT ?"
      ).forEachRow(listed.values + [.integer(after), .integer(Int64(limit) + 1)]) {
        numbers.append($0.integer(at: 0))
      }
      var paths: [Int64: FilePath] = [:]
      let awayPaths = try away.map { id throws(SQLiteError) in try path(of: id, &paths) }
      var documents: [ListedDocument] = []
      for number in numbers.prefix(limit) {
        guard var document = try document(number, &paths) else { continue }
        document.isAway = awayPaths.contains(where: document.path.isInside)
        documents.append(document)
      }
      return ListPage(
        documents: documents, next: numbers.count > limit ? documents.last?.id : nil,
        clock: try clock())
    }
  }

  /// Counts documents by state; O(documents), of the slim table only.
  public func statistics() throws(SQLiteError) -> IndexStatistics {
    try snapshot(deadline: nil) { () throws(SQLiteError) -> IndexStatistics in
      let folders = try awayFolders()
      var documents: [Document.State: Int64] = [:]
      let present = FilterCondition.outside(folders) ?? FilterCondition("1")
      try database.statement(
        "SELECT state, count(*) FROM document WHERE \(present.sql) GROUP BY state"
      ).forEachRow(present.values) { row in
        guard let state = Document.State(rawValue: row.integer(at: 0)) else { return }
        documents[state] = row.integer(at: 1)
      }
      let below = FilterCondition.below(folders)
      let away =
        try folders.isEmpty
        ? 0
        : database.statement("SELECT count(*) FROM document WHERE \(below.sql)")
          .first(below.values) { $0.integer(at: 0) }
      let size = try database.first(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
      ) { $0.integer(at: 0) }
      return IndexStatistics(
        documents: documents, away: away ?? 0, size: size ?? 0, clock: try clock())
    }
  }

  /// Gives back memory that only the last queries needed.
  public func releaseMemory() {
    database.releaseMemory()
  }
}

extension IndexReader {
  func snapshot<Value>(
    deadline: ContinuousClock.Instant?, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    database.setDeadline(deadline)
    defer { database.setDeadline(nil) }
    try database.execute("BEGIN")
    // A reading transaction has nothing to lose: ending it cannot fail in a way that matters.
    defer { try? database.execute("ROLLBACK") }
    return try body()
  }

  /// Reads the lengths of the documents that have changed since they were read.
  ///
  /// Where that fails, ranking looks lengths up in the index, which is right and slower.
  func bringLengthsUpToDate() throws(SQLiteError) {
    let now = try clock()
    if now == lengthsClock { return }
    do throws(FullTextError) {
      if let before = lengthsClock, let changes = log.changes(from: before, to: now) {
        try lengths.refresh(changes.texts, fromTable: "search", in: database)
      } else {
        try lengths.load(fromTable: "search", in: database)
      }
      lengthsClock = now
    } catch {
      lengthsClock = nil
      if let cause = error.cause { throw cause }
    }
  }

  func clock() throws(SQLiteError) -> IndexClock {
    var values: [String: String] = [:]
    try database.forEachRow("SELECT key, value FROM meta WHERE key IN ('index', 'sequence')") {
      values[$0.text(at: 0) ?? ""] = $0.text(at: 1)
    }
    return IndexClock(
      index: values["index"] ?? "", sequence: values["sequence"].flatMap { Int64($0) } ?? 0)
  }

  func document(
    _ id: Int64, _ paths: inout [Int64: FilePath]
  ) throws(SQLiteError) -> ListedDocument? {
    let found = try database.first(
      """
      SELECT directory, name, title, tags, type, size, modified, state, note
      FROM document WHERE id = ?1
      """, .integer(id)
    ) { row in
      (row.integer(at: 0), row.bytes(at: 1), ListedDocument(id, row))
    }
    guard let (directory, name, document) = found else { return nil }
    return document.at(try path(of: directory, &paths).appending(name))
  }

  func path(
    of directory: Int64, _ paths: inout [Int64: FilePath]
  ) throws(SQLiteError) -> FilePath {
    if directory <= 1 { return .root }
    if let path = paths[directory] { return path }
    let found = try database.first(
      "SELECT parent, name FROM directory WHERE id = ?1", .integer(directory)
    ) { ($0.integer(at: 0), $0.bytes(at: 1)) }
    guard let (parent, name) = found else { return .root }
    let path = try path(of: parent, &paths).appending(name)
    paths[directory] = path
    return path
  }

  func directory(at path: FilePath) throws(SQLiteError) -> Int64? {
    var directory: Int64? = 1
    for name in path.components {
      guard let parent = directory else { return nil }
      directory = try database.first(
        "SELECT id FROM directory WHERE parent = ?1 AND name = ?2", .integer(parent), .blob(name)
      ) { $0.integer(at: 0) }
    }
    return directory
  }

  func places(
    in query: Query, home: FilePath?
  ) throws(SQLiteError) -> FilterCondition.Places {
    var places = FilterCondition.Places(home: home)
    for case .folder(let folder) in query.root.filters {
      places.folders[folder] = try directories(named: folder, home: home)
    }
    return places
  }

  /// The folder at an absolute path or one that begins with `~`, or all whose paths end so.
  private func directories(
    named text: String, home: FilePath?
  ) throws(SQLiteError) -> [Int64] {
    guard let path = FilePath(Array(text.utf8), relativeTo: .root, home: home ?? .root) else {
      return []
    }
    guard let name = path.components.last, !text.hasPrefix("/"), !text.hasPrefix("~") else {
      return try directory(at: path).map { [$0] } ?? []
    }
    var found: [(id: Int64, above: Int64)] = []
    try database.forEachRow("SELECT id, parent FROM directory WHERE name = ?1", .blob(name)) {
      found.append(($0.integer(at: 0), $0.integer(at: 1)))
    }
    for name in path.components.dropLast().reversed() {
      var remaining: [(id: Int64, above: Int64)] = []
      for (id, above) in found {
        let parent = try database.first(
          "SELECT parent FROM directory WHERE id = ?1 AND name = ?2", .integer(above), .blob(name)
        ) { $0.integer(at: 0) }
        if let parent { remaining.append((id, parent)) }
      }
      found = remaining
    }
    return found.map(\.id)
  }

  /// The places in some documents that match best.
  ///
  /// One statement for all: with the plus FTS5 goes through its matches once, where it would begin
  /// anew for each document. SQLite's own `snippet()` compares every match in a text with every
  /// other.
  func snippets(
    of documents: [Int64], for expression: String?, words: Int
  ) throws(SQLiteError) -> [Int64: Snippet] {
    guard let expression, words > 0, !documents.isEmpty else { return [:] }
    let numbers = documents.map(String.init).joined(separator: ",")
    let (first, last) = (documents.min() ?? 0, documents.max() ?? 0)
    var snippets: [Int64: Snippet] = [:]
    try database.prepare(
      """
      SELECT rowid, snippet_words(search, 3, ?2, ?3, '…', ?4) FROM search
      WHERE search MATCH ?1 AND rowid >= \(first) AND rowid <= \(last) AND +rowid IN (\(numbers))
      """
    ).forEachRow([
      .text(expression), .text(String(Snippet.opening)), .text(String(Snippet.closing)),
      .integer(Int64(words)),
    ]) { snippets[$0.integer(at: 0)] = Snippet(marked: $0.text(at: 1) ?? "") }
    return snippets
  }
}

extension ListedDocument {
  /// Reads everything but the path.
  fileprivate init(_ id: Int64, _ row: borrowing Row) {
    self.init(
      id: id, path: .root, title: row.text(at: 2),
      tags: (row.text(at: 3) ?? "").split(separator: "\n").map(String.init),
      type: row.text(at: 4) ?? "", size: row.integer(at: 5), modified: row.integer(at: 6),
      state: Document.State(rawValue: row.integer(at: 7)) ?? .complete, note: row.text(at: 8))
  }

  fileprivate func at(_ path: FilePath) -> ListedDocument {
    ListedDocument(
      id: id, path: path, title: title, tags: tags, type: type, size: size, modified: modified,
      state: state, note: note)
  }
}
