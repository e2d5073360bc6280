import LinuxSystem
import SittaSQLite

/// The row that is written to the table `document`.
struct DocumentRow {
  /// The document's number; nil for a new one.
  let id: DocumentID?
  /// The folder of the file.
  let folder: FolderID
  /// The name of the file.
  let name: [UInt8]
  let document: Document
  /// The searchable texts; the row stores all but the body.
  let texts: SearchableTexts
  /// The number of the commit that writes the row.
  let sequence: CommitNumber

  private typealias Column = (name: String, value: @Sendable (DocumentRow) -> SQLiteValue)

  /// The columns for the file and its texts; the first is `id`, so that its parameter is `?1`.
  private static let ownColumns: [Column] = [
    ("id", { .integer($0.id?.rawValue) }),
    ("directory", { .folder($0.folder) }),
    ("name", { .blob($0.name) }),
    ("size", { .integer($0.document.status.size) }),
    ("modified", { .fileTime($0.document.status.modified) }),
    ("changed", { .fileTime($0.document.status.changed) }),
    ("device", { .integer(Int64(bitPattern: $0.document.status.device)) }),
    ("inode", { .integer(Int64(bitPattern: $0.document.status.inode)) }),
    ("type", { .text($0.document.type) }),
    ("title", { .utf8($0.texts.title) }),
    ("tags", { .utf8($0.texts.tags) }),
    ("state", { .integer($0.document.state.rawValue) }),
    ("note", { .text($0.document.note) }),
    ("extractor", { .integer($0.document.extractor) }),
    ("sequence", { .commit($0.sequence) }),
    ("racy", { .fileTime($0.document.racyUntil) }),
    ("authors", { .utf8($0.texts.authors) }),
    ("recipients", { .utf8($0.texts.recipients) }),
    ("endOffset", { .integer($0.document.end?.offset) }),
    ("endChecksum", { .integer($0.document.end.map { Int64(bitPattern: $0.checksum) }) }),
    ("digest", { .digest($0.texts.body) }),
  ]

  /// Each column with its value.
  private static let columns: [Column] =
    ownColumns
    + DocumentProperties.columns.map { column in
      (column.name, { column.value($0.document.properties) })
    }

  /// Adds a row; its values are ``values``.
  static let insertion = """
    INSERT INTO document(\(columns.map(\.name).joined(separator: ", ")))
    VALUES(\(columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))
    """

  /// Changes the row with the same `id`; its values are ``values``.
  static let update = """
    UPDATE document SET \(assignments.joined(separator: ", "))
    WHERE id = ?1
    """

  private static let assignments = columns.indices.dropFirst().map { index in
    "\(columns[index].name) = ?\(index + 1)"
  }

  /// The values for the parameters of ``insertion`` and ``update``.
  var values: [SQLiteValue] { Self.columns.map { $0.value(self) } }
}
