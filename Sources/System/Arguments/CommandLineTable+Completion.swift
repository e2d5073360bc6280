extension CommandLineTable {
  /// The completion of a word in a shell, if there are no fixed choices.
  public enum Completion: Equatable, Sendable {
    /// No completion.
    case nothing
    /// Names of files and folders.
    case files
    /// Names of folders.
    case folders
    /// These words.
    case choices([String])
    /// The lines that the program prints for a call, as paths.
    ///
    /// The call is the arguments after the program's name, quoted for a shell. Its messages are not shown.
    case lines(of: String)
    /// A term of a query: a field with its value, or a word.
    ///
    /// The words are the lines that the program prints for a call with the beginning of the word as
    /// the last argument. All commands of a table with this completion have the same words;
    /// ``CommandLineTable/queryFields`` has the fields.
    case query(words: String)

    /// Whether it completes a query.
    var isQuery: Bool {
      if case .query = self { true } else { false }
    }
  }

  /// A field of a query.
  public struct QueryField: Equatable, Sendable {
    /// The name, without the colon.
    public let name: String
    /// The completion of the value; folders, choices or nothing.
    public let values: Completion

    /// Makes a field.
    public init(_ name: String, values: Completion = .nothing) {
      (self.name, self.values) = (name, values)
    }
  }

  /// The fields of queries, and the call that prints words; nil if no command takes a query.
  var queryCompletion: (fields: [QueryField], words: String)? {
    for command in commands {
      if case .query(let words) = command.completion { return (queryFields(), words) }
    }
    return nil
  }
}
