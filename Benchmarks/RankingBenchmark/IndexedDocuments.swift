import IndexStorage
import LinuxSystem
import SittaSQLite

/// The documents in the index of a daemon that has ended.
struct IndexedDocuments {
  /// A document as it was indexed.
  struct Document {
    /// Relative to the folder that was indexed.
    let path: String
    let name: String
    let title: String?
    let text: [UInt8]
  }

  private let database: Database
  private let prefix: String
  private var folders: [Int64: (parent: Int64, name: String)] = [:]
  /// The paths of all documents, relative to the folder that was indexed.
  private(set) var paths: [String] = []
  private var ids: [Int64] = []

  /// - Parameters:
  ///   - state: the state folder.
  ///   - root: the folder that was indexed.
  /// - Throws: the error of SQLite.
  init(state: FilePath, root: FilePath) throws {
    database = try Database(path: state.appending("index.sqlite").bytes)
    prefix = "\(root)/"
    var folders: [Int64: (parent: Int64, name: String)] = [:]
    try database.prepare("SELECT id, parent, name FROM directory").forEachRow { row in
      folders[row.integer(at: 0)] = (row.integer(at: 1), Self.name(in: row, at: 2))
    }
    self.folders = folders
    var files: [(id: Int64, name: String, folder: Int64)] = []
    try database.prepare("SELECT id, directory, name FROM document ORDER BY id").forEachRow { row in
      files.append((row.integer(at: 0), Self.name(in: row, at: 2), row.integer(at: 1)))
    }
    ids = files.map(\.id)
    paths = files.map { path(of: $0.name, in: $0.folder) }
  }

  /// A text that differs between two indexes of different documents.
  var key: String {
    get throws {
      let sums = try database.first(
        """
        SELECT count(*), sum(document.size), sum(length(body.text)), sum(document.modified / 1000000000)
        FROM document LEFT JOIN body ON body.id = document.id
        """
      ) { row in (0..<4).map { row.integer(at: $0) } }
      return "\(sums ?? [])"
    }
  }

  /// Passes each document to a function.
  func forEach(_ body: (Document) throws -> Void) throws {
    let decompressor = TextDecompressor()
    let statement = try database.prepare(
      """
      SELECT directory, name, title, body.text
      FROM document LEFT JOIN body ON body.id = document.id WHERE document.id = ?1
      """)
    for id in ids {
      let document = try statement.first([.integer(id)]) { row in
        let name = Self.name(in: row, at: 1)
        let text = row.isNull(at: 3) ? [] : decompressor.text(from: row.bytes(at: 3).span) ?? []
        return Document(
          path: path(of: name, in: row.integer(at: 0)), name: name, title: row.text(at: 2),
          text: text)
      }
      if let document { try body(document) }
    }
  }

  private func path(of name: String, in folder: Int64) -> String {
    var (names, next) = ([name], folder)
    while let entry = folders[next], next > 1, names.count < 100 {
      names.append(entry.name)
      next = entry.parent
    }
    let path = "/" + names.reversed().joined(separator: "/")
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func name(in row: borrowing Row, at column: Int32) -> String {
    String(decoding: row.bytes(at: column), as: UTF8.self)
  }
}
