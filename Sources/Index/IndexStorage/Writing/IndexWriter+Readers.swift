public import LinuxSystem
public import SittaSQLite

/// Documents selected by the version of their extractor.
extension IndexWriter {
  /// The versions of extractors in the index; O(documents), but reads only an SQL index.
  public func extractors() throws(SQLiteError) -> [Int64] {
    var versions: [Int64] = []
    try database.forEachRow("SELECT DISTINCT extractor FROM document ORDER BY extractor") {
      versions.append($0.integer(at: 0))
    }
    return versions
  }

  /// Changes the stored extractor of some documents, so that they are read again; their texts stay.
  ///
  /// - Parameters:
  ///   - old: the stored version.
  ///   - new: another version.
  ///   - state: only documents in this state; nil for all.
  ///   - folder: only documents below this folder; nil for all.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func replace(
    extractor old: Int64, with new: Int64, in state: Document.State? = nil,
    below folder: FilePath? = nil
  ) throws(SQLiteError) {
    var condition = FilterCondition("1")
    if let folder {
      guard let folder = try existingFolderID(folder) else { return }
      condition = .below([folder])
    }
    try begin()
    try database.statement(
      """
      UPDATE document SET extractor = ? WHERE extractor = ? AND state = coalesce(?, state)
      AND \(condition.sql)
      """
    ).run([.integer(new), .integer(old), .integer(state?.rawValue)] + condition.values)
  }

  /// Changes the stored extractor of the documents on the disk whose names end in one of the suffixes; their texts
  /// stay.
  ///
  /// O(documents).
  ///
  /// - Parameters:
  ///   - suffixes: in lower case and without the dot.
  ///   - new: the version.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func replaceExtractor(
    ofSuffixes suffixes: [String], with new: Int64
  ) throws(SQLiteError) {
    if suffixes.isEmpty { return }
    try begin()
    let isNamed = suffixes.map { _ in "lower(substr(CAST(name AS TEXT), -length(?))) = ?" }
    try database.statement(
      """
      UPDATE document SET extractor = ?
      WHERE directory NOT IN (SELECT id FROM directory WHERE container IS NOT NULL)
      AND (\(isNamed.joined(separator: " OR ")))
      """
    ).run([.integer(new)] + suffixes.flatMap { [.text("." + $0), .text("." + $0)] })
  }

  /// The conditions that ``setReadingConditions(_:)`` stored; nil in a new index.
  public func readingConditions() throws(SQLiteError) -> String? {
    try meta.text(.conditions)
  }

  /// Stores a text that describes the conditions under which files are read.
  ///
  /// - Parameter conditions: any text.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func setReadingConditions(_ conditions: String) throws(SQLiteError) {
    try begin()
    try meta.set(.conditions, to: .text(conditions))
  }

  /// The offset at which reading a document continues; see ``Document/end``.
  ///
  /// - Throws: the error of SQLite.
  public func end(ofDocument id: DocumentID) throws(SQLiteError) -> Document.End? {
    try database.first(
      """
      SELECT endOffset, endChecksum FROM document
      WHERE id = ?1 AND endOffset IS NOT NULL AND endChecksum IS NOT NULL
      """, .document(id)
    ) { row in
      Document.End(
        offset: row.integer(at: 0), checksum: UInt64(bitPattern: row.integer(at: 1)))
    }
  }

  /// Marks a document to be read again as a whole, in case no later change is committed.
  ///
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func markUnfinished(_ id: DocumentID) throws(SQLiteError) {
    try begin()
    try database.run(
      "UPDATE document SET extractor = ?2, endOffset = NULL WHERE id = ?1", .document(id),
      .integer(Document.unfinished))
  }

  /// The folders on the disk with documents of some versions of extractors.
  ///
  /// O(documents of these versions + folders × depth).
  ///
  /// - Parameter extractors: the versions.
  /// - Returns: the folders, in the order of their numbers.
  /// - Throws: the error of SQLite.
  public func folders(withDocumentsBy extractors: [Int64]) throws(SQLiteError) -> [FilePath] {
    if extractors.isEmpty { return [] }
    let list = extractors.map { "\($0)" }.joined(separator: ",")
    var folders: [FolderID] = []
    try database.forEachRow(
      """
      SELECT DISTINCT directory FROM document WHERE extractor IN (\(list))
      AND directory NOT IN (SELECT id FROM directory WHERE container IS NOT NULL) ORDER BY directory
      """
    ) { folders.append($0.folder(at: 0)) }
    var tree = FolderTree(in: database)
    var paths: [FilePath] = []
    for folder in folders { paths.append(try tree.path(of: folder)) }
    return paths
  }
}
