/// The instruction of a field of Word that has no result: what is shown is written in the instruction.
///
/// Source: ECMA-376, part 1, 17.16.5; Word's EQ fields are described in the help of Word.
enum FieldInstruction {
  /// A longer instruction is cut after this number of bytes.
  static let limit = 4_096

  /// Returns the text that is shown: that of a button that runs a macro, or of an equation, which may be a word with
  /// its reading above; empty for all other fields.
  static func shownText(_ instruction: [UInt8]) -> String {
    let text = String(decoding: instruction.prefix(limit), as: UTF8.self)
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    switch words.first?.uppercased() {
    case "MACROBUTTON" where words.count == 3: return String(words[2])
    case "EQ": return equation(words.dropFirst().joined(separator: " "))
    default: return ""
    }
  }

  /// Returns an equation without its commands, such as `\o\ad(\s\up 11(a),b)`.
  private static func equation(_ code: String) -> String {
    var (shown, rest) = ("", Substring(code))
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        if rest.first == "*" {
          dropSwitch(&rest)
        } else if let first = rest.first, first.isLetter {
          rest = rest.drop { $0.isASCII && $0.isLetter }
          rest = rest.drop { $0 == " " || $0.isASCII && $0.isNumber }
        } else if let literal = rest.popFirst() {
          shown.append(literal)
        }
      case "(", ")", ",", ";": shown.append(" ")
      default: shown.append(character)
      }
    }
    return shown.split(separator: " ").joined(separator: " ")
  }

  /// Drops a switch for the format, such as `* jc2` or `* "Font:MS Mincho"`.
  private static func dropSwitch(_ rest: inout Substring) {
    rest = rest.dropFirst().drop { $0 == " " }
    if rest.first == "\"" {
      rest = rest.dropFirst().drop { $0 != "\"" }.dropFirst()
    } else {
      rest = rest.drop { $0 != " " && $0 != "\\" }
    }
  }
}
