public import SittaSQLite

/// An error of this library, with a sentence for people.
public struct FullTextError: Error, Equatable, Sendable {
  /// The kind of an error, for programs.
  public enum Code: Equatable, Sendable {
    /// The SQLite library has no such full-text module.
    case missingModule
    /// No tokenizer of this name is registered with the connection.
    case unknownTokenizer
    /// A tokenizer of this name is already registered.
    case nameTaken
    /// An argument is not valid, for example the argument of a tokenizer.
    case invalidArgument
    /// A tokenizer passed a token that breaks the rules of FTS5.
    case invalidToken
    /// A tokenizer failed with its own error.
    case tokenizerFailed
    /// The receiver needs no more tokens; a tokenizer must let this error pass.
    case tokenizationStopped
    /// A text is longer than FTS5 can take (2 GiB).
    case textTooLong
    /// A pattern has a syntax error or names an unknown column.
    case invalidPattern
    /// The options of a table contradict each other or are out of range.
    case invalidDefinition
    /// Triggers cannot use full-text tables, because the connection does not trust its schema.
    case untrustedSchema
    /// The table does not exist, or belongs to another module.
    case unknownTable
    /// SQLite failed; ``FullTextError/cause`` is its error.
    case databaseFailed
  }

  /// The kind of the error.
  public let code: Code
  /// A sentence that says what failed, why, and what to do.
  public let sentence: String
  /// The SQLite error that caused this error; nil if there is none.
  public let cause: SQLiteError?

  /// Makes an error, for example to throw it from a tokenizer or a module of your own.
  public init(_ code: Code, _ sentence: String, cause: SQLiteError? = nil) {
    self.code = code
    self.sentence = sentence
    self.cause = cause
  }
}

extension FullTextError: CustomStringConvertible {
  /// The sentence.
  public var description: String { sentence }
}

extension FullTextError {
  static func database(_ error: SQLiteError) -> FullTextError {
    FullTextError(.databaseFailed, error.description, cause: error)
  }

  static func unknownTokenizer(_ name: String) -> FullTextError {
    FullTextError(
      .unknownTokenizer,
      "No tokenizer '\(name)' is registered with this connection: add it before it is used.")
  }

  static func nameTaken(_ name: String) -> FullTextError {
    FullTextError(
      .nameTaken, "A tokenizer '\(name)' is already registered; case is ignored in names.")
  }

  /// The error for an unknown argument, thrown by the `init` of a tokenizer.
  public static func unknownArgument(_ argument: String, of tokenizer: String) -> FullTextError {
    FullTextError(
      .invalidArgument, "The tokenizer '\(tokenizer)' does not know the argument '\(argument)'.")
  }

  static func containsNUL(_ subject: String) -> FullTextError {
    FullTextError(
      .invalidArgument, "\(subject) contains a NUL character, which SQLite does not accept.")
  }

  static func stopped(_ code: Int32) -> FullTextError {
    FullTextError(
      .tokenizationStopped, "The receiver of the tokens stopped the tokenizer (code \(code)).",
      cause: SQLiteError(code: code, message: "the token callback returned \(code)"))
  }
}
