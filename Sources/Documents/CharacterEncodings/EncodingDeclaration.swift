/// Finds the encoding that a text declares about itself.
enum EncodingDeclaration {
  /// Declarations are searched in this number of first bytes and of last bytes, as Emacs and Vim do.
  private static let searchedSize = 4_096
  /// The longest name of an encoding.
  private static let longestLabel = 64

  /// What precedes the name of the encoding: XML, Python and Ruby (PEP 263), Emacs, Vim, CSS, gettext, LaTeX.
  private static let marks =
    [
      "coding:", "coding=", "coding =", "fenc=", "charset=", "@charset",
    ].map { Array($0.utf8) } + [inputMark]
  private static let inputMark = Array("usepackage[".utf8)
  private static let inputEnd = Array("]{inputenc}".utf8)

  /// Finds the first declaration that names a known encoding.
  ///
  /// - Parameter bytes: the text in an encoding that contains ASCII.
  /// - Returns: nil if there is none.
  static func encoding(in bytes: Span<UInt8>) -> CharacterEncoding? {
    let start = bytes.extracting(first: searchedSize)
    if let encoding = encoding(inPart: start) { return encoding }
    let rest = bytes.extracting(start.count..<bytes.count)
    return encoding(inPart: rest.extracting(last: searchedSize))
  }

  private static func encoding(inPart part: Span<UInt8>) -> CharacterEncoding? {
    let head = part.indices.map { part[$0] }
    // The first letters of the marks; most bytes are none of them.
    for index in head.indices where "cf@u".utf8.contains(head[index]) {
      guard let mark = marks.first(where: { head[index...].starts(with: $0) }) else { continue }
      let rest = head[(index + mark.count)...].drop { [0x20, 0x22, 0x27].contains($0) }
      let label = rest.prefix(longestLabel).prefix(while: isLabelByte)
      // Other packages of LaTeX have options that are names of encodings, such as `greek`.
      if mark == inputMark, !rest[label.endIndex...].starts(with: inputEnd) { continue }
      if let encoding = encoding(of: String(decoding: label, as: UTF8.self)) { return encoding }
    }
    return nil
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x3a: true
    default: false
    }
  }

  private static func encoding(of label: String) -> CharacterEncoding? {
    var label = label.lowercased()
    // Emacs adds how lines end.
    for suffix in ["-unix", "-dos", "-mac"] where label.hasSuffix(suffix) {
      label.removeLast(suffix.count)
    }
    return CharacterEncoding.isPlaceholder(label)
      ? nil : CharacterEncoding(label: names[label] ?? label)
  }

  /// Names of Emacs, Vim, Python and LaTeX that differ from IANA names.
  private static let names = [
    "latin9": "iso-8859-15", "latin10": "iso-8859-16", "ansinew": "windows-1252",
    "applemac": "macintosh", "latin-2": "iso-8859-2", "latin-5": "iso-8859-9",
    "latin-9": "iso-8859-15", "iso-latin-1": "iso-8859-1", "iso-latin-2": "iso-8859-2",
    "iso-latin-5": "iso-8859-9", "iso-latin-9": "iso-8859-15", "mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic", "cyrillic-koi8": "koi8-r", "cyrillic-iso-8bit": "iso-8859-5",
    "greek-iso-8bit": "iso-8859-7", "hebrew-iso-8bit": "iso-8859-8",
    "japanese-shift-jis": "shift_jis", "japanese-iso-8bit": "euc-jp", "euc-japan": "euc-jp",
    "korean-iso-8bit": "euc-kr", "euc-korea": "euc-kr", "chinese-iso-8bit": "gb2312",
    "euc-china": "gb2312", "euc-cn": "gb2312", "chinese-gbk": "gbk", "chinese-gb18030": "gb18030",
    "chinese-big5": "big5", "thai-tis620": "tis-620", "iso-2022-7bit": "iso-2022-jp",
    "koi8r": "koi8-r", "koi8u": "koi8-u", "cp866u": "ibm866", "sjis": "shift_jis",
  ]
}
