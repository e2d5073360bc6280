/// Properties of a token besides its bytes and its range.
public struct TokenFlags: OptionSet, Sendable, Hashable {
  /// One bit for each flag.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The token is another spelling of the token before it, and has the same position.
  ///
  /// It corresponds to FTS5's `FTS5_TOKEN_COLOCATED`. The first token of a text never has this flag.
  public static var colocated: TokenFlags { TokenFlags(rawValue: 1) }

  /// The token must be searched as a prefix; otherwise words that contain it are not found.
  ///
  /// Only a query has it, for a single Han, kana or hangul character. In documents, such a character begins a
  /// token of two characters; see ``SittaAnalyzer``.
  public static var prefix: TokenFlags { TokenFlags(rawValue: 2) }
}
