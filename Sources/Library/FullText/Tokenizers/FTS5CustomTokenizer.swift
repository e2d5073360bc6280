public import SittaSQLite

/// A tokenizer written in Swift.
///
/// Add it with ``SittaSQLite/Database/add(tokenizer:)`` to each connection that uses it; then tables can name
/// it. FTS5 makes an instance for each table, and frees it at the latest when the connection is closed.
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
  ///   - db: the connection that will own the tokenizer; if the tokenizer retains it, it is never closed.
  ///   - arguments: the words after the name in `tokenize=`.
  /// - Throws: any error, such as ``FullTextError/unknownArgument(_:of:)``. The statement that needs the
  ///   table then fails, with the description of the error.
  init(db: Database, arguments: [String]) throws
}

extension FTS5CustomTokenizer {
  /// Returns a descriptor of this tokenizer, for a table or for a wrapping tokenizer.
  public static func tokenizerDescriptor(arguments: [String] = []) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: [name] + arguments)
  }
}
