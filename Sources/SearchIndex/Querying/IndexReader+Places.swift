import LinuxSystem
import QueryLanguage
import SQLite

extension IndexReader {
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

  /// Where the paths in a query lead to.
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
}
