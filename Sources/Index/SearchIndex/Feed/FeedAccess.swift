import IndexStorage
import SittaSQLite

/// Reads who may read files and pass through folders, as the feed says it.
///
/// The text is a rule, `inherited` for what is in a file with members, and nil if it is not known or not recorded; then
/// nobody may.
struct FeedAccess {
  /// For what is in a file with members: whoever may read the file may read it.
  private static let inherited = "inherited"

  private let database: Database
  private let isRecorded: Bool

  init(in database: Database) throws(SQLiteError) {
    self.database = database
    isRecorded = try AccessTable.isRecorded(in: database)
  }

  /// The access of a folder; that of the file if the folder has the members of a file on the disk.
  func text(of folder: FolderID, _ role: ContainerRole?) throws(SQLiteError) -> String? {
    guard isRecorded else { return nil }
    guard role != nil else {
      return try rule(
        """
        SELECT rule FROM directory JOIN access ON access.id = directory.access
        WHERE directory.id = ?1
        """, .folder(folder))
    }
    let isOnDisk = try database.first(
      """
      SELECT 1 FROM directory JOIN directory AS above ON above.id = directory.parent
      WHERE directory.id = ?1 AND above.container IS NULL
      """, .folder(folder)
    ) { _ in true }
    guard isOnDisk == true else { return Self.inherited }
    return try rule(
      """
      SELECT rule FROM directory
      JOIN document ON document.directory = directory.parent AND document.name = directory.name
      JOIN access ON access.id = document.access
      WHERE directory.id = ?1
      """, .folder(folder))
  }

  /// The access of a document.
  func text(of document: DocumentID) throws(SQLiteError) -> String? {
    guard isRecorded else { return nil }
    let isMember = try database.first(
      """
      SELECT container IS NOT NULL FROM document JOIN directory ON directory.id = directory
      WHERE document.id = ?1
      """, .document(document)
    ) { $0.integer(at: 0) == 1 }
    if isMember != false { return isMember == true ? Self.inherited : nil }
    return try rule(
      """
      SELECT rule FROM document JOIN access ON access.id = document.access
      WHERE document.id = ?1
      """, .document(document))
  }

  private func rule(_ sql: String, _ value: SQLiteValue) throws(SQLiteError) -> String? {
    try database.first(sql, value) { $0.text(at: 0) } ?? nil
  }
}
