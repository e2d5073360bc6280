/// The name and arguments of a tokenizer, as in `tokenize=` in the definition of a table.
///
/// See <https://www.sqlite.org/fts5.html#tokenizers>.
public struct FTS5TokenizerDescriptor: Hashable, Sendable {
  /// The name of the tokenizer, then its arguments.
  public let components: [String]

  /// Makes a descriptor of any tokenizer: `["porter", "unicode61", "remove_diacritics", "2"]`.
  public init(components: [String]) {
    self.components = components
  }

  /// The name of the tokenizer; empty if there are no components.
  public var name: String { components.first ?? "" }

  /// The arguments: the components after the name.
  public var arguments: [String] { Array(components.dropFirst()) }

  /// The value of `tokenize=`: the components, quoted if necessary.
  var option: String {
    components.map { isBareword($0) ? $0 : quotedText($0) }.joined(separator: " ")
  }
}

extension FTS5TokenizerDescriptor {
  /// The built-in tokenizer `ascii`: tokens of ASCII letters, ASCII digits and all non-ASCII characters.
  ///
  /// - Parameters:
  ///   - separators: additional ASCII characters that separate tokens.
  ///   - tokenCharacters: additional ASCII characters that belong to tokens.
  /// - Returns: a descriptor.
  public static func ascii(
    separators: Set<Character> = [], tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(
      components: ["ascii"] + characters(separators: separators, tokenCharacters: tokenCharacters))
  }

  /// The built-in tokenizer `porter`, which reduces the English tokens of another tokenizer to their stems.
  ///
  /// - Parameter wrapping: the tokenizer whose tokens are stemmed; nil means `unicode61`.
  /// - Returns: a descriptor.
  public static func porter(
    wrapping: FTS5TokenizerDescriptor? = nil
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: ["porter"] + (wrapping?.components ?? []))
  }

  /// The built-in tokenizer `unicode61`: tokens of the letters and numbers of Unicode 6.1, with case folded.
  ///
  /// - Parameters:
  ///   - diacritics: how accents are treated.
  ///   - categories: the Unicode categories of token characters; empty means `L* N* Co`.
  ///   - separators: additional characters that separate tokens.
  ///   - tokenCharacters: additional characters that belong to tokens.
  /// - Returns: a descriptor.
  public static func unicode61(
    diacritics: FTS5.Diacritics = .removeLegacy, categories: String = "",
    separators: Set<Character> = [], tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    var components = ["unicode61"]
    switch diacritics {
    case .keep: components += ["remove_diacritics", "0"]
    case .removeLegacy: break
    case .remove: components += ["remove_diacritics", "2"]
    }
    if !categories.isEmpty { components += ["categories", categories] }
    components += characters(separators: separators, tokenCharacters: tokenCharacters)
    return FTS5TokenizerDescriptor(components: components)
  }

  /// The built-in tokenizer `trigram`, which finds any substring of at least three characters.
  ///
  /// - Parameter matching: whether upper and lower case differ.
  /// - Returns: a descriptor.
  public static func trigram(
    matching: FTS5.TrigramMatching = .caseInsensitive
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(
      components: ["trigram"] + (matching == .caseSensitive ? ["case_sensitive", "1"] : []))
  }

  private static func characters(
    separators: Set<Character>, tokenCharacters: Set<Character>
  ) -> [String] {
    (separators.isEmpty ? [] : ["separators", String(separators.sorted())])
      + (tokenCharacters.isEmpty ? [] : ["tokenchars", String(tokenCharacters.sorted())])
  }
}
