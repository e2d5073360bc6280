/// Everything a program can be called with: one table from which the parser and the help are made.
public struct CommandLineTable: Sendable {
  /// A flag, with or without a value.
  public struct Option: Sendable {
    /// The long name, without its two dashes.
    public let name: String
    /// The one character after a single dash.
    public let letter: Character?
    /// What the value is called in the help; nil for a flag without one.
    public let value: String?
    /// The values that are allowed; empty where any is.
    public let choices: [String]
    /// What it does, as a sentence.
    public let help: String

    /// Describes an option.
    public init(
      _ name: String, _ letter: Character? = nil, value: String? = nil, choices: [String] = [],
      help: String
    ) {
      self.name = name
      self.letter = letter
      self.value = value
      self.choices = choices
      self.help = help
    }
  }

  /// What a program can be told to do.
  public struct Command: Sendable {
    /// Its name.
    public let name: String
    /// What its operands are called: `QUERY…`, `[DIR]`; empty where it takes none.
    public let operands: String
    /// How many operands it takes.
    public let operandCount: ClosedRange<Int>
    /// Its own options.
    public let options: [Option]
    /// What it does, as a sentence.
    public let help: String

    /// Describes a command.
    public init(
      _ name: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
      options: [Option] = [], help: String
    ) {
      self.name = name
      self.operands = operands
      self.operandCount = operandCount
      self.options = options
      self.help = help
    }
  }

  /// The program's name.
  public let program: String
  /// What it is, as a sentence.
  public let summary: String
  /// The options that hold for all commands.
  public let options: [Option]
  /// What it can be told to do; empty for a program that does one thing.
  public let commands: [Command]
  /// What stands at the end of the help: exit codes, examples.
  public let closing: String

  /// Describes a program; `--help` and `--version` come by themselves.
  public init(
    program: String, summary: String, options: [Option], commands: [Command] = [],
    closing: String = ""
  ) {
    self.program = program
    self.summary = summary
    self.options =
      options + [
        Option("help", "h", help: "Show this help and end."),
        Option("version", help: "Show the version and end."),
      ]
    self.commands = commands
    self.closing = closing
  }
}
