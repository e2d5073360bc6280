extension CommandLineTable {
  /// How a shell completes a word for which there are no fixed choices.
  public enum Completion: Equatable, Sendable {
    /// The word is not completed.
    case nothing
    /// Names of files and folders.
    case files
    /// Names of folders.
    case folders
    /// One of these words.
    case choices([String])
    /// Paths: the lines that the program prints for a call.
    ///
    /// The call is the arguments after the program's name, quoted for a shell; error messages are hidden.
    case lines(of: String)
    /// A term of a query: a field with its value, or a single word.
    ///
    /// For single words, the program is called with `words` and the beginning of the word as the last
    /// argument; it prints the words as lines. All commands of a table with this completion must have the
    /// same `words`. The fields are ``CommandLineTable/queryFields``.
    case query(words: String)

    /// Whether a query is completed.
    var isQuery: Bool {
      if case .query = self { true } else { false }
    }
  }

  /// A field that queries may have.
  public struct QueryField: Equatable, Sendable {
    /// The name of the field, without the colon.
    public let name: String
    /// The completion of the field's value: folders, choices or nothing.
    public let values: Completion

    /// Creates a field.
    public init(_ name: String, values: Completion = .nothing) {
      (self.name, self.values) = (name, values)
    }
  }

  /// The fields of queries, and the call that prints completions of a word; nil if no command takes a query.
  var queryCompletion: (fields: [QueryField], words: String)? {
    for command in commands {
      if case .query(let words) = command.completion { return (queryFields(), words) }
    }
    return nil
  }
}
