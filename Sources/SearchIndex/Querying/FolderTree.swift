import LinuxSystem
import SQLite

/// The folders of an index, looked up by number and by path.
///
/// It remembers paths, so it serves one transaction.
struct FolderTree {
  private let database: Database
  private var known: [FolderID: DocumentLocation] = [:]

  init(in database: Database) {
    self.database = database
  }

  /// The path of a folder; `/` if there is no such folder.
  mutating func path(of folder: FolderID) throws(SQLiteError) -> FilePath {
    try location(of: folder).path
  }

  /// The location of a folder, which may be a file with members; `/` if there is no such folder.
  mutating func location(of folder: FolderID) throws(SQLiteError) -> DocumentLocation {
    if let found = known[folder] { return found }
    if folder <= .root { return DocumentLocation(.root) }
    let row = try database.first(
      "SELECT parent, name, container FROM directory WHERE id = ?1", .folder(folder)
    ) { ($0.folder(at: 0), $0.bytes(at: 1), ContainerRole($0, at: 2)) }
    guard let (parent, name, role) = row else { return DocumentLocation(.root) }
    var found = try location(of: parent).appending(name)
    if role == .container { found = found.container }
    known[folder] = found
    return found
  }

  /// The folder that contains a folder; nil if there is no such folder.
  func parent(of folder: FolderID) throws(SQLiteError) -> FolderID? {
    try database.first("SELECT parent FROM directory WHERE id = ?1", .folder(folder)) {
      $0.folder(at: 0)
    }
  }

  /// Whether a folder has the members of a document, which has its name and is in the same folder.
  func isContainer(_ folder: FolderID) throws(SQLiteError) -> Bool {
    try database.first("SELECT container FROM directory WHERE id = ?1", .folder(folder)) {
      ContainerRole($0, at: 0) == .container
    } ?? false
  }

  /// The folder at a path; nil if the index does not know it.
  func folder(at path: FilePath) throws(SQLiteError) -> FolderID? {
    var folder = FolderID.root
    for name in path.components {
      let child = try database.first(
        "SELECT id FROM directory WHERE parent = ?1 AND name = ?2", .folder(folder), .blob(name)
      ) { $0.folder(at: 0) }
      guard let child else { return nil }
      folder = child
    }
    return folder
  }

  /// The folder at an absolute path or one that begins with `~`, or all whose paths end with it.
  func folders(named text: String, home: FilePath?) throws(SQLiteError) -> [FolderID] {
    guard let path = FilePath(Array(text.utf8), relativeTo: .root, home: home ?? .root) else {
      return []
    }
    guard let name = path.components.last, !text.hasPrefix("/"), !text.hasPrefix("~") else {
      return try folder(at: path).map { [$0] } ?? []
    }
    var found: [(id: FolderID, above: FolderID)] = []
    try database.forEachRow("SELECT id, parent FROM directory WHERE name = ?1", .blob(name)) {
      found.append(($0.folder(at: 0), $0.folder(at: 1)))
    }
    for name in path.components.dropLast().reversed() {
      var remaining: [(id: FolderID, above: FolderID)] = []
      for (id, above) in found {
        let parent = try database.first(
          "SELECT parent FROM directory WHERE id = ?1 AND name = ?2", .folder(above), .blob(name)
        ) { $0.folder(at: 0) }
        if let parent { remaining.append((id, parent)) }
      }
      found = remaining
    }
    return found.map(\.id)
  }

  /// The folders that are away: they cannot be reached now, and their documents are kept.
  func awayFolders() throws(SQLiteError) -> [FolderID] {
    var folders: [FolderID] = []
    try database.forEachRow("SELECT id FROM directory WHERE away = 1") {
      folders.append($0.folder(at: 0))
    }
    return folders
  }

  /// The number of folders on the disk below a folder, with the folder itself; O(folders below).
  func count(below folder: FolderID) throws(SQLiteError) -> Int {
    try database.first(
      """
      WITH RECURSIVE below(id) AS (
        SELECT id FROM directory WHERE id = ?1 AND container IS NULL
        UNION ALL SELECT directory.id FROM directory, below
        WHERE parent = below.id AND container IS NULL)
      SELECT count(*) FROM below
      """, .folder(folder)
    ) { Int($0.integer(at: 0)) } ?? 0
  }
}
