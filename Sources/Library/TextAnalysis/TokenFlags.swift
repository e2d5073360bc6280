/// Properties of a token besides its bytes and its range.
public struct TokenFlags: OptionSet, Sendable, Hashable {
  /// One bit for each flag.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The token has the position of the token before it, as another spelling.
  ///
  /// It corresponds to FTS5's `FTS5_TOKEN_COLOCATED`. The first token of a text never has it.
  public static var colocated: TokenFlags { TokenFlags(rawValue: 1) }

  /// The token must be searched as a prefix; otherwise words that contain it are not found.
  ///
  /// Only queries have it, for a single Han, kana or hangul character. Documents have such
  /// characters at the start of two-character tokens; see ``SittaAnalyzer``.
  public static var prefix: TokenFlags { TokenFlags(rawValue: 2) }
}
