import FoundationEssentials
import IndexStorage
import LinuxSystem
import PostgreSQL
import SearchInterface

/// A document of the database that may be a hit.
struct Candidate: Sendable {
  /// The number of a document in the database.
  struct Number: Hashable, Sendable {
    let database: Int64
    let source: Int64
    let id: Int64

    /// The bits of ``id`` and ``source``.
    private static let (idBits, sourceBits) = (Int64(44), Int64(14))

    /// All numbers in one, as clients have them; nil if they are too large.
    var joined: Int? {
      guard (0..<1 << Self.idBits).contains(id), (0..<1 << Self.sourceBits).contains(source) else {
        return nil
      }
      return Int((database << Self.sourceBits | source) << Self.idBits | id)
    }

    init(database: Int64, source: Int64, id: Int64) {
      (self.database, self.source, self.id) = (database, source, id)
    }

    /// Takes a number of a client apart.
    init(joined: Int) {
      let number = Int64(joined)
      self.init(
        database: number >> (Self.idBits + Self.sourceBits),
        source: number >> Self.idBits & (1 << Self.sourceBits - 1),
        id: number & (1 << Self.idBits - 1))
    }
  }

  let number: Number
  /// The document, where it is now.
  let message: DocumentMessage
  /// Its text.
  let text: [UInt8]
  /// Its place in an index of candidates.
  private(set) var path: FilePath

  /// The same document at another place in an index of candidates.
  func moved(below folder: FilePath) -> Candidate {
    var candidate = self
    candidate.path = path.components.reduce(folder) { $0.appending($1) }
    return candidate
  }

  /// Reads a row of the function `documents`; nil if it is not as a feed writes it.
  init?(_ rows: PostgreSQLRows, _ row: Int, database: Int64) {
    guard let source = rows.integer(row, 0), let id = rows.integer(row, 1),
      let json = rows.bytes(row, 2), let folder = rows.text(row, 3), let suffix = rows.text(row, 4),
      var message = try? JSONDecoder().decode(DocumentMessage.self, from: Data(json))
    else { return nil }
    message.uri = folder + suffix
    guard let location = DocumentLocation(uri: message.uri) else { return nil }
    message.path = location.file.utf8
    message.away = rows.text(row, 6) == "t" ? true : nil
    number = Number(database: database, source: source, id: id)
    self.message = message
    text = rows.bytes(row, 5) ?? []
    path = location.path
  }
}

extension Document {
  /// The document for an index of candidates.
  init(_ candidate: Candidate) {
    let message = candidate.message
    let modified = FileTime(UnixTime(documentDate: message.modified) ?? .epoch)
    self.init(
      status: FileStatus(size: Int64(message.size), modified: modified, checksum: 0),
      type: message.type)
    (properties.title, properties.tags) = (message.title, message.tags)
    (properties.authors, properties.recipients) = (message.authors ?? [], message.recipients ?? [])
    properties.created = message.created.flatMap { UnixTime(documentDate: $0) }
    properties.language = message.language
    (properties.pages, properties.attachments) = (message.pages, message.attachments ?? 0)
    text = candidate.text
    state = text.isEmpty ? .withoutText : .complete
  }
}
