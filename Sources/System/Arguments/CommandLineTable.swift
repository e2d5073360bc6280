/// The commands and options of a program.
///
/// The parser, the help, the manual page and the shell completions all come from this table.
///
/// Texts may contain literals between backticks; the manual prints them in bold.
public struct CommandLineTable: Sendable {
  /// An option, with or without a value.
  public struct Option: Sendable {
    /// The long name, without the two dashes.
    public let name: String
    /// The short name: a character after a single dash; nil if there is none.
    public let letter: Character?
    /// The name of the value in the help; nil for an option without a value.
    public let value: String?
    /// The allowed values; empty if any value is allowed.
    public let choices: [String]
    /// How shells complete the value, if there are no choices.
    public let completion: Completion
    /// The effect of the option, as a sentence.
    public let help: String

    /// Creates an option.
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

  /// An example of a command line.
  public struct Example: Sendable {
    /// The arguments after the program's name, quoted for a shell.
    public let call: String
    /// The effect of the call, in a few words.
    public let help: String

    /// Creates an example.
    public init(_ call: String, _ help: String) {
      self.call = call
      self.help = help
    }
  }

  /// A command of a program.
  public struct Command: Sendable {
    /// The name of the command.
    public let name: String
    /// The names of the operands, such as `QUERY…` or `[DIR]`; empty if there are none.
    public let operands: String
    /// The allowed number of operands.
    public let operandCount: ClosedRange<Int>
    /// How shells complete an operand.
    public let completion: Completion
    /// The options of this command alone.
    public let options: [Option]
    /// The effect of the command, as a sentence.
    public let help: String
    /// Further details, as paragraphs.
    public let details: [String]
    /// Examples, the most useful one first.
    public let examples: [Example]

    /// Creates a command.
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

  /// The name of the program.
  public let program: String
  /// The purpose of the program: the rest of a sentence that begins with its name, without full stop.
  public let summary: String
  /// Further details, as paragraphs.
  public let details: [String]
  /// The options that all commands have.
  public let options: [Option]
  /// The commands; empty for a program without commands.
  public let commands: [Command]
  /// Computes the fields of queries; only the completions need them.
  public let queryFields: @Sendable () -> [QueryField]
  /// The exit codes of the program.
  public let exitCodes: [ExitCode]
  /// The command to use if the first word is not a command; nil if a command is required.
  public let standardCommandName: String?

  /// Creates a table; adds `--help` and `--version`.
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
