import Meaning
import SittaSQLite

/// Makes and stores the vectors of documents, which say what they are about.
///
/// A vector tells about a text, so it is erased in the transaction that removes the text.
struct MeaningWriter {
  /// Documents up to this number may lack their vectors; nil if none does.
  private(set) var due: Int64?
  private let table: VectorTable?
  private let database: Database
  private var bits: MeaningBits
  private let decompressor = TextDecompressor()

  /// The tables, which an index has only while vectors are made.
  private static let schema = """
    CREATE TABLE meaning(id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE TABLE meaning_bits(block INTEGER PRIMARY KEY, bits BLOB NOT NULL);
    """
  /// The documents that one step looks at.
  private static let stepDocuments: Int64 = 50

  /// Prepares an index for a table; the vectors of another one are removed.
  ///
  /// - Parameters:
  ///   - table: the table; nil if no vectors are made.
  ///   - database: the index, outside of a transaction.
  /// - Throws: the error of SQLite.
  init(_ table: VectorTable?, in database: Database) throws(SQLiteError) {
    (self.table, self.database) = (table, database)
    bits = MeaningBits(of: database)
    let meta = MetaTable(of: database)
    if try meta.text(.meaning) != table?.name {
      try database.transaction { () throws(SQLiteError) in
        try database.execute("DROP TABLE IF EXISTS meaning; DROP TABLE IF EXISTS meaning_bits")
        try meta.remove(.meaningDue)
        if let table {
          try database.execute(Self.schema)
          try meta.set(.meaning, to: .text(table.name))
          let last = try database.first("SELECT max(id) FROM document") { $0.integer(at: 0) } ?? 0
          if last > 0 { try meta.set(.meaningDue, to: .integer(last)) }
        } else {
          try meta.remove(.meaning)
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
    upTo last: Int64
  ) throws(SQLiteError) -> [(document: DocumentID, text: DescribedText?)] {
    var rows: [(id: DocumentID, title: [UInt8]?, properties: DescribedText.Properties)] = []
    try database.forEachRow(
      """
      SELECT id, title, type, name, language FROM document WHERE id <= ?1 ORDER BY id DESC LIMIT ?2
      """, .integer(last), .integer(Self.stepDocuments)
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

extension VectorTable {
  /// The identity of the table in hexadecimal digits.
  var name: String {
    identity.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
