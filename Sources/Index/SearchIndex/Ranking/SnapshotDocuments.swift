import IndexStorage
import LinuxSystem
import MediaTypes
import SittaSQLite

/// A cache of the documents that ranking needed last, in one state of the index.
///
/// While a person types, each query needs many documents of the query before. The cache has two generations:
/// when the younger one is full, it replaces the older one. So a document stays as long as it is needed.
final class SnapshotDocuments {
  /// The number of documents in a generation; each takes about 300 bytes, and a mail up to 3 KB.
  private static let generation = 2_048

  private var young: [DocumentID: KnownDocument] = [:]
  private var old: [DocumentID: KnownDocument] = [:]
  /// The state of the index from which the documents are; nil if the cache is empty.
  private var clock: IndexClock?

  /// Removes the documents that have changed since the last call.
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

  /// Removes all documents.
  func removeAll() {
    (young, old) = ([:], [:])
    clock = nil
  }

  /// Returns a document; nil if there is none with this number.
  ///
  /// ``update(in:)`` must have been called for the snapshot.
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
      """
      SELECT directory, name, title, modified, language, size, digest, type, authors, recipients, created
      FROM document WHERE id = ?1
      """, .document(id)
    ) { row in
      let title = row.text(at: 2) ?? ""
      let modified = row.fileTime(at: 3)
      // Only of mails, because authors and recipients can be long.
      let mail =
        MediaType.messages.contains(row.text(at: 7) ?? "")
        ? MailHead(
          subject: title, senders: row.text(at: 8) ?? "", recipients: row.text(at: 9) ?? "",
          sent: row.isNull(at: 10) ? UnixTime(modified) : row.unixTime(at: 10)) : nil
      return KnownDocument(
        folder: row.folder(at: 0), fileName: Schema.nameText(row.bytes(at: 1)), title: title,
        modified: modified, language: row.text(at: 4), size: row.integer(at: 5),
        digest: row.isNull(at: 6) ? nil : ContentDigest(stored: row.bytes(at: 6)), mail: mail)
    }
  }
}
