import FoundationEssentials
import LinuxSystem

/// Encodes a value as one line of JSON, with sorted keys.
enum JSONLine {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  /// Escapes the control characters that JSON permits in strings (RFC 8259, section 7), because
  /// they could control a terminal.
  private static func escapingControls(_ json: String) -> String {
    if json.escapingControls() == json { return json }
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      let plain = String(scalar)
      if plain.escapingControls() == plain {
        text += plain
      } else {
        // All control characters are below U+10000, so four digits are enough.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}
