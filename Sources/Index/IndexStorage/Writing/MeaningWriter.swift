import LinuxSystem
import Meaning
import SittaSQLite

/// Makes and stores the vectors of documents, which say what they are about.
///
/// A vector tells about a text, so it is erased in the transaction that removes the text.
struct MeaningWriter {
  /// Documents up to this number may lack their vectors; nil if none does.
  private(set) var due: Int64?
  private let table: VectorTable?
  /// Whether a sentence encoder replaces the vectors in idle time.
  private let hasEncoder: Bool
  private let database: Database
  private var bits: MeaningBits
  private let decompressor = TextDecompressor()

  /// The tables, which an index has only while vectors are made.
  private static let schema = """
    CREATE TABLE meaning(id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE TABLE meaning_bits(block INTEGER PRIMARY KEY, bits BLOB NOT NULL);
    """
  /// The documents whose vectors are still those of the table, although there is a sentence encoder.
  private static let waitingSchema = "CREATE TABLE meaning_waiting(id INTEGER PRIMARY KEY)"
  /// The documents that one step looks at.
  private static let stepDocuments: Int64 = 50

  /// Prepares an index for a table and a sentence encoder.
  ///
  /// The vectors of another table are removed. Those of another encoder are near those of this table, so they serve
  /// until they are replaced.
  ///
  /// - Parameters:
  ///   - text: the settings of the index.
  ///   - database: the index, outside of a transaction.
  /// - Throws: the error of SQLite.
  init(_ text: TextSettings, in database: Database) throws(SQLiteError) {
    (table, hasEncoder, self.database) = (text.meaning, text.encoder != nil, database)
    bits = MeaningBits(of: database)
    let meta = MetaTable(of: database)
    let name = table?.identity.hexadecimalDigits
    if try meta.text(.meaning) != name {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("DROP TABLE IF EXISTS meaning; DROP TABLE IF EXISTS meaning_bits")
        try meta.remove(.meaningDue)
        if let name {
          try database.execute(Self.schema)
          try meta.set(.meaning, to: .text(name))
          let last = try database.first("SELECT max(id) FROM document") { $0.integer(at: 0) } ?? 0
          if last > 0 { try meta.set(.meaningDue, to: .integer(last)) }
        } else {
          try meta.remove(.meaning)
        }
      }
    }
    let encoder = text.encoder?.identity.hexadecimalDigits
    if try meta.text(.encoder) != encoder {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("DROP TABLE IF EXISTS meaning_waiting")
        if let encoder {
          try database.execute(Self.waitingSchema)
          try database.execute("INSERT INTO meaning_waiting SELECT id FROM meaning")
          try meta.set(.encoder, to: .text(encoder))
        } else {
          try meta.remove(.encoder)
        }
      }
    }
    due = try meta.integer(.meaningDue)
  }

  /// Stores the vector of a document in the open transaction, in place of the former one.
  ///
  /// - Parameters:
  ///   - document: the number of the document.
  ///   - text: its beginning; nil for a document that gets no vector.
  ///   - isNew: whether the document has no vector yet.
  /// - Throws: the error of SQLite.
  mutating func write(
    _ document: DocumentID, _ text: DescribedText?, isNew: Bool
  ) throws(SQLiteError) {
    guard let table else { return }
    let vector = text.flatMap { table.vector(of: $0.texts, upTo: DescribedText.words) }
    let code = vector.map(VectorCode.init)
    if !isNew { try database.run("DELETE FROM meaning WHERE id = ?1", .document(document)) }
    if let code {
      try database.run(
        "INSERT INTO meaning(id, vector) VALUES(?1, ?2)", .document(document), .blob(code.bytes))
    }
    if hasEncoder {
      try setWaiting(document, code != nil)
    }
    if code != nil || !isNew { try bits.set(code?.bits, of: document) }
  }

  /// Erases the vector of a document in the open transaction.
  mutating func remove(_ document: DocumentID) throws(SQLiteError) {
    try write(document, nil, isNew: false)
  }

  /// Completes the open transaction; call it before the commit.
  mutating func finish() throws(SQLiteError) {
    try bits.write()
  }

  /// Forgets the changes of a transaction that was rolled back.
  mutating func clear() {
    bits.clear()
  }

  /// Makes the vectors of some stored documents after the table has changed, in a transaction of its own.
  ///
  /// - Returns: false if there was nothing to do.
  /// - Throws: the error of SQLite.
  mutating func takeStep() throws(SQLiteError) -> Bool {
    guard let last = due else { return false }
    defer { bits.clear() }
    let meta = MetaTable(of: database)
    due = try database.transaction { () throws(SQLiteError) -> Int64? in
      let documents = try storedTexts(upTo: last)
      for (document, text) in documents { try write(document, text, isNew: false) }
      try bits.write()
      guard let first = documents.last?.document.rawValue, first > 1 else {
        try meta.remove(.meaningDue)
        return nil
      }
      try meta.set(.meaningDue, to: .integer(first - 1))
      return first - 1
    }
    return true
  }

  /// The beginnings of the documents with the largest numbers up to one.
  private func storedTexts(
    upTo last: Int64, limit: Int64 = stepDocuments
  ) throws(SQLiteError) -> [(document: DocumentID, text: DescribedText?)] {
    var rows: [(id: DocumentID, title: [UInt8]?, properties: DescribedText.Properties)] = []
    try database.forEachRow(
      """
      SELECT id, title, type, name, language FROM document WHERE id <= ?1 ORDER BY id DESC LIMIT ?2
      """, .integer(last), .integer(limit)
    ) { row in
      let properties = DescribedText.Properties(
        type: row.text(at: 2) ?? "", name: Schema.nameText(row.bytes(at: 3)),
        language: row.text(at: 4))
      rows.append((row.document(at: 0), row.isNull(at: 1) ? nil : row.bytes(at: 1), properties))
    }
    return try rows.map { row throws(SQLiteError) in
      let body = try PartialText.read(
        row.id, at: [0..<DescribedText.words], in: database, decompressor)
      return (row.id, DescribedText(row.properties, title: row.title, body: body?.bytes))
    }
  }
}

// MARK: - Sentence encoder

extension MeaningWriter {
  /// Records whether a document waits for the sentence encoder.
  private func setWaiting(_ document: DocumentID, _ isWaiting: Bool) throws(SQLiteError) {
    try database.run(
      isWaiting
        ? "INSERT OR IGNORE INTO meaning_waiting VALUES(?1)"
        : "DELETE FROM meaning_waiting WHERE id = ?1", .document(document))
  }

  /// Returns how many documents wait for the sentence encoder; O(their number).
  static func waitingDocuments(in database: Database) throws(SQLiteError) -> Int64 {
    let hasTable = try database.first(
      "SELECT 1 FROM main.sqlite_schema WHERE name = 'meaning_waiting'"
    ) { _ in true }
    if hasTable == nil { return 0 }
    return try database.first("SELECT count(*) FROM meaning_waiting") { $0.integer(at: 0) } ?? 0
  }

  /// Whether a document waits for the sentence encoder; O(1).
  func hasEncoderInputs() throws(SQLiteError) -> Bool {
    guard hasEncoder else { return false }
    return try database.first("SELECT 1 FROM meaning_waiting LIMIT 1") { _ in true } ?? false
  }

  /// Returns the beginnings of documents that wait for the sentence encoder, the newest ones first.
  ///
  /// - Parameter limit: the most documents.
  /// - Returns: the beginnings.
  /// - Throws: the error of SQLite.
  func encoderInputs(upTo limit: Int) throws(SQLiteError) -> [EncoderInput] {
    guard hasEncoder else { return [] }
    var ids: [DocumentID] = []
    try database.forEachRow(
      "SELECT id FROM meaning_waiting ORDER BY id DESC LIMIT ?1", .integer(Int64(limit))
    ) { ids.append($0.document(at: 0)) }
    return try ids.map { id throws(SQLiteError) in try encoderInput(of: id) }
  }

  private func encoderInput(of id: DocumentID) throws(SQLiteError) -> EncoderInput {
    let text = try storedTexts(upTo: id.rawValue, limit: 1).first { $0.document == id }?.text
    return EncoderInput(document: id, texts: text?.texts ?? [])
  }

  /// Replaces the vectors of documents, in a transaction of its own.
  ///
  /// A document that has another beginning by now waits further.
  ///
  /// - Parameter vectors: the vectors; nil for a passage without one, which keeps the vector of the table.
  /// - Throws: the error of SQLite.
  mutating func record(
    _ vectors: [(input: EncoderInput, vector: MeaningVector?)]
  ) throws(SQLiteError) {
    guard hasEncoder else { return }
    defer { bits.clear() }
    try database.transaction { () throws(SQLiteError) in
      for (input, vector) in vectors {
        guard try self.encoderInput(of: input.document) == input else { continue }
        if let code = vector.map(VectorCode.init) {
          let isReplaced = try database.first(
            "UPDATE meaning SET vector = ?2 WHERE id = ?1 RETURNING id",
            .document(input.document), .blob(code.bytes)
          ) { _ in true }
          if isReplaced == true { try bits.set(code.bits, of: input.document) }
        }
        try setWaiting(input.document, false)
      }
      try bits.write()
    }
  }
}
