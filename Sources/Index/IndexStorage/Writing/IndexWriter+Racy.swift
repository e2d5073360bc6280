public import LinuxSystem
public import SittaSQLite

/// Documents whose file may have been written after it was read, with no change of its times to show it.
extension IndexWriter {
  /// The files that have to be read again at moments in a range, the earliest first.
  ///
  /// O(limit × depth).
  ///
  /// - Parameters:
  ///   - moments: the range of ``Document/racyUntil``.
  ///   - limit: the largest number of files.
  /// - Returns: their paths and moments.
  /// - Throws: the error of SQLite.
  public func racyFiles(
    _ moments: ClosedRange<FileTime>, limit: Int
  ) throws(SQLiteError) -> [(path: FilePath, moment: FileTime)] {
    var documents: [(id: DocumentID, moment: FileTime)] = []
    try database.forEachRow(
      "SELECT id, racy FROM document WHERE racy BETWEEN ?1 AND ?2 ORDER BY racy LIMIT ?3",
      .fileTime(moments.lowerBound), .fileTime(moments.upperBound), .integer(Int64(limit))
    ) { documents.append(($0.document(at: 0), $0.fileTime(at: 1))) }
    var files: [(path: FilePath, moment: FileTime)] = []
    for document in documents {
      guard let (path, _) = try file(ofDocument: document.id) else { continue }
      files.append((path, document.moment))
    }
    return files
  }

  /// The earliest ``Document/racyUntil`` in a range; nil if there is none.
  public func firstRacyMoment(in moments: ClosedRange<FileTime>) throws(SQLiteError) -> FileTime? {
    try database.first(
      "SELECT racy FROM document WHERE racy BETWEEN ?1 AND ?2 ORDER BY racy LIMIT 1",
      .fileTime(moments.lowerBound), .fileTime(moments.upperBound)
    ) { $0.fileTime(at: 0) }
  }

  /// Whether all columns for a document, except its texts, are stored already.
  func isStored(_ document: Document, as file: StoredFile) throws(SQLiteError) -> Bool {
    let status = document.status
    guard file.size == status.size, file.modified == status.modified,
      file.changed == status.changed, file.inode == status.inode,
      file.extractor == document.extractor, file.state == document.state
    else { return false }
    let values: [SQLiteValue] = [
      .document(file.id), .integer(Int64(bitPattern: status.device)), .text(document.type),
      .text(document.note),
    ]
    let properties = Self.compared.map { $0.value(document.properties) }
    let isSame = try database.statement(Self.storedQuery).first(values + properties) { _ in true }
    return isSame == true
  }

  /// The columns to compare; without the CPU time of reading, which always differs.
  private static let compared = DocumentProperties.columns.filter { $0.name != "time" }

  private static let storedQuery = """
    SELECT 1 FROM document WHERE id = ?1 AND device = ?2 AND type = ?3 AND note IS ?4
      \(compared.map { "AND \($0.name) IS ?" }.joined(separator: " "))
    """

  /// Records when a file has to be read again.
  ///
  /// Readers cannot see this change, so it alone does not advance the clock.
  func setRacy(_ moment: FileTime?, of file: StoredFile) throws(SQLiteError) {
    if file.racyUntil == moment { return }
    try begin(isUnseen: true)
    try database.run(
      "UPDATE document SET racy = ?2 WHERE id = ?1", .document(file.id), .fileTime(moment))
  }
}
