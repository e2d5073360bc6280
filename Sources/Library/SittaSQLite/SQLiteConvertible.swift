/// A type whose values can be bound to a statement or returned by an SQL function.
///
/// Integers, floating-point numbers, `Bool`, `String`, `Substring`, arrays of bytes and optional values
/// conform. A collection of bytes needs only the declaration:
///
/// ```swift
/// extension Data: @retroactive SQLiteConvertible {}
/// ```
public protocol SQLiteConvertible {
  /// The value in the form for SQL.
  var sqliteValue: SQLiteValue { get }
}

extension SQLiteConvertible where Self: Sequence<UInt8> {
  /// The bytes as a BLOB.
  public var sqliteValue: SQLiteValue { .blob(Array(self)) }
}

extension SQLiteConvertible where Self: RawRepresentable, RawValue: SQLiteConvertible {
  /// The value of `rawValue` in the form for SQL.
  public var sqliteValue: SQLiteValue { rawValue.sqliteValue }
}

extension SQLiteConvertible where Self: FixedWidthInteger {
  /// The integer; a number above `Int64.max` becomes a real number, as in SQL.
  public var sqliteValue: SQLiteValue {
    Int64(exactly: self).map { .integer($0) } ?? .real(Double(self))
  }
}

extension SQLiteConvertible where Self: BinaryFloatingPoint {
  /// The number as a real number.
  public var sqliteValue: SQLiteValue { .real(Double(self)) }
}

extension SQLiteConvertible where Self: StringProtocol {
  /// The characters as text.
  public var sqliteValue: SQLiteValue { .text(String(self)) }
}

extension Int: SQLiteConvertible {}
extension Int8: SQLiteConvertible {}
extension Int16: SQLiteConvertible {}
extension Int32: SQLiteConvertible {}
extension Int64: SQLiteConvertible {}
extension UInt: SQLiteConvertible {}
extension UInt8: SQLiteConvertible {}
extension UInt16: SQLiteConvertible {}
extension UInt32: SQLiteConvertible {}
extension UInt64: SQLiteConvertible {}
extension Double: SQLiteConvertible {}
extension Float: SQLiteConvertible {}
extension String: SQLiteConvertible {}
extension Substring: SQLiteConvertible {}
extension Array: SQLiteConvertible where Element == UInt8 {}
extension ArraySlice: SQLiteConvertible where Element == UInt8 {}
extension ContiguousArray: SQLiteConvertible where Element == UInt8 {}

extension Bool: SQLiteConvertible {
  /// 1 or 0.
  public var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
  /// The wrapped value, or NULL.
  public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}

extension SQLiteValue: SQLiteConvertible {
  /// The value itself.
  public var sqliteValue: SQLiteValue { self }

  /// Makes a value from any convertible value.
  public init(_ value: some SQLiteConvertible) { self = value.sqliteValue }
}
