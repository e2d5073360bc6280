package import LinuxSystem
package import SittaSQLite

/// The folders of an index, looked up by number and by path.
///
/// It caches paths, so it may be used in one transaction only.
package struct FolderTree {
  private let database: Database
  private var known: [FolderID: DocumentLocation] = [:]
  /// A limit for nested folders that no path reaches, even with members of nested archives.
  private static let depthLimit = 20_000

  package init(in database: Database) {
    self.database = database
  }

  /// The path of a folder; `/` if there is no such folder.
  package mutating func path(of folder: FolderID) throws(SQLiteError) -> FilePath {
    try location(of: folder).path
  }

  /// Returns the location of a folder, also of a file with members; `/` if there is no such folder.
  ///
  /// It throws SQLITE_CORRUPT if the parents of the folder form a cycle.
  package mutating func location(of folder: FolderID) throws(SQLiteError) -> DocumentLocation {
    var inner: [(folder: FolderID, name: [UInt8], role: ContainerRole?)] = []
    var folder = folder
    while folder > .root, known[folder] == nil {
      let row = try database.first(
        "SELECT parent, name, container FROM directory WHERE id = ?1", .folder(folder)
      ) { ($0.folder(at: 0), $0.bytes(at: 1), ContainerRole($0, at: 2)) }
      guard let (parent, name, role) = row else { break }
      inner.append((folder, name, role))
      if inner.count > Self.depthLimit { throw .corruption("a folder is inside itself") }
      folder = parent
    }
    var location = known[folder] ?? DocumentLocation(.root)
    for (folder, name, role) in inner.reversed() {
      location = location.appending(name)
      if role == .container { location = location.container }
      known[folder] = location
    }
    return location
  }

  /// The folder that contains a folder; nil if there is no such folder.
  package func parent(of folder: FolderID) throws(SQLiteError) -> FolderID? {
    try database.first("SELECT parent FROM directory WHERE id = ?1", .folder(folder)) {
      $0.folder(at: 0)
    }
  }

  /// Returns the folder at a path; nil if the index has none.
  package func folder(at path: FilePath) throws(SQLiteError) -> FolderID? {
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

  /// Returns the folder at a path that begins with `/` or `~`, or all folders whose path ends with the text.
  package func folders(named text: String, home: FilePath?) throws(SQLiteError) -> [FolderID] {
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

  /// Returns the folders that cannot be reached now, whose documents are kept.
  package func awayFolders() throws(SQLiteError) -> [FolderID] {
    var folders: [FolderID] = []
    try database.forEachRow("SELECT id FROM directory WHERE away = 1") {
      folders.append($0.folder(at: 0))
    }
    return folders
  }

  /// Returns the number of folders on the disk at and below a folder; O(folders below).
  package func count(below folder: FolderID) throws(SQLiteError) -> Int {
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

extension FolderTree {
  /// The condition for the documents at a path: in the folder and below it, or the file and its
  /// members; nil if the index knows nothing there.
  package func documents(at path: FilePath) throws(SQLiteError) -> FilterCondition? {
    if let number = try folder(at: path) {
      let below = FilterCondition.below([number])
      // A file with members is a document, and a folder of its members with the same name and parent.
      let parent = try database.first(
        "SELECT parent FROM directory WHERE id = ?1 AND container = ?2", .folder(number),
        .integer(ContainerRole.container.rawValue)
      ) { $0.folder(at: 0) }
      return parent.map { .any([below, .named(path.name, in: $0)]) } ?? below
    }
    return try folder(at: path.parent).map { .named(path.name, in: $0) }
  }
}
