/// Everything a program can be called with: one table from which the parser, the help, the manual
/// page and the completions are made.
///
/// Texts may hold literals between backticks; the manual prints them in bold.
public struct CommandLineTable: Sendable {
  /// What a shell completes a word with, where there are no fixed choices.
  public enum Completion: Sendable {
    /// Nothing: only a person knows.
    case nothing
    /// Names of files and folders.
    case files
    /// Names of folders.
    case folders
  }

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
    /// What completes the value where there are no choices.
    public let completion: Completion
    /// What it does, as a sentence.
    public let help: String

    /// Describes an option.
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

  /// A call that shows what a program is good for.
  public struct Example: Sendable {
    /// What is typed after the program's name, quoted for a shell.
    public let call: String
    /// What it does, in a few words.
    public let help: String

    /// Describes an example.
    public init(_ call: String, _ help: String) {
      self.call = call
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
    /// What completes an operand.
    public let completion: Completion
    /// Its own options.
    public let options: [Option]
    /// What it does, as a sentence.
    public let help: String
    /// What else there is to say, as paragraphs.
    public let details: [String]
    /// Calls of it, the most telling one first.
    public let examples: [Example]

    /// Describes a command.
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

  /// A number with which the program ends, and what it means.
  public typealias ExitCode = (code: Int32, meaning: String)

  /// The program's name.
  public let program: String
  /// What it does, as the rest of a sentence that begins with its name, without the full stop.
  public let summary: String
  /// What else there is to say, as paragraphs.
  public let details: [String]
  /// The options that hold for all commands.
  public let options: [Option]
  /// What it can be told to do; empty for a program that does one thing.
  public let commands: [Command]
  /// How it ends.
  public let exitCodes: [ExitCode]

  /// Describes a program; `--help` and `--version` come by themselves.
  public init(
    program: String, summary: String, details: [String] = [], options: [Option],
    commands: [Command] = [], exitCodes: [ExitCode] = []
  ) {
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
