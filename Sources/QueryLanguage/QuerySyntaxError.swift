/// Why a text is no query; any text is one unless it is too long or names nothing to look for.
public struct QuerySyntaxError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The text has more than ``Query/byteLimit`` bytes.
    case tooLong
    /// The text has more than ``Query/termLimit`` terms.
    case tooManyTerms
    /// No letter and no digit to look for.
    case nothingToLookFor
    /// Only words that must not occur.
    case onlyNegations
  }

  /// What is wrong.
  public let reason: Reason
  /// Where, in Unicode scalars from 0.
  public let position: Int
}

extension QuerySyntaxError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch reason {
    case .tooLong: "The query is longer than \(Query.byteLimit) bytes."
    case .tooManyTerms: "The query has more than \(Query.termLimit) terms."
    case .nothingToLookFor: "The query has no word to look for."
    case .onlyNegations: "The query only says what must not occur; add a word to look for."
    }
  }
}
