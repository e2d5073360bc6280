import LinuxSystem
package import Meaning
package import SittaSQLite

/// The signs of the vectors of all documents: a row of the table `meaning_bits` has those of 256 numbers of documents.
///
/// Rows of their own for each document would take a search ten times as long to read.
package struct MeaningBits {
  /// The number of documents in a row.
  package static let perBlock = 256
  private static let blockBytes = perBlock * VectorCode.bitBytes

  private let database: Database
  /// The rows that the open transaction has read or changed.
  private var blocks: [Int64: [UInt8]] = [:]
  private var changed: Set<Int64> = []

  init(of database: Database) {
    self.database = database
  }

  /// Sets the signs of a document; nil for a document without a vector.
  mutating func set(_ bits: [UInt8]?, of document: DocumentID) throws(SQLiteError) {
    guard document.rawValue >= 0 else { return }
    let (number, index) = document.rawValue.quotientAndRemainder(dividingBy: Int64(Self.perBlock))
    var block: [UInt8]
    if let known = blocks.removeValue(forKey: number) {
      block = known
    } else {
      block = try read(number)
    }
    defer { blocks[number] = block }
    let start = Int(index) * VectorCode.bitBytes
    let range = start..<start + VectorCode.bitBytes
    let new = bits ?? [UInt8](repeating: 0, count: VectorCode.bitBytes)
    guard new.count == range.count, block[range] != new[...] else { return }
    block.replaceSubrange(range, with: new)
    changed.insert(number)
  }

  private func read(_ number: Int64) throws(SQLiteError) -> [UInt8] {
    let stored = try database.first(
      "SELECT bits FROM meaning_bits WHERE block = ?1", .integer(number)
    ) { $0.bytes(at: 0) }
    guard let stored, stored.count == Self.blockBytes else {
      return [UInt8](repeating: 0, count: Self.blockBytes)
    }
    return stored
  }

  /// Writes the changed rows in the open transaction.
  mutating func write() throws(SQLiteError) {
    for number in changed.sorted() {
      try database.run("DELETE FROM meaning_bits WHERE block = ?1", .integer(number))
      guard let block = blocks[number], block.contains(where: { $0 != 0 }) else { continue }
      try database.run(
        "INSERT INTO meaning_bits(block, bits) VALUES(?1, ?2)", .integer(number), .blob(block))
    }
    clear()
  }

  /// Forgets the rows, after the end of a transaction.
  mutating func clear() {
    (blocks, changed) = ([:], [])
  }

  /// Whether all documents have their vectors, and the vectors are those of a table.
  package static func areComplete(
    for table: VectorTable, in database: Database
  ) throws(SQLiteError) -> Bool {
    let meta = MetaTable(of: database)
    if try meta.contains(.meaningDue) { return false }
    return try meta.text(.meaning) == table.identity.hexadecimalDigits
  }

  /// Calls `body` with the signs of 256 documents each, and the number of the first of them.
  ///
  /// O(documents).
  package static func forEach(
    in database: Database, _ body: (_ first: Int64, _ bits: Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    try database.forEachRow("SELECT block, bits FROM meaning_bits ORDER BY block") { row in
      let (first, isTooLarge) = row.integer(at: 0).multipliedReportingOverflow(by: Int64(perBlock))
      if isTooLarge { return }
      row.withBytes(at: 1) { bits in
        if bits.count == blockBytes { body(first, bits) }
      }
    }
  }
}
