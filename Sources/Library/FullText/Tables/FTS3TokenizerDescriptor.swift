/// The name and arguments of a tokenizer of FTS3 or FTS4; see <https://www.sqlite.org/fts3.html#tokenizer>.
public struct FTS3TokenizerDescriptor: Hashable, Sendable {
  /// The name of the tokenizer.
  public let name: String
  /// The arguments of the tokenizer.
  public let arguments: [String]

  /// Makes a descriptor of any tokenizer.
  public init(_ name: String, arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// Tokens of ASCII letters, ASCII digits and all non-ASCII characters; ASCII is folded to lower case.
  public static let simple = FTS3TokenizerDescriptor("simple")

  /// Tokens like those of `simple`, with English words reduced to their stems.
  public static let porter = FTS3TokenizerDescriptor("porter")

  /// Tokens of the letters and numbers of Unicode 6.1, with their case folded.
  ///
  /// - Parameters:
  ///   - diacritics: how accents are treated.
  ///   - separators: additional characters that separate tokens.
  ///   - tokenCharacters: additional characters that belong to tokens.
  /// - Returns: a descriptor.
  public static func unicode61(
    diacritics: FTS5.Diacritics = .removeLegacy, separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS3TokenizerDescriptor {
    var arguments: [String] = []
    switch diacritics {
    case .keep: arguments.append("remove_diacritics=0")
    case .removeLegacy: break
    case .remove: arguments.append("remove_diacritics=2")
    }
    if !separators.isEmpty { arguments.append("separators=" + String(separators.sorted())) }
    if !tokenCharacters.isEmpty {
      arguments.append("tokenchars=" + String(tokenCharacters.sorted()))
    }
    return FTS3TokenizerDescriptor("unicode61", arguments: arguments)
  }

  /// The value of the table's option `tokenize=`.
  var option: String {
    ([isBareword(name) ? name : quotedName(name)] + arguments.map(quotedName)).joined(
      separator: " ")
  }
}
