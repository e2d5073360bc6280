/// Why a text is no query; any text is one unless it is too long or names nothing to look for.
public struct QuerySyntaxError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// The text has more than ``Query/byteLimit`` bytes.
    case tooLong
    /// No letter, no digit and no filter.
    case nothingToLookFor
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
    case .tooLong: "The query is longer than \(Query.byteLimit) bytes. Shorten it."
    case .nothingToLookFor:
      "The query has nothing to search for. Type a letter, a digit or a filter."
    }
  }
}
