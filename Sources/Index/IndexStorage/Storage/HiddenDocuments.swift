import LinuxSystem
import SittaSQLite

/// Hides the documents and folders at and below some paths from a reading connection.
///
/// These paths were forgotten, but cannot be removed yet, for example because the disk is full. Temporary
/// views replace the tables `document` and `directory`, so no statement of the connection finds them. FTS5
/// still finds them, so each statement that uses only FTS5 has to look its matches up in `document`.
struct HiddenDocuments {
  private let documents: Set<Int64>
  private let folders: Set<Int64>

  /// Looks up the documents and folders at and below some paths.
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

  /// Hides the documents and folders until the connection is closed.
  func apply(to database: Database) throws(SQLiteError) {
    for (name, hidden) in [("document", documents), ("directory", folders)] {
      try database.add(
        function: ScalarFunction("is_shown_\(name)", argumentCount: 1) { arguments in
          .integer(hidden.contains(arguments.integer(at: 0)) ? 0 : 1)
        })
      // The connection is `query_only`; it must be off while the temporary view is created.
      try database.execute(
        """
        PRAGMA temp_store=MEMORY; PRAGMA query_only=OFF;
        CREATE TEMP VIEW \(name) AS SELECT * FROM main.\(name) WHERE is_shown_\(name)(id);
        PRAGMA query_only=ON
        """)
    }
  }
}
