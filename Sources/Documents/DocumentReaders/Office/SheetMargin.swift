/// Reads the headers and footers of printed sheets.
///
/// Source: ECMA-376, part 1, 18.3.1.46.
enum SheetMargin {
  /// Returns the text without the codes for fonts, page numbers and names; parts are separated by blanks.
  static func text(_ code: String) -> String {
    var (text, rest) = ("", code.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      guard scalar == "&", let letter = rest.popFirst() else {
        if scalar != "&" { text.unicodeScalars.append(scalar) }
        continue
      }
      switch letter {
      case "&": text += "&"
      // The left, middle and right part.
      case "L", "C", "R", "l", "c", "r": text += " "
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      // A color: six hexadecimal digits, or the number of a color, a sign and a number.
      case "K", "k": rest = rest.dropFirst(6)
      case "0"..."9": rest = rest.drop { ("0"..."9").contains($0) }
      default: break
      }
    }
    return text
  }
}
