/// What the index must know of a token beside its bytes and its range.
public struct TokenFlags: OptionSet, Sendable, Hashable {
  /// One bit for each flag.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The token stands at the position of the token before it, as another way to write it.
  ///
  /// It corresponds to FTS5's `FTS5_TOKEN_COLOCATED`. The first token of a text never has it.
  public static var colocated: TokenFlags { TokenFlags(rawValue: 1) }

  /// The token must be searched for as a prefix, or words that hold it are not found.
  ///
  /// It is given for queries only, to a Han, kana or hangul character that stands alone. Documents
  /// hold such characters at the start of two-character tokens; see ``SittaAnalyzer``.
  public static var prefix: TokenFlags { TokenFlags(rawValue: 2) }
}
