/// A language that has a two-letter code in ISO 639-1.
public struct Language: Hashable, Sendable {
  /// The ISO 639-1 code; Bokmål has the code `no`.
  public let code: String

  /// Finds a language by a code of ISO 639-1, 639-2 or 639-3, or by a code that was replaced.
  ///
  /// Nil if no language with a two-letter code has this code.
  ///
  /// - Parameter code: the code in lower case, such as `de`, `deu`, `ger` or `iw`.
  public init?(code: String) {
    guard let code = Self.codes[code] else { return nil }
    self.code = code
  }

  /// Finds a language by its English name, or by its name in the language itself.
  ///
  /// Nil for an unknown name.
  ///
  /// - Parameter name: the name in lower case, such as `scottish gaelic` or `deutsch`.
  public init?(name: String) {
    guard let code = Self.names[name] else { return nil }
    self.code = code
  }

  /// All languages, ordered by their codes.
  public static let all = rows.compactMap { Language(code: $0.codes[0]) }

  private static let codes = index { $0.codes }
  private static let names = index { $0.names }

  /// Returns the ISO 639-1 code of each row by the words that `words` returns for the row.
  private static func index(_ words: (Row) -> [String]) -> [String: String] {
    rows.reduce(into: [:]) { index, row in
      for word in words(row) { index[word] = row.codes[0] }
    }
  }

  /// A line of ``table``.
  struct Row: Equatable {
    /// The ISO 639-1 code, then the other codes.
    let codes: [String]
    let names: [String]
  }

  static let rows = table.split(separator: "\n").map { line in
    let parts = line.split(separator: ":")
    let names = parts.count > 1 ? parts[1].split(separator: ",") : []
    return Row(
      codes: parts[0].split(separator: " ").map(String.init),
      names: names.map { String($0.drop { $0 == " " }) })
  }
}
