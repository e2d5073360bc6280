public import SittaSQLite

/// The lengths of a table's documents in tokens, kept in memory to make ranking fast.
///
/// For each row that it ranks, SQLite reads a length from a table, which takes 72 % of the time of `bm25()`.
/// Here a length takes two bytes of memory. Call ``refresh(_:fromTable:in:)`` after each change of the table.
/// Otherwise the totals differ from the table's totals, and ranking uses SQLite's lengths again.
public final class FTS5DocumentLengths {
  /// The lengths as a struct, of which a query has a copy: a lookup is as fast as in an array.
  private(set) var lengthTable = LengthTable()
  /// The number of documents.
  public private(set) var documentCount: Int64 = 0
  /// The number of tokens in all documents.
  public private(set) var tokenCount: Int64 = 0

  /// Makes an empty collection of lengths.
  public init() {}

  /// The length of a document; nil if it is not known.
  public subscript(rowID: Int64) -> Int? { lengthTable[rowID] }

  /// Reads all lengths of an FTS5 table and replaces the known ones.
  ///
  /// - Parameters:
  ///   - table: the table; it has lengths unless it was made with `columnsize=0`.
  ///   - db: the connection of the table.
  /// - Throws: ``FullTextError/Code/unknownTable`` if the table has no lengths.
  public func load(fromTable table: String, in db: Database) throws(FullTextError) {
    (lengthTable, documentCount, tokenCount) = (LengthTable(), 0, 0)
    do throws(SQLiteError) {
      let statement = try db.prepare("SELECT id, sz FROM \(quotedName(table + "_docsize"))")
      try statement.forEachRow { row in
        set(row.withBytes(at: 1, FTS5DocumentLengths.sum), of: row.integer(at: 0))
      }
    } catch {
      throw .noLengths(table, error)
    }
  }

  /// Reads the lengths of documents that were added, changed or removed.
  ///
  /// - Parameters:
  ///   - rowIDs: the rowids of the documents.
  ///   - table: the table.
  ///   - db: a connection that sees the change.
  /// - Throws: ``FullTextError/Code/unknownTable`` if the table has no lengths.
  public func refresh(
    _ rowIDs: some Sequence<Int64>, fromTable table: String, in db: Database
  ) throws(FullTextError) {
    do throws(SQLiteError) {
      let statement = try db.statement(
        "SELECT sz FROM \(quotedName(table + "_docsize")) WHERE id = ?1")
      for rowID in rowIDs {
        let length = try statement.first([.integer(rowID)]) { row in
          row.withBytes(at: 0, FTS5DocumentLengths.sum)
        }
        set(length, of: rowID)
      }
    } catch {
      throw .noLengths(table, error)
    }
  }

  /// Sets the length of a document; nil removes the document.
  public func set(_ length: Int?, of rowID: Int64) {
    let length = length.map { max(0, $0) }
    // A damaged table can have any length. The totals then wrap, and differ from the table's totals.
    if let oldLength = self[rowID] {
      documentCount &-= 1
      tokenCount &-= Int64(oldLength)
    }
    if let length {
      documentCount &+= 1
      tokenCount &+= Int64(length)
    }
    lengthTable.set(length, of: rowID, documentCount: documentCount)
  }

  /// The lengths of a document's columns, in the order of the columns.
  ///
  /// - Parameters:
  ///   - rowID: the rowid of the document.
  ///   - table: the table.
  ///   - db: the connection of the table.
  /// - Returns: the lengths; nil if there is no such document.
  /// - Throws: ``FullTextError/Code/unknownTable`` if the table has no lengths.
  public static func columns(
    of rowID: Int64, fromTable table: String, in db: Database
  ) throws(FullTextError) -> [Int]? {
    do throws(SQLiteError) {
      return try db.first(
        "SELECT sz FROM \(quotedName(table + "_docsize")) WHERE id = ?1", .integer(rowID)
      ) { row in
        row.withBytes(at: 0) { bytes in
          var lengths: [Int] = []
          forEachInteger(in: bytes) { lengths.append(Int(clamping: $0)) }
          return lengths
        }
      }
    } catch {
      throw .noLengths(table, error)
    }
  }

  private static func sum(_ bytes: Span<UInt8>) -> Int {
    var sum: UInt64 = 0
    forEachInteger(in: bytes) { sum &+= $0 }
    return Int(clamping: sum)
  }

  /// Reads the variable-length integers in a row of `_docsize`, one for each column.
  @inline(__always)
  private static func forEachInteger(in bytes: Span<UInt8>, _ body: (UInt64) -> Void) {
    var (value, count) = (UInt64(0), 0)
    for index in 0..<bytes.count {
      let byte = bytes[index]
      count += 1
      // The ninth byte of an integer has eight bits.
      value = count == 9 ? value << 8 | UInt64(byte) : value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 || count == 9 {
        body(value)
        (value, count) = (0, 0)
      }
    }
  }
}

extension FullTextError {
  fileprivate static func noLengths(_ table: String, _ cause: SQLiteError) -> FullTextError {
    FullTextError(
      .unknownTable,
      "The table '\(table)' has no document lengths: it is not an FTS5 table, or has columnsize=0.",
      cause: cause)
  }
}
