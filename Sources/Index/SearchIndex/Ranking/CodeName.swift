/// Recognizes names in code: of functions, types and constants.
enum CodeName {
  /// Words that come before a name where it is declared, ordered by their bytes.
  ///
  /// They do not include `let`, `var` and `const`: a variable often has the name of its type, so each use
  /// would count as a declaration. The types are return types of C functions.
  static let declarators: [[UInt8]] = [
    "actor", "bool", "char", "class", "def", "define", "enum", "fn", "fun", "func", "function",
    "int",
    "interface", "module", "protocol", "struct", "trait", "type", "union", "void",
  ].map { Array($0.utf8) }

  /// The most bytes of a name.
  private static let longestName = 64

  /// Whether a word of a query, as it was typed, looks like a name in code.
  ///
  /// It does for `parseHeader`, `HTTPServer`, `kmalloc_node` and `parse()`, but not for `PDFs`, `MHz`, `NATO`
  /// and `Header`.
  static func matches(_ text: String) -> Bool {
    var bytes = Array(text.utf8.prefix(longestName + 1))
    if bytes.count > longestName { return false }
    let isCall = bytes.count > 2 && bytes.suffix(2).elementsEqual("()".utf8)
    if isCall { bytes.removeLast(2) }
    var (hasLetter, joins, rises) = (false, false, false)
    // The lengths of the runs of capital and of small letters; a digit does not end a run.
    var (capitals, smalls) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        if smalls == 0, capitals < 2 { capitals = 0 }
        smalls += 1
        if capitals >= 2, smalls >= 2 { rises = true }
        hasLetter = true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if smalls > 0 {
          rises = true
          (capitals, smalls) = (0, 0)
        }
        capitals += 1
        hasLetter = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        continue
      case UInt8(ascii: "_"):
        (capitals, smalls) = (0, 0)
        if index > 0, index + 1 < bytes.count, isLetter(bytes[index - 1]),
          isLetter(bytes[index + 1])
        {
          joins = true
        }
      default:
        return false
      }
    }
    return hasLetter && (isCall || joins || rises)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
