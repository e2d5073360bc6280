import LinuxSystem
import SittaSQLite

/// The documents of a closed index, for comparison.
struct IndexContents: Equatable {
  /// A document: its metadata, and its compressed text.
  struct Document: Hashable {
    let metadata: String
    let text: [UInt8]
  }

  /// The documents by their paths below the root.
  private(set) var documents: [String: Document] = [:]

  /// Reads an index of which no daemon is at work.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - root: the folder that is indexed; paths are relative to it.
  /// - Throws: the error of SQLite.
  init(state: FilePath, root: FilePath) throws {
    let database = try Database(path: state.appending("index.sqlite").bytes, access: .readWrite)
    var folders: [Int64: (parent: Int64, name: String)] = [:]
    try database.prepare("SELECT id, parent, name FROM directory").forEachRow { row in
      folders[row.integer(at: 0)] = (
        row.integer(at: 1), String(decoding: row.bytes(at: 2), as: UTF8.self)
      )
    }
    func path(_ folder: Int64) -> String {
      var (names, next) = ([String](), folder)
      while let entry = folders[next], names.count < 100, next > 1 {
        names.append(entry.name)
        next = entry.parent
      }
      return "/" + names.reversed().joined(separator: "/")
    }
    let prefix = "\(root)/"
    var documents: [String: Document] = [:]
    try database.prepare(
      """
      SELECT directory, name, body.text, type, title, tags, authors, state, note, size, extractor, recipients,
        created, language, declared, pages, attachments, charset, hex(digest), hex(part.list)
      FROM document LEFT JOIN body ON body.id = document.id LEFT JOIN part ON part.id = document.id
      """
    ).forEachRow { row in
      let name = String(decoding: row.bytes(at: 1), as: UTF8.self)
      let file = "\(path(row.integer(at: 0)))/\(name)"
      let relative = file.hasPrefix(prefix) ? String(file.dropFirst(prefix.count)) : file
      let metadata = (3...19).map { row.text(at: $0) ?? "" }.joined(separator: "|")
      documents[relative] = Document(metadata: metadata, text: row.bytes(at: 2))
    }
    self.documents = documents
  }

  /// The paths whose documents differ from another index, which may have more.
  func differences(from other: Self) -> [String] {
    documents.filter { $0.value != other.documents[$0.key] }.map(\.key).sorted()
  }
}
