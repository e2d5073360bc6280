/// A value in SQL; see <https://www.sqlite.org/datatype3.html>.
public enum SQLiteValue: Equatable, Sendable {
  /// NULL.
  case null
  /// A signed integer of 64 bits.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Text.
  case text(String)
  /// Text as UTF-8 bytes, without making a `String`.
  case utf8([UInt8])
  /// Bytes.
  case blob([UInt8])
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes NULL.
  public init(nilLiteral: ()) { self = .null }
}

extension SQLiteValue {
  /// An integer, or NULL for nil.
  public static func integer(_ value: Int64?) -> SQLiteValue {
    value.map { .integer($0) } ?? .null
  }

  /// Text as UTF-8 bytes, or NULL for nil.
  public static func utf8(_ value: [UInt8]?) -> SQLiteValue {
    value.map { .utf8($0) } ?? .null
  }

  /// Text, or NULL for nil.
  public static func text(_ value: String?) -> SQLiteValue {
    value.map { .text($0) } ?? .null
  }
}

extension SQLiteValue {
  /// Makes text from stored bytes; bytes that are not valid UTF-8 are kept unchanged.
  init(validating bytes: [UInt8]) {
    self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .utf8(bytes)
  }
}
