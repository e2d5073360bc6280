import SittaSQLite

/// What the reader knows about a table in the open transaction of its connection.
struct SegmentSnapshot {
  /// The id of the record with the number of rows, and of tokens in each column.
  private static let averagesID: Int64 = 1
  /// The format of the pages that this reader knows; see `FTS5_CURRENT_VERSION` in `fts5Int.h`.
  private static let version: Int64 = 4
  /// Arrays by row id may have this many elements for each row.
  private static let mostElementsByRow: Int64 = 4
  /// Arrays by row id may have this many elements however few rows there are.
  private static let fewElements: Int64 = 1 << 16
  private static let mostElements: Int64 = 1 << 24

  private(set) var structure = SegmentStructure()
  private(set) var columnCount = 0
  /// The number of rows in the table.
  private(set) var rowCount: Int64 = 0
  /// All row ids are from 0 up to this number; nil if they are negative or far apart.
  private(set) var rowLimit: Int?
  /// The version of the schema that was checked.
  private var schemaVersion: Int64?

  /// Reads the structure, and what has changed since the last transaction.
  mutating func refresh(
    _ table: String, _ pages: SegmentPages
  ) throws(FTS5SegmentError) {
    let database = pages.database
    guard database.isInTransaction else { throw .unsupported(.noTransaction) }
    guard !database.isInWriteTransaction else { throw .unsupported(.writing) }
    let schemaVersion: Int64?
    do throws(SQLiteError) {
      schemaVersion = try database.first("PRAGMA main.schema_version") { $0.integer(at: 0) }
    } catch {
      throw .failed(error)
    }
    let isKnown = self.schemaVersion == schemaVersion
    if !isKnown { try readDefinition(table, database) }
    let last = structure.cookie
    guard
      let structure = try pages.record(
        SegmentStructure.recordID, .structure,
        { (bytes) throws(FTS5SegmentError) in try SegmentStructure(bytes) })
    else { throw .damaged(.structure) }
    self.structure = structure
    if !isKnown || structure.cookie != last { try readOptions(table, database) }
    let rows = try pages.record(Self.averagesID, .structure) { bytes in
      var offset = 0
      return bytes.isEmpty ? 0 : bytes.number(at: &offset, before: bytes.count, most: .max)
    }
    guard let rows, let rows else { throw .damaged(.structure) }
    rowCount = Int64(rows)
    try readRowLimit(table, database)
    self.schemaVersion = schemaVersion
  }

  private mutating func readDefinition(
    _ table: String, _ database: Database
  ) throws(FTS5SegmentError) {
    let (sql, columnCount): (String?, Int64?)
    do throws(SQLiteError) {
      sql = try database.first(
        "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE",
        .text(table)
      ) { $0.text(at: 0) ?? "" }
      columnCount = try database.first(
        "SELECT count(*) FROM pragma_table_info(?1, 'main')", .text(table)
      ) { $0.integer(at: 0) }
    } catch {
      throw .failed(error)
    }
    guard let sql, let columnCount else { throw .unsupported(.noTable) }
    if let objection = StoredTableDefinition(sql: sql).objection { throw .unsupported(objection) }
    self.columnCount = Int(columnCount)
  }

  private func readOptions(_ table: String, _ database: Database) throws(FTS5SegmentError) {
    var (version, isSecure) = (Int64?.none, false)
    do throws(SQLiteError) {
      try database.forEachRow("SELECT k, v FROM main.\(quotedName(table + "_config"))") { row in
        switch row.text(at: 0) {
        case "version": version = row.integer(at: 1)
        case "secure-delete": isSecure = row.integer(at: 1) != 0
        default: break
        }
      }
    } catch {
      throw .failed(error)
    }
    guard version == Self.version, !isSecure else { throw .unsupported(.version) }
  }

  private mutating func readRowLimit(
    _ table: String, _ database: Database
  ) throws(FTS5SegmentError) {
    let name = "main." + quotedName(table + "_docsize")
    let range: (least: Int64, most: Int64)?
    do throws(SQLiteError) {
      range = try database.first(
        "SELECT (SELECT min(id) FROM \(name)), (SELECT max(id) FROM \(name))"
      ) { $0.isNull(at: 0) ? (0, -1) : ($0.integer(at: 0), $0.integer(at: 1)) }
    } catch {
      throw .failed(error)
    }
    guard let range, range.least >= 0, range.most < Self.mostElements,
      range.most < Self.fewElements || range.most / Self.mostElementsByRow < rowCount
    else {
      rowLimit = nil
      return
    }
    rowLimit = Int(range.most + 1)
  }
}
