import LinuxSystem
import SittaSQLite

/// Hides the documents and folders at and below some paths from a connection that only reads.
///
/// They were forgotten, and cannot be removed yet, because the disk is full. Temporary views take the places
/// of the tables `document` and `directory`, so that no statement of this connection finds them. FTS5 still
/// finds them, so each statement that uses FTS5 alone looks its matches up in `document`.
struct HiddenDocuments {
  private let documents: Set<Int64>
  private let folders: Set<Int64>

  /// Looks up the documents and folders at some paths.
  ///
  /// - Throws: the error of SQLite.
  init(_ paths: Set<FilePath>, in database: Database) throws(SQLiteError) {
    var (documents, folders): (Set<Int64>, Set<Int64>) = ([], [])
    let tree = FolderTree(in: database)
    for path in paths {
      if let condition = try tree.documents(at: path) {
        try database.prepare("SELECT id FROM document WHERE \(condition.sql)")
          .forEachRow(condition.values) { documents.insert($0.integer(at: 0)) }
      }
      guard let folder = try tree.folder(at: path), folder != .root else { continue }
      try database.forEachRow(
        """
        WITH RECURSIVE below(id) AS (
          VALUES(?1) UNION SELECT directory.id FROM directory, below WHERE parent = below.id)
        SELECT id FROM below
        """, .folder(folder)
      ) { folders.insert($0.integer(at: 0)) }
    }
    (self.documents, self.folders) = (documents, folders)
  }

  /// Hides them as long as the connection lives.
  ///
  /// - Throws: the error of SQLite.
  func apply(to database: Database) throws(SQLiteError) {
    for (name, hidden) in [("document", documents), ("directory", folders)] {
      try database.add(
        function: ScalarFunction("is_shown_\(name)", argumentCount: 1) { arguments in
          .integer(hidden.contains(arguments.integer(at: 0)) ? 0 : 1)
        })
      // Nothing but the temporary schema can be written by this connection.
      try database.execute(
        """
        PRAGMA temp_store=MEMORY; PRAGMA query_only=OFF;
        CREATE TEMP VIEW \(name) AS SELECT * FROM main.\(name) WHERE is_shown_\(name)(id);
        PRAGMA query_only=ON
        """)
    }
  }
}
