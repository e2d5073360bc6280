/// An error from creating an analyzer, a stemmer or a table.
public struct AnalysisError: Error, Hashable, CustomStringConvertible {
  /// The kind of the error, for programs.
  public enum Code: Sendable, Hashable {
    /// The language has no stemmer or no list of stop words.
    case unknownLanguage
    /// A line of a synonym table has a syntax error.
    case synonymSyntax
    /// Creating the stemmer failed for lack of memory.
    case outOfMemory
  }

  /// The kind of the error, for programs.
  public let code: Code
  /// The line number in the table, from 1; nil for other errors.
  public let line: Int?
  /// A sentence that says the cause and what to do.
  public let description: String

  init(_ code: Code, line: Int? = nil, _ description: String) {
    self.code = code
    self.line = line
    self.description = description
  }

  static func unknownLanguage(_ name: String, missing: String, known: [String]) -> Self {
    Self(
      .unknownLanguage,
      "There \(missing) for the language '\(name)'. Use one of: \(known.joined(separator: ", ")).")
  }
}
