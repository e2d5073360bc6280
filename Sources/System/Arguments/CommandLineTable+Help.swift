extension CommandLineTable {
  /// The largest number of characters in a line of the help.
  private static let columns = 80

  /// The help of the program: its purpose, its usage, and a sentence for each command.
  public var help: String {
    let form = commands.isEmpty ? "[OPTION…]" : "[OPTION…] COMMAND"
    var text = Self.wrapped("\(program) \(summary).") + "\nUsage: \(program) \(form)\n"
    if !commands.isEmpty { text += "\nCommands:\n" }
    for command in commands { text += Self.row(usage(of: command), command.help) }
    text += "\nOptions:\n" + rows(of: options)
    text += examples(commands.compactMap(\.examples.first))
    if !details.isEmpty { text += "\n" + paragraphs(details) }
    let codes = exitCodes.map { "\($0.code) \($0.meaning)" }
    if !codes.isEmpty {
      text += "\n" + Self.wrapped("Exit codes: \(codes.joined(separator: ", ")).")
    }
    if !commands.isEmpty {
      text += "\n'\(program) COMMAND --help' shows the options of a command.\n"
    }
    return text
  }

  /// Returns the help for a command; for the program if there is no such command.
  public func help(for name: String?) -> String {
    guard let command = commands.first(where: { $0.name == name }) else { return help }
    let words = [program, command.name] + (command.options.isEmpty ? [] : ["[OPTION…]"])
    let usage = words + (command.operands.isEmpty ? [] : [command.operands])
    var text = "Usage: \(usage.joined(separator: " "))\n\n" + Self.wrapped(command.help)
    if !command.details.isEmpty { text += "\n" + paragraphs(command.details) }
    if !command.options.isEmpty { text += "\nOptions:\n" + rows(of: command.options) }
    text += "\nOptions of all commands:\n" + rows(of: options)
    return text + examples(command.examples)
  }

  func usage(of command: Command) -> String {
    command.operands.isEmpty ? command.name : "\(command.name) \(command.operands)"
  }

  private func rows(of options: [Option]) -> String {
    options.map { Self.row($0.spellings.joined(separator: ", "), $0.help) }.joined()
  }

  private func examples(_ examples: [Example]) -> String {
    if examples.isEmpty { return "" }
    let rows = examples.map { Self.row("\(program) \($0.call)", $0.help, width: 44) }
    return "\nExamples:\n" + rows.joined()
  }

  private func paragraphs(_ texts: [String]) -> String {
    texts.map(Self.wrapped).joined(separator: "\n")
  }

  private static func wrapped(_ text: String) -> String {
    WrappedText(text.withoutMarks, columns: columns).lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ left: String, _ right: String, width: Int = 28) -> String {
    let left = "  " + left
    let margin = String(repeating: " ", count: width)
    let lines = WrappedText(right.withoutMarks, columns: columns - width).lines
    let first = left.count < width - 1 ? left + margin.dropFirst(left.count) : left + "\n" + margin
    return first + lines.joined(separator: "\n" + margin) + "\n"
  }
}

extension CommandLineTable.Option {
  /// The spellings of the option: `-l` if it has a letter, then `--name` with the name of its value.
  var spellings: [String] {
    (letter.map { ["-\($0)"] } ?? []) + ["--\(name)" + (value.map { " \($0)" } ?? "")]
  }
}

extension String {
  /// The text without the backticks around literals.
  var withoutMarks: String { filter { $0 != "`" } }
}
