import SQLite

/// A name as SQL takes it whatever it holds.
func quotedName(_ name: String) -> String {
  "\"" + doubled("\"", in: name) + "\""
}

/// Text as SQL takes it whatever it holds.
func quotedText(_ text: String) -> String {
  "'" + doubled("'", in: text) + "'"
}

private func doubled(_ quote: Character, in text: String) -> String {
  text.split(separator: quote, omittingEmptySubsequences: false).joined(
    separator: "\(quote)\(quote)")
}

extension Database {
  /// The columns of a table or view that SQL shows with a star, in order.
  func columns(ofTable table: String) throws(FullTextError) -> [String] {
    var names: [String] = []
    do throws(SQLiteError) {
      try forEachRow("SELECT name FROM pragma_table_info(?1)", .text(table)) { row in
        names.append(row.text(at: 0) ?? "")
      }
    } catch {
      throw .database(error)
    }
    guard !names.isEmpty else {
      throw FullTextError(.unknownTable, "There is no table '\(table)'.")
    }
    return names
  }

  /// What SQL calls a table's row numbers: the column that is its INTEGER PRIMARY KEY, or `rowid`.
  func rowIDName(ofTable table: String) throws(FullTextError) -> String {
    var keys: [(name: String, isInteger: Bool)] = []
    do throws(SQLiteError) {
      try forEachRow(
        "SELECT name, type = 'INTEGER' COLLATE NOCASE FROM pragma_table_info(?1) WHERE pk > 0",
        .text(table)
      ) { row in
        keys.append((row.text(at: 0) ?? "", row.integer(at: 1) == 1))
      }
    } catch {
      throw .database(error)
    }
    guard keys.count == 1, let key = keys.first, key.isInteger else { return "rowid" }
    return key.name
  }
}
