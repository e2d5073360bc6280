import FullText
import SittaSQLite

/// Joins copies and versions of one document into one hit.
///
/// Copies have the same content; the shallowest without a mark of a copy stays. Versions lie in one folder
/// and have the same name but for marks such as `v2`, `final` or `(copy)`; the newest stays. The hit has
/// the best rank of them.
struct CopyFolding {
  /// A hit with the documents that it represents.
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
    folded.reserveCapacity(rows.count)
    var byContent: [Content: Int] = [:]
    var byName: [Name: Int] = [:]
    for row in rows {
      let (content, name) = (contents[row.id], row.nameOfVersions)
      let copied = content.flatMap { byContent[$0] }
      let known = copied ?? name.flatMap { byName[$0] }
      if let known, copied != nil || isVersion(row, of: folded[known].row) {
        folded[known].add(row, isCopy: copied != nil)
      } else {
        folded.append(Folded(row: row))
      }
      let number = known ?? folded.count - 1
      if let content, byContent[content] == nil { byContent[content] = number }
      if let name, byName[name] == nil { byName[name] = number }
    }
    for index in folded.indices where folded[index].copies.count > 1 {
      folded[index].copies.sort { $0.isNewer(than: $1) }
    }
    return folded
  }

  /// Whether one of two documents with the same name has a mark.
  private func isVersion(_ row: RankedRow, of other: RankedRow) -> Bool {
    (row.document?.name.isMarked ?? false) || (other.document?.name.isMarked ?? false)
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

  /// The contents of the documents that can be copies of others.
  ///
  /// Documents of different sizes are no copies, nor are documents whose texts have different
  /// digests. A digest can be forged, so the texts are compared as well.
  private func contents(of rows: [RankedRow]) throws(SQLiteError) -> [DocumentID: Content] {
    var contents: [DocumentID: Content] = [:]
    let sized = rows.filter { $0.document.map { $0.size > 0 } ?? false }
    for alike in Self.repeated(sized, by: { $0.document?.size }) {
      let suspects =
        alike.contains { $0.document?.digest == nil }
        ? try sameLengths(alike) : Self.repeated(alike) { $0.document?.digest }
      for row in suspects.joined() {
        let bytes = try database.first("SELECT text FROM body WHERE id = ?1", .document(row.id)) {
          $0.bytes(at: 0)
        }
        contents[row.id] = bytes.map {
          Content(size: row.document?.size ?? 0, bytes: $0, isFull: row.candidate.isFull)
        }
      }
    }
    return contents
  }

  /// Groups of documents whose stored texts have the same length; SQLite knows a length without
  /// reading the text.
  private func sameLengths(_ rows: [RankedRow]) throws(SQLiteError) -> [[RankedRow]] {
    var lengths: [DocumentID: Int64] = [:]
    for row in rows {
      lengths[row.id] = try database.first(
        "SELECT length(text) FROM body WHERE id = ?1", .document(row.id)
      ) { $0.integer(at: 0) }
    }
    return Self.repeated(rows.filter { lengths[$0.id] != nil }) { lengths[$0.id] }
  }

  /// The rows that have a key in common, together.
  private static func repeated(
    _ rows: [RankedRow], by key: (RankedRow) -> (some Hashable)?
  ) -> [[RankedRow]] {
    Dictionary(grouping: rows, by: key).values.filter { $0.count > 1 }
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
    guard let document, !document.name.base.isEmpty else { return nil }
    return CopyFolding.Name(
      folder: document.folder, base: document.name.base, ending: document.name.ending,
      isFull: candidate.isFull)
  }

  /// Whether it is rather the original than a copy with the same content.
  fileprivate func isOriginal(of copy: RankedRow) -> Bool {
    guard let document, let other = copy.document else { return false }
    if document.name.isCopy != other.name.isCopy { return !document.name.isCopy }
    return depth < copy.depth
  }
}
