import FullText
import HitOrder
import IndexStorage
import SittaSQLite

/// Joins the hits of copies and versions of one document, by comparing the stored texts, and those of the messages
/// of one conversation.
struct CopyFolding {
  let database: Database
  /// Whether copies and versions are joined.
  var joinsCopies = true
  /// Whether the messages of conversations are joined; see ``Swift/Array/numberConversations()``.
  var joinsThreads = false

  /// Joins rows, which must be sorted by rank.
  func fold(_ rows: [RankedRow]) throws(SQLiteError) -> [FoldedHit<RankedRow>] {
    let contents = joinsCopies ? try contents(of: rows) : [:]
    return rows.folded(
      by: { row -> Key? in
        joinsCopies
          ? Translation(row).map(Key.translation) ?? contents[row.id].map(Key.content) : nil
      }, where: { Self.haveLikeSizes($0.hit, $1) }, joinsVersions: joinsCopies,
      joinsThreads: joinsThreads)
  }

  /// Whether the sizes differ by a quarter at most; copies have the same size.
  private static func haveLikeSizes(_ first: RankedRow, _ second: RankedRow) -> Bool {
    let (first, second) = (first.document?.size ?? 0, second.document?.size ?? 0)
    return abs(first - second) <= max(first, second) / 4
  }

  /// What copies share.
  private enum Key: Hashable {
    case content(Content)
    case translation(Translation)
  }

  /// A document among its translations whose text is in the language of another one: it is not translated yet.
  ///
  /// Such texts differ in little, such as the names of buttons.
  private struct Translation: Hashable {
    let path: String
    let name: String
    let title: String
    let language: String
    let isFull: Bool

    init?(_ row: RankedRow) {
      guard let path = row.translations, let document = row.document,
        let language = document.language, !document.title.isEmpty
      else { return nil }
      (self.path, name, title) = (path, document.fileName, document.title)
      self.language = language
      isFull = row.candidate.isFull
    }
  }

  /// A stored text; equal texts are compressed to equal bytes.
  private struct Content: Hashable {
    let size: Int64
    let bytes: [UInt8]
    let isFull: Bool

    /// Hashes only the sizes: few texts have equal sizes, and comparing those is quicker than hashing bytes.
    func hash(into hasher: inout Hasher) {
      hasher.combine(size)
      hasher.combine(bytes.count)
      hasher.combine(isFull)
    }
  }

  /// Returns the stored texts of the documents that may be copies of others.
  ///
  /// Documents whose texts differ in size or digest are not copies. A digest can be forged, so the texts are
  /// compared, too.
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

  /// Groups documents whose stored texts have the same length, which SQLite knows without reading the text.
  private func sameLengths(_ rows: [RankedRow]) throws(SQLiteError) -> [[RankedRow]] {
    var lengths: [DocumentID: Int64] = [:]
    for row in rows {
      lengths[row.id] = try database.first(
        "SELECT length(text) FROM body WHERE id = ?1", .document(row.id)
      ) { $0.integer(at: 0) }
    }
    return Self.repeated(rows.filter { lengths[$0.id] != nil }) { lengths[$0.id] }
  }

  /// Returns the rows in groups that have the same key; groups of one row are left out.
  private static func repeated(
    _ rows: [RankedRow], by key: (RankedRow) -> (some Hashable)?
  ) -> [[RankedRow]] {
    Dictionary(grouping: rows, by: key).values.filter { $0.count > 1 }
  }
}
