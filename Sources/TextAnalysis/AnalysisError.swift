/// Why an analyzer or one of its tables could not be made.
public struct AnalysisError: Error, Hashable, CustomStringConvertible {
  /// What went wrong, for programs.
  public enum Code: Sendable, Hashable {
    /// There is no stemmer or no list of stop words for the language.
    case unknownLanguage
    /// A line of a table of synonyms cannot be read.
    case synonymSyntax
    /// There is no memory for the stemmer.
    case outOfMemory
  }

  /// What went wrong, for programs.
  public let code: Code
  /// The line of the table, from 1, where there is one.
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
