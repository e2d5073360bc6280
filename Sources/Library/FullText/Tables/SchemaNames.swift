import SittaSQLite

/// Returns a name, quoted for SQL.
func quotedName(_ name: String) -> String {
  quoted(name, with: UInt8(ascii: "\""))
}

/// Returns a text, quoted for SQL.
func quotedText(_ text: String) -> String {
  quoted(text, with: UInt8(ascii: "'"))
}

/// Works on bytes, because a quote with a combining accent is one `Character`, which is not a quote.
private func quoted(_ text: String, with quote: UInt8) -> String {
  let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
  return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
}

/// Whether SQLite accepts the text as a word without quotes.
func isBareword(_ text: String) -> Bool {
  !text.isEmpty
    && text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default:
        false
      }
    }
}

extension Database {
  /// Returns the columns that `SELECT *` returns for a table or view, in order.
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

  /// Returns the name of a table's rowid: the column that is its INTEGER PRIMARY KEY, or else `rowid`.
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
