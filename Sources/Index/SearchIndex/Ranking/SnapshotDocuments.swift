import IndexStorage
import SittaSQLite

/// The documents that ranking has asked for last, in one state of the index.
///
/// While a person types, each query asks for many documents of the one before. They are kept in two
/// generations: when the younger one is full, it becomes the older one, so a document that is asked
/// for stays.
final class SnapshotDocuments {
  /// How many documents a generation has; each takes about 300 bytes.
  private static let generation = 2_048

  private var young: [DocumentID: KnownDocument] = [:]
  private var old: [DocumentID: KnownDocument] = [:]
  /// The state that they belong to; nil if none is kept.
  private var clock: IndexClock?

  /// Forgets the documents that have changed since the last call.
  func update(in snapshot: borrowing Snapshot) {
    let now = snapshot.clock
    if now == clock { return }
    if let changes = clock.flatMap({ snapshot.reader.log.changes(from: $0, to: now) }) {
      for document in changes.texts.union(changes.rows) {
        (young[document], old[document]) = (nil, nil)
      }
    } else {
      removeAll()
    }
    clock = now
  }

  /// Forgets all documents.
  func removeAll() {
    (young, old) = ([:], [:])
    clock = nil
  }

  /// A document; nil if there is none with this number.
  ///
  /// ``update(in:)`` comes first.
  ///
  /// - Throws: the error of SQLite.
  func document(
    _ id: DocumentID, in database: Database
  ) throws(SQLiteError) -> KnownDocument? {
    if let known = young[id] { return known }
    var found = old[id]
    if found == nil { found = try Self.read(id, in: database) }
    guard let document = found else { return nil }
    if young.count >= Self.generation {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[id] = document
    return document
  }

  private static func read(
    _ id: DocumentID, in database: Database
  ) throws(SQLiteError) -> KnownDocument? {
    try database.first(
      "SELECT directory, name, title, modified, language, size, digest FROM document WHERE id = ?1",
      .document(id)
    ) { row in
      KnownDocument(
        folder: row.folder(at: 0), name: VersionName(Schema.nameText(row.bytes(at: 1))),
        title: row.text(at: 2) ?? "", modified: row.fileTime(at: 3), language: row.text(at: 4),
        size: row.integer(at: 5),
        digest: row.isNull(at: 6) ? nil : ContentDigest(stored: row.bytes(at: 6)))
    }
  }
}
