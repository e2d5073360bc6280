public import SittaSQLite

/// A tokenizer written in Swift.
///
/// Add it to each connection that uses it with ``SittaSQLite/Database/add(tokenizer:)``; then tables can
/// name it. FTS5 makes an instance for each table, and frees it with the connection at the latest.
///
/// ```swift
/// final class Lines: FTS5CustomTokenizer {
///   static let name = "lines"
///   init(db: Database, arguments: [String]) throws {}
///
///   func tokenize(
///     _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
///     tokenCallback: borrowing FTS5TokenCallback
///   ) throws {
///     var start = 0
///     // A token must not contain a NUL, so it ends a line, too.
///     for end in 0...text.count where end == text.count || [0x00, 0x0a].contains(text[end]) {
///       if end > start {
///         try tokenCallback(text.extracting(start..<end), from: start, to: end)
///       }
///       start = end + 1
///     }
///   }
/// }
/// ```
public protocol FTS5CustomTokenizer: FTS5Tokenizer {
  /// The name of the tokenizer for `tokenize=`.
  static var name: String { get }

  /// Makes a tokenizer for a table.
  ///
  /// - Parameters:
  ///   - db: the connection that will own the tokenizer. If you retain it, it can never close.
  ///   - arguments: the words after the name in `tokenize=`.
  /// - Throws: any error, for example ``FullTextError/unknownArgument(_:of:)``. The statement that
  ///   needs the table fails with its description.
  init(db: Database, arguments: [String]) throws
}

extension FTS5CustomTokenizer {
  /// The descriptor of this tokenizer, for a table or another tokenizer.
  public static func tokenizerDescriptor(arguments: [String] = []) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: [name] + arguments)
  }
}
