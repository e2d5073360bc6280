import LinuxSystem

/// A value of a statement.
public enum PostgreSQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  /// UTF-8, of which invalid bytes and NULs are replaced, because the server refuses them.
  case utf8([UInt8])
  /// Any bytes, for the type `bytea`.
  case blob([UInt8])

  /// The value as the server reads it, without escapes; nil for NULL.
  public var bytes: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let number): Array("\(number)".utf8)
    case .boolean(let value): [UInt8(ascii: value ? "t" : "f")]
    case .text(let text): Self.accepted(Array(text.utf8))
    case .utf8(let bytes): Self.accepted(bytes)
    // See <https://www.postgresql.org/docs/15/datatype-binary.html>.
    case .blob(let bytes): Array("\\x\(bytes.hexadecimalDigits)".utf8)
    }
  }

  /// The text with a space for each NUL, so that offsets stay, and U+FFFD for what is no UTF-8.
  private static func accepted(_ bytes: [UInt8]) -> [UInt8] {
    var bytes =
      String(validating: bytes, as: UTF8.self) == nil
      ? Array(String(decoding: bytes, as: UTF8.self).utf8) : bytes
    for index in bytes.indices where bytes[index] == 0 { bytes[index] = 0x20 }
    return bytes
  }
}
