extension CommandLineTable {
  /// The help: what the program is, how it is called, and every command and option with a sentence.
  public var help: String {
    let form = commands.isEmpty ? "[OPTION…]" : "[OPTION…] COMMAND"
    var text = "\(summary)\n\nUsage: \(program) \(form)\n"
    if !commands.isEmpty { text += "\nCommands:\n" }
    for command in commands {
      text += Self.row(usage(of: command), command.help)
      for option in command.options { text += Self.row("    " + spelling(of: option), option.help) }
    }
    text += "\nOptions:\n"
    for option in options { text += Self.row(spelling(of: option), option.help) }
    return closing.isEmpty ? text : text + "\n" + closing + "\n"
  }

  private func usage(of command: Command) -> String {
    command.operands.isEmpty ? command.name : "\(command.name) \(command.operands)"
  }

  private func spelling(of option: Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? ""
    return letter + "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
  }

  private static func row(_ left: String, _ right: String) -> String {
    let width = 28
    let left = "  " + left
    let gap = left.count < width ? String(repeating: " ", count: width - left.count) : "  "
    return left + gap + right + "\n"
  }
}
