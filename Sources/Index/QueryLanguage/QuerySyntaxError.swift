/// An error in the text of a query: the text is too long, or has nothing to search for.
public struct QuerySyntaxError: Error, Equatable, Sendable {
  /// The reason for the error.
  public enum Reason: Equatable, Sendable {
    /// The text has more than ``Query/byteLimit`` bytes.
    case tooLong
    /// The text has no letter, no digit and no filter.
    case nothingToSearchFor
  }

  /// The reason for the error.
  public let reason: Reason
  /// The position of the error, in Unicode scalars from 0.
  public let position: Int
}

extension QuerySyntaxError: CustomStringConvertible {
  /// The error as a sentence for people.
  public var description: String {
    switch reason {
    case .tooLong: "The query is longer than \(Query.byteLimit) bytes. Shorten it."
    case .nothingToSearchFor:
      "The query has nothing to search for. Type a letter, a digit or a filter."
    }
  }
}
