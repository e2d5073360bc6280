public import SQLite

/// An error of the text layer, with a sentence for people.
public struct FullTextError: Error, Equatable, Sendable {
  /// The kind of an error, for programs.
  public enum Code: Equatable, Sendable {
    /// The SQLite library has no such full-text module.
    case missingModule
    /// No tokenizer of that name is registered with the connection.
    case unknownTokenizer
    /// A tokenizer or a function of that name is there already.
    case nameTaken
    /// A tokenizer does not understand an argument it was given.
    case invalidArgument
    /// A tokenizer gave a token that FTS5 must not see.
    case invalidToken
    /// A tokenizer failed with an error of its own.
    case tokenizerFailed
    /// The receiver of the tokens wants no more of them: let the error through.
    case tokenizationStopped
    /// A text is longer than FTS5 can take (2 GiB).
    case textTooLong
    /// A pattern has a syntax error or names a column that the table has not.
    case invalidPattern
    /// A table is defined in a way that makes no sense.
    case invalidDefinition
    /// Triggers may not use full-text tables, because the connection does not trust its schema.
    case untrustedSchema
    /// The table is not there, or is not of the module.
    case unknownTable
    /// SQLite failed; ``FullTextError/cause`` says how.
    case databaseFailed
  }

  /// The kind of the error.
  public let code: Code
  /// What failed, why, and what can be done.
  public let sentence: String
  /// The error of SQLite that caused it, if there is one.
  public let cause: SQLiteError?

  init(_ code: Code, _ sentence: String, cause: SQLiteError? = nil) {
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
      .nameTaken, "A tokenizer '\(name)' is already there; names differ in more than case.")
  }

  /// An argument that a tokenizer does not know, for a tokenizer's `init` to throw.
  public static func unknownArgument(_ argument: String, of tokenizer: String) -> FullTextError {
    FullTextError(
      .invalidArgument, "The tokenizer '\(tokenizer)' does not know the argument '\(argument)'.")
  }

  static func holdsNUL(_ what: String) -> FullTextError {
    FullTextError(.invalidArgument, "\(what) holds a NUL character, which SQLite cannot take.")
  }

  static func stopped(_ code: Int32) -> FullTextError {
    FullTextError(
      .tokenizationStopped, "The receiver of the tokens wants no more of them (\(code)).",
      cause: SQLiteError(code: code, message: "the token callback returned \(code)"))
  }
}
