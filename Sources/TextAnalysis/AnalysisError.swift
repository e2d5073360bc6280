/// An error while making an analyzer or one of its tables.
public struct AnalysisError: Error, Hashable, CustomStringConvertible {
  /// The kind of the error, for programs.
  public enum Code: Sendable, Hashable {
    /// There is no stemmer or no list of stop words for the language.
    case unknownLanguage
    /// A line of a table of synonyms cannot be read.
    case synonymSyntax
    /// There is no memory for the stemmer.
    case outOfMemory
  }

  /// The kind of the error, for programs.
  public let code: Code
  /// The line of the table, from 1, if the error is in a line.
  public let line: Int?
  /// What went wrong and what to do, as a sentence.
  public let description: String

  init(_ code: Code, line: Int? = nil, _ description: String) {
    self.code = code
    self.line = line
    self.description = description
  }

  static func unknownLanguage(_ name: String, for purpose: String, known: [String]) -> Self {
    Self(
      .unknownLanguage,
      "There \(purpose) for the language '\(name)'. There are: \(known.joined(separator: ", ")).")
  }
}
