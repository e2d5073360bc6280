import FullText
import SittaSQLite

/// Joins copies and versions of one document into one hit.
///
/// Copies have the same content; the shallowest without a mark of a copy stays. Versions lie in one folder
/// and have the same name but for marks such as `v2`, `final` or `(copy)`; the newest stays. The hit has
/// the best rank of them.
struct CopyFolding {
  /// A hit with the documents that it stands for.
  struct Folded {
    var row: RankedRow
    var copies: [RankedRow] = []
  }

  /// The names that versions of one document share.
  struct Name: Hashable {
    let folder: FolderID
    let base: String
    let ending: String
    let isFull: Bool
  }

  let database: Database

  /// Folds rows that are in the order of their rank.
  func fold(_ rows: [RankedRow]) throws(SQLiteError) -> [Folded] {
    let contents = try contents(of: rows)
    var folded: [Folded] = []
    var byContent: [Content: Int] = [:]
    var byName: [Name: Int] = [:]
    for row in rows {
      let content = contents[row.id]
      let name = row.nameOfVersions
      let known = content.flatMap { byContent[$0] } ?? name.flatMap { byName[$0] }
      if let known,
        content.flatMap({ byContent[$0] }) != nil || isVersion(row, of: folded[known].row)
      {
        folded[known].add(row, isCopy: content.flatMap { byContent[$0] } != nil)
      } else {
        folded.append(Folded(row: row))
      }
      let number = known ?? folded.count - 1
      if let content, byContent[content] == nil { byContent[content] = number }
      if let name, byName[name] == nil { byName[name] = number }
    }
    for index in folded.indices { folded[index].copies.sort { $0.isNewer(than: $1) } }
    return folded
  }

  /// Whether one of two documents with the same name has a mark.
  private func isVersion(_ row: RankedRow, of other: RankedRow) -> Bool {
    (row.file?.name.isMarked ?? false) || (other.file?.name.isMarked ?? false)
  }

  /// The stored text, which is compressed in the same way for the same text.
  private struct Content: Hashable {
    let size: Int64
    let bytes: [UInt8]
    let isFull: Bool

    /// Leaves the bytes out: few texts have the same sizes, and to compare them is quicker.
    func hash(into hasher: inout Hasher) {
      hasher.combine(size)
      hasher.combine(bytes.count)
      hasher.combine(isFull)
    }
  }

  /// The contents of the documents that have the size of another one, also as they are stored.
  private func contents(of rows: [RankedRow]) throws(SQLiteError) -> [DocumentID: Content] {
    var sizes: [Int64: [DocumentID]] = [:]
    for row in rows {
      guard let size = row.file?.size, size > 0 else { continue }
      sizes[size, default: []].append(row.id)
    }
    let full = Set(rows.lazy.filter(\.candidate.isFull).map(\.id))
    var contents: [DocumentID: Content] = [:]
    for (size, documents) in sizes where documents.count > 1 {
      // SQLite knows how long a text is without reading it.
      var stored: [Int64: [DocumentID]] = [:]
      for document in documents {
        let length = try database.first(
          "SELECT length(text) FROM body WHERE id = ?1", .document(document)
        ) { $0.integer(at: 0) }
        if let length { stored[length, default: []].append(document) }
      }
      for document in stored.values.lazy.filter({ $0.count > 1 }).joined() {
        let bytes = try database.first("SELECT text FROM body WHERE id = ?1", .document(document)) {
          $0.bytes(at: 0)
        }
        contents[document] = bytes.map {
          Content(size: size, bytes: $0, isFull: full.contains(document))
        }
      }
    }
    return contents
  }
}

extension CopyFolding.Folded {
  fileprivate mutating func add(_ other: RankedRow, isCopy: Bool) {
    let isBetter = isCopy ? other.isOriginal(of: row) : other.isNewer(than: row)
    if isBetter {
      copies.append(row)
      row = other
    } else {
      copies.append(other)
    }
  }
}

extension RankedRow {
  /// The name that versions of it share; nil if it was not scored exactly.
  var nameOfVersions: CopyFolding.Name? {
    file.flatMap { file in
      file.name.base.isEmpty
        ? nil
        : CopyFolding.Name(
          folder: file.folder, base: file.name.base, ending: file.name.ending,
          isFull: candidate.isFull)
    }
  }

  /// Whether it is rather the original than a copy with the same content.
  fileprivate func isOriginal(of copy: RankedRow) -> Bool {
    guard let file, let others = copy.file else { return false }
    if file.name.isCopy != others.name.isCopy { return !file.name.isCopy }
    return file.depth < others.depth
  }
}
