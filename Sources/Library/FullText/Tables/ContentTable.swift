import SittaSQLite

extension Database {
  /// Throws an error with the reason if a full-text table cannot index these columns of another table.
  func checkContentTable(_ table: String, has columns: [String]) throws(FullTextError) {
    let known = try self.columns(ofTable: table)
    var kind: (schema: String, type: String, hasNoRowID: Bool)?
    do throws(SQLiteError) {
      // A temporary table hides a table of the same name.
      kind = try first(
        """
        SELECT schema, type, wr FROM pragma_table_list(?1)
        ORDER BY schema = 'temp' DESC, schema = 'main' DESC
        """, .text(table)
      ) { ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "", $0.integer(at: 2) == 1) }
    } catch {
      throw .database(error)
    }
    let reason: String? =
      switch kind {
      case (_, "view", _)?: "it is a view, which has no triggers after a change"
      case (_, "virtual", _)?: "it is a virtual table, which has no triggers"
      case ("temp", _, _)?:
        "it is a temporary table, and the triggers of this connection would fail in others"
      case (_, _, true)?: "it is made WITHOUT ROWID, and a full-text table finds text by rowid"
      default: nil
      }
    if let reason {
      throw FullTextError(
        .invalidDefinition, "The table '\(table)' cannot be synchronized: \(reason).")
    }
    // SQLite ignores the case of ASCII letters in names.
    let missing = columns.filter { column in
      !known.contains { $0.lowercasedASCII == column.lowercasedASCII }
    }
    if !missing.isEmpty {
      throw FullTextError(
        .invalidDefinition,
        "The table '\(table)' has no column '\(missing.joined(separator: "', '"))'.")
    }
  }
}

extension FullTextError {
  static let temporarySynchronization = FullTextError(
    .invalidDefinition,
    "A temporary table cannot be synchronized: other connections change the text without it. Fill it "
      + "with INSERT, or make a table that is not temporary.")
}

extension String {
  /// The bytes with ASCII letters in lower case.
  fileprivate var lowercasedASCII: [UInt8] {
    utf8.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }
  }
}
