public import SittaSQLite
public import TextAnalysis

/// The tokenizer `sitta`: finds words in any script, and folds them so that different spellings match.
///
/// See `SittaAnalyzer` for the rules. Its arguments are `names`, `pinyin` and `romaji`:
///
/// ```swift
/// try db.add(tokenizer: FTS5SittaTokenizer.self)
/// try db.create(virtualTable: "mail", using: FTS5()) { t in
///   t.tokenizer = .sitta(splitsNames: true, readings: .pinyin)
///   t.column("body")
/// }
/// ```
public final class FTS5SittaTokenizer: FTS5CustomTokenizer {
  /// The name of the tokenizer for `tokenize=`.
  public static let name = "sitta"

  private let base: FTS5AnalyzerTokenizer<SittaAnalyzer>

  /// Makes a tokenizer for a table.
  ///
  /// - Parameters:
  ///   - db: the connection that will own the tokenizer.
  ///   - arguments: any of `names`, `pinyin` and `romaji`.
  /// - Throws: ``FullTextError/Code/invalidArgument`` for another argument.
  public init(db: Database, arguments: [String]) throws {
    var options = SittaAnalyzer.Options()
    for argument in arguments {
      switch argument {
      case "names": options.splitsNames = true
      case "pinyin": options.readings.insert(.pinyin)
      case "romaji": options.readings.insert(.romaji)
      default: throw FullTextError.unknownArgument(argument, of: Self.name)
      }
    }
    base = FTS5AnalyzerTokenizer(SittaAnalyzer(options: options))
  }

  /// Passes the tokens of `SittaAnalyzer`; see ``FTS5Tokenizer``.
  public func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    try base.tokenize(text, for: tokenization, tokenCallback: tokenCallback)
  }

  /// Matches documents that contain all of the words, in any order and in any script.
  ///
  /// Any text is safe. Unlike ``FTS5Pattern/init(matchingAllTokensIn:)``, this adds the star that a single
  /// Han, kana or hangul character needs: `"の" *`.
  ///
  /// - Parameter text: the words, separated by white space.
  /// - Returns: the pattern; nil if the text has no word.
  public static func pattern(matchingAllWordsIn text: String) -> FTS5Pattern? {
    var analyzer = SittaAnalyzer()
    let words = text.split { $0.isWhitespace || $0 == "\0" }.compactMap { word -> String? in
      var last: TokenFlags?
      analyzer.analyze(word.utf8.span, for: .query) { _, _, flags in last = flags }
      guard let last else { return nil }
      return quotedName(String(word)) + (last.contains(.prefix) ? " *" : "")
    }
    return words.isEmpty ? nil : FTS5Pattern(safe: words.joined(separator: " "))
  }
}

extension FTS5TokenizerDescriptor {
  /// The tokenizer `sitta`; add it first with `db.add(tokenizer: FTS5SittaTokenizer.self)`.
  ///
  /// - Parameters:
  ///   - splitsNames: whether the words inside names such as `QuarterlyReport` are also tokens.
  ///   - readings: the pronunciations that are additional tokens of documents.
  /// - Returns: a descriptor.
  public static func sitta(
    splitsNames: Bool = false, readings: Readings = []
  ) -> FTS5TokenizerDescriptor {
    FTS5SittaTokenizer.tokenizerDescriptor(
      arguments: (splitsNames ? ["names"] : [])
        + (readings.contains(.pinyin) ? ["pinyin"] : [])
        + (readings.contains(.romaji) ? ["romaji"] : []))
  }
}
