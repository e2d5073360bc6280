/// Names a tokenizer of FTS3 and FTS4 and its arguments; see <https://www.sqlite.org/fts3.html#tokenizer>.
public struct FTS3TokenizerDescriptor: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The words after it.
  public let arguments: [String]

  /// Names any tokenizer.
  public init(_ name: String, arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// ASCII letters and digits, and all non-ASCII characters; ASCII is folded to lower case.
  public static let simple = FTS3TokenizerDescriptor("simple")

  /// Like `simple`, and stems English words.
  public static let porter = FTS3TokenizerDescriptor("porter")

  /// Unicode 6.1's letters and numbers, case folded.
  ///
  /// - Parameters:
  ///   - diacritics: how accents are treated.
  ///   - separators: more characters that separate tokens.
  ///   - tokenCharacters: more characters that belong to tokens.
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

  /// The value of `tokenize=`.
  var option: String {
    ([isBareword(name) ? name : quotedName(name)] + arguments.map(quotedName)).joined(
      separator: " ")
  }
}
