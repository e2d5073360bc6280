import FoundationEssentials

/// The door for JSON that comes from outside of this process.
///
/// Foundation's scanner ends the process if a text ends in the bracket that opens its 513th level: the error about the
/// depth looks behind the end of the text. So the depth is bounded before, in any encoding that the scanner accepts.
package enum ForeignJSON {
  /// The most levels of arrays and objects; messages of Sitta have at most ten.
  package static let mostLevels = 128

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - bytes: the text in UTF-8.
  /// - Returns: the value.
  /// - Throws: a `DecodingError`.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>
  ) throws -> Value {
    // A loop over a generic collection of another module is not specialized.
    let bytes = Array(bytes)
    guard isHarmless(bytes) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "It has too many levels, or is not UTF-8."))
    }
    return try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Whether a text has few levels, and is not in UTF-16 or UTF-32.
  ///
  /// O(bytes).
  static func isHarmless(_ bytes: [UInt8]) -> Bool {
    // JSON in these encodings has zeros, and in UTF-8 it has none.
    var levels = 0
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if byte == 0 { return false }
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        levels += 1
        if levels > mostLevels { return false }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): levels = max(0, levels - 1)
      default: break
      }
    }
    return true
  }
}
