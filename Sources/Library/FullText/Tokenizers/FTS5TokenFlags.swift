import CSittaSQLite

/// Properties of a token, set by the tokenizer.
public struct FTS5TokenFlags: OptionSet, Hashable, Sendable {
  /// The bits of FTS5's flags.
  public let rawValue: Int32

  /// Makes a set from the bits of FTS5's flags.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The token is a synonym: it has the position of the token before it (FTS5_TOKEN_COLOCATED).
  ///
  /// See <https://www.sqlite.org/fts5.html#synonym_support>.
  public static var colocated: FTS5TokenFlags { FTS5TokenFlags(rawValue: FTS5_TOKEN_COLOCATED) }
}
