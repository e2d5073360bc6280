/// The rows that a statement returned, with all values as text.
public struct PostgreSQLRows: Sendable, Equatable {
  /// The number of columns.
  public let columns: Int
  /// The number of rows that were returned, inserted, updated or deleted.
  public let affected: Int
  /// All values, row by row; nil for NULL.
  let values: [[UInt8]?]

  /// The number of returned rows.
  public var count: Int { columns == 0 ? 0 : values.count / columns }

  /// A value as bytes of UTF-8; nil for NULL.
  ///
  /// - Parameters:
  ///   - row: the number of the row, from 0.
  ///   - column: the number of the column, from 0.
  /// - Returns: the bytes.
  public func bytes(_ row: Int, _ column: Int) -> [UInt8]? { values[row * columns + column] }

  /// A value as text; nil for NULL.
  public func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A value as a number; nil for NULL, or if it is none.
  public func integer(_ row: Int, _ column: Int) -> Int64? { text(row, column).flatMap(Int64.init) }
}
