/// The commands and options of a program.
///
/// The parser, the help, the manual page and the completions are made from this one table.
///
/// Texts can contain literals between backticks; the manual prints them in bold.
public struct CommandLineTable: Sendable {
  /// A flag, with or without a value.
  public struct Option: Sendable {
    /// The long name, without its two dashes.
    public let name: String
    /// The one character after a single dash.
    public let letter: Character?
    /// The name of the value in the help; nil for a flag without a value.
    public let value: String?
    /// The allowed values; empty if every value is allowed.
    public let choices: [String]
    /// The completion of the value, if there are no choices.
    public let completion: Completion
    /// Its effect, as a sentence.
    public let help: String

    /// Makes an option.
    public init(
      _ name: String, _ letter: Character? = nil, value: String? = nil, choices: [String] = [],
      completion: Completion = .nothing, help: String
    ) {
      self.name = name
      self.letter = letter
      self.value = value
      self.choices = choices
      self.completion = completion
      self.help = help
    }
  }

  /// An example of a call.
  public struct Example: Sendable {
    /// The arguments after the program's name, quoted for a shell.
    public let call: String
    /// Its effect, in a few words.
    public let help: String

    /// Makes an example.
    public init(_ call: String, _ help: String) {
      self.call = call
      self.help = help
    }
  }

  /// A command of a program.
  public struct Command: Sendable {
    /// Its name.
    public let name: String
    /// The names of its operands: `QUERY…`, `[DIR]`; empty if it takes none.
    public let operands: String
    /// The allowed number of operands.
    public let operandCount: ClosedRange<Int>
    /// The completion of an operand.
    public let completion: Completion
    /// Its own options.
    public let options: [Option]
    /// Its effect, as a sentence.
    public let help: String
    /// Further details, as paragraphs.
    public let details: [String]
    /// Examples, the most useful one first.
    public let examples: [Example]

    /// Makes a command.
    public init(
      _ name: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
      completion: Completion = .nothing, options: [Option] = [], help: String,
      details: [String] = [], examples: [Example] = []
    ) {
      self.name = name
      self.operands = operands
      self.operandCount = operandCount
      self.completion = completion
      self.options = options
      self.help = help
      self.details = details
      self.examples = examples
    }
  }

  /// An exit code and its meaning.
  public typealias ExitCode = (code: Int32, meaning: String)

  /// The program's name.
  public let program: String
  /// Its purpose, as the rest of a sentence that begins with its name, without the full stop.
  public let summary: String
  /// Further details, as paragraphs.
  public let details: [String]
  /// The options of all commands.
  public let options: [Option]
  /// The commands; empty for a program with a single purpose.
  public let commands: [Command]
  /// The fields of queries, for completions: only they need them.
  public let queryFields: @Sendable () -> [QueryField]
  /// The exit codes.
  public let exitCodes: [ExitCode]
  /// The command that is meant if the first word is none; nil if there must be one.
  public let standardCommandName: String?

  /// Makes a table; `--help` and `--version` are added.
  public init(
    program: String, summary: String, details: [String] = [], options: [Option],
    commands: [Command] = [], standardCommandName: String? = nil,
    queryFields: @escaping @Sendable () -> [QueryField] = { [] }, exitCodes: [ExitCode] = []
  ) {
    self.queryFields = queryFields
    self.standardCommandName = standardCommandName
    self.program = program
    self.summary = summary
    self.details = details
    self.options =
      options + [
        Option("help", "h", help: "Show this help and end."),
        Option("version", help: "Show the version and end."),
      ]
    self.commands = commands
    self.exitCodes = exitCodes
  }
}
