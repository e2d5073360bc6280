package import SittaSQLite

/// Changes the records of the table `t`, and puts them back.
package struct SegmentDamage {
  /// A row of `t_data`.
  package struct Record {
    package let id: Int64
    package let bytes: [UInt8]
  }

  private let db: Database
  /// The records as they were.
  package let records: [Record]

  /// Reads the records.
  package init(_ db: Database) throws {
    self.db = db
    db.allowDamage()
    records = try db.all("SELECT id, block FROM t_data ORDER BY id") {
      Record(id: $0.integer(at: 0), bytes: $0.bytes(at: 1))
    }
  }

  /// Writes other bytes to a record, or removes it, runs `body`, and puts the record back.
  package func with(
    _ bytes: [UInt8]?, in record: Record, _ body: () throws -> Void
  ) throws {
    try put(bytes, in: record)
    defer { try? put(record.bytes, in: record) }
    try body()
  }

  private func put(_ bytes: [UInt8]?, in record: Record) throws {
    if let bytes {
      try db.run(
        "INSERT OR REPLACE INTO t_data(id, block) VALUES(?1, ?2)", .integer(record.id),
        .blob(bytes))
    } else {
      try db.run("DELETE FROM t_data WHERE id = ?1", .integer(record.id))
    }
  }

  /// A record with random damage: other bytes, an end that is missing, or none of it.
  package func damaged(_ record: Record, _ choices: inout Choices) -> [UInt8]? {
    var bytes = record.bytes
    if choices.once(in: 20) { return nil }
    if choices.once(in: 6) { return Array(bytes.prefix(choices.below(bytes.count + 1))) }
    if choices.once(in: 6) { return choices.one(of: records).bytes }
    if bytes.isEmpty { return [UInt8(choices.below(256))] }
    for _ in 0...choices.below(6) {
      // The head of a record has its numbers.
      let index = choices.below(choices.once(in: 2) ? bytes.count : min(8, bytes.count))
      bytes[index] =
        choices.once(in: 3) ? choices.one(of: [0, 1, 0xff]) : UInt8(choices.below(256))
    }
    return bytes
  }
}
