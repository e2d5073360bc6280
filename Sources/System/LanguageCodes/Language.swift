/// A language that has a code of two letters in ISO 639-1.
public struct Language: Hashable, Sendable {
  /// The ISO 639-1 code; `no` for Bokmål, too.
  public let code: String

  /// Finds a language by a code of ISO 639-1, 639-2 or 639-3, or by a code that these have replaced.
  ///
  /// It fails if no language with a code of two letters has this code.
  ///
  /// - Parameter code: in lower case, such as `de`, `deu`, `ger` or `iw`.
  public init?(code: String) {
    guard let code = Self.codes[code] else { return nil }
    self.code = code
  }

  /// Finds a language by its name in English or in the language itself.
  ///
  /// It fails for an unknown name.
  ///
  /// - Parameter name: in lower case, such as `scottish gaelic` or `deutsch`.
  public init?(name: String) {
    guard let code = Self.names[name] else { return nil }
    self.code = code
  }

  /// All languages, by their codes.
  public static let all = rows.compactMap { Language(code: $0.codes[0]) }

  private static let codes = index { $0.codes }
  private static let names = index { $0.names }

  /// The first code of each row by some of its words.
  private static func index(_ words: (Row) -> [String]) -> [String: String] {
    rows.reduce(into: [:]) { index, row in
      for word in words(row) { index[word] = row.codes[0] }
    }
  }

  /// A line of ``table``.
  struct Row: Equatable {
    /// The ISO 639-1 code, then the others.
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
