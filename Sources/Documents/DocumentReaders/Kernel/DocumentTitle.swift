/// Recognizes titles that mean nothing, because a program wrote them.
public enum DocumentTitle {
  /// The longest title in bytes of UTF-8; a longer title is cut.
  static let limit = 1_024

  /// Titles that programs give to new documents, in lower case and without numbers.
  private static let placeholders: Set = [
    "book", "doc", "document", "document title", "dokument", "document sans titre", "drawing",
    "excel", "feuille", "folie", "kein titel", "mappe", "new document",
    "new microsoft word document",
    "no title", "none", "noname", "null", "ohne titel", "page", "plain text document",
    "powerpoint presentation", "powerpoint-präsentation", "presentation", "presentation title",
    "présentation powerpoint", "präsentation", "presentación de powerpoint",
    "sans titre", "senza titolo", "seite", "sheet", "sin título", "slide", "spreadsheet",
    "tabelle", "title", "titel", "titre", "unbekannt", "unbenannt", "unknown", "unnamed",
    "untitled", "untitled document", "untitled presentation", "untitled spreadsheet",
    "word document", "workbook", "без названия", "無題", "无标题",
  ]

  /// The words that programs write before a file name in a title.
  private static let prefixes = [
    "microsoft word - ", "microsoft powerpoint - ", "microsoft excel - ", "microsoft visio - ",
    "layout 1 - ", "print - ",
  ]

  /// File name suffixes of documents and of templates.
  private static let suffixes: Set = [
    "ai", "cdr", "dia", "doc", "docm", "docx", "dot", "dotm", "dotx", "dvi", "dwg", "eps", "fm",
    "fodt", "htm", "html", "indd", "md", "odg", "odp", "ods", "odt", "otg", "otp", "ots", "ott",
    "pdf", "pot", "potm", "potx", "pps", "ppsx", "ppt", "pptm", "pptx", "ps", "pub", "qxd", "rtf",
    "svg", "sxc", "sxi", "sxw", "tex", "tmp", "txt", "vsd", "wpd", "wps", "xls", "xlsm", "xlsx",
    "xlt", "xltm", "xltx", "xml",
  ]

  /// Cleans the title from a document's metadata.
  ///
  /// - Parameters:
  ///   - title: the title as the document has it.
  ///   - template: the name of the document's template; nil if unknown.
  /// - Returns: the title with single blanks; nil if it says nothing about the document: a placeholder, only
  ///   digits, a file name, or the name of the template.
  public static func meaningful(_ title: String, template: String? = nil) -> String? {
    let title = collapsed(title)
    let lower = title.lowercased()
    guard title.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return nil }
    if prefixes.contains(where: lower.hasPrefix) || isFileName(lower) { return nil }
    if placeholders.contains(withoutNumber(lower)) { return nil }
    if let template {
      let template = collapsed(template).lowercased()
      if lower == template || lower == withoutSuffix(template) { return nil }
    }
    return title
  }

  /// Puts single blanks between words, and cuts a long title.
  private static func collapsed(_ text: String) -> String {
    var result = ""
    // A hostile title may consist of megabytes of blanks.
    for word in text.unicodeScalars.prefix(4 * limit).split(whereSeparator: isBlank) {
      if !result.isEmpty { result += " " }
      for scalar in word {
        if result.utf8.count + UTF8.width(scalar) > limit { return result }
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7f
      || scalar.value == 0xfeff
  }

  /// Whether a title is a single word with a document's file name suffix.
  private static func isFileName(_ title: String) -> Bool {
    let words = title.split(separator: " ", maxSplits: 1)
    guard words.count == 1, let dot = title.lastIndex(of: ".") else { return false }
    return suffixes.contains(String(title[title.index(after: dot)...]))
  }

  private static func withoutSuffix(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return name }
    return suffixes.contains(String(name[name.index(after: dot)...])) ? String(name[..<dot]) : name
  }

  /// Removes a number at the end with its brackets, as in "Document (2)".
  private static func withoutNumber(_ title: String) -> String {
    let extra: Set<Character> = [" ", "(", ")", "[", "]", "<", ">", "-", "_", ".", "*", "\"", "'"]
    var rest = title[...].drop { extra.contains($0) }
    while let last = rest.last, extra.contains(last) || last.isNumber { rest.removeLast() }
    return String(rest)
  }
}
