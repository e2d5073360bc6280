public import LinuxSystem
public import SQLite

extension IndexReader {
  /// Lists the documents in a folder and below it, by ascending number.
  ///
  /// - Parameters:
  ///   - folder: the folder; a file's path lists that file.
  ///   - after: passes over the documents up to this number.
  ///   - limit: how many documents are given at most.
  ///   - includesAway: whether documents are listed as well that are in folders which are not there
  ///     now.
  ///   - onlyFailed: whether only documents are listed that could not be read or indexed.
  ///   - since: lists only what was put in, changed or moved after this state.
  /// - Returns: the documents.
  /// - Throws: what SQLite fails with.
  public func list(
    below folder: FilePath, after: Int64 = 0, limit: Int, includesAway: Bool = false,
    onlyFailed: Bool = false, since: IndexClock? = nil
  ) throws(SQLiteError) -> ListPage {
    try snapshot(deadline: nil) { () throws(SQLiteError) -> ListPage in
      let away = try awayFolders()
      let clock = try clock()
      let change = since.map { FilterCondition.changed(since: $0, in: clock) }
      let isFresh = change.map { $0.condition == nil } ?? false
      var conditions = [change?.condition].compactMap(\.self)
      if let directory = try directory(at: folder) {
        conditions.append(.below([directory]))
      } else if let parent = try directory(at: folder.parent) {
        conditions.append(.named(folder.name, in: parent))
      } else {
        return ListPage(documents: [], next: nil, isFresh: isFresh, clock: clock)
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
        isFresh: isFresh, clock: clock)
    }
  }

  /// A document; nil where there is none with this number.
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
