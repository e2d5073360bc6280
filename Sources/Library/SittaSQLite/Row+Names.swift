import CSittaSQLite

extension Row {
  /// Returns the first column with a name; the case of ASCII letters is ignored.
  ///
  /// - Parameter name: the name of the column; the name after AS, if there is one.
  /// - Returns: the column.
  /// - Throws: SQLITE_MISUSE if no column has this name.
  public func column(named name: String) throws(SQLiteError) -> Int32 {
    let key = name.utf8.map(Self.lowercased)
    for column in 0..<columnCount where self.name(ofColumn: column).utf8.map(Self.lowercased) == key
    {
      return column
    }
    let names = (0..<columnCount).map { self.name(ofColumn: $0) }.joined(separator: "', '")
    throw SQLiteError(
      code: SQLITE_MISUSE, message: "the row has no column '\(name)', only '\(names)'")
  }

  /// Whether the value of a column is NULL; see ``column(named:)``.
  public func isNull(named name: String) throws(SQLiteError) -> Bool {
    isNull(at: try column(named: name))
  }

  /// The value of a column with its type in SQL; see ``value(at:)`` and ``column(named:)``.
  public func value(named name: String) throws(SQLiteError) -> SQLiteValue {
    value(at: try column(named: name))
  }

  /// The value of a column as an integer, converted as SQLite does; 0 for NULL; see ``column(named:)``.
  public func integer(named name: String) throws(SQLiteError) -> Int64 {
    integer(at: try column(named: name))
  }

  /// The value of a column as a number, converted as SQLite does; 0 for NULL; see ``column(named:)``.
  public func real(named name: String) throws(SQLiteError) -> Double {
    real(at: try column(named: name))
  }

  /// The value of a column as text; nil for NULL; see ``column(named:)``.
  public func text(named name: String) throws(SQLiteError) -> String? {
    text(at: try column(named: name))
  }

  /// The value of a column as bytes; empty for NULL; see ``column(named:)``.
  public func bytes(named name: String) throws(SQLiteError) -> [UInt8] {
    bytes(at: try column(named: name))
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5a ~= byte ? byte | 0x20 : byte
  }
}
