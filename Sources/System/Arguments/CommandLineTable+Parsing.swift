import StringDistance

extension CommandLineTable {
  /// Parses the arguments after the program's name.
  ///
  /// Options may be anywhere before `--`; all arguments after it are operands. The forms are those of
  /// getopt_long(3): `--name=value`, `--name value`, `-nVALUE`, `-n VALUE` and bundled letters.
  public func parse(_ arguments: [[UInt8]]) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    var command: Command?
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        try take(operands: rest, &command, &parsed)
        break
      }
      let known = options + (command?.options ?? [])
      if argument.starts(with: Array("--".utf8)) {
        try parseLong(argument.dropFirst(2), known, &rest, &parsed)
      } else if argument.count > 1, argument[0] == UInt8(ascii: "-") {
        try parseLetters(argument.dropFirst(), known, &rest, &parsed)
      } else {
        try take(operands: [argument], &command, &parsed)
      }
    }
    if parsed.has("help") || parsed.has("version") { return parsed }
    let range = command?.operandCount ?? 0...0
    if commands.isEmpty || command != nil, !range.contains(parsed.operands.count) {
      throw wrongCount(command, parsed)
    }
    return parsed
  }

  private func take(
    operands: ArraySlice<[UInt8]>, _ command: inout Command?, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    var operands = operands
    if command == nil, !commands.isEmpty, let first = operands.popFirst() {
      let name = String(decoding: first, as: UTF8.self)
      command = commands.first { $0.name == name }
      if command == nil {
        command = try standardCommand(insteadOf: name)
        operands = [first] + operands
      }
      parsed.command = command?.name
    }
    parsed.operands += operands
  }

  /// Returns the command to use if the first word is not a command.
  ///
  /// - Throws: an error if the word looks like a misspelled command, or if there is no standard command.
  private func standardCommand(insteadOf name: String) throws(UsageError) -> Command? {
    try refuseMisspelled(name)
    guard let standard = commands.first(where: { $0.name == standardCommandName }) else {
      throw noCommand(name)
    }
    return standard
  }

  private func refuseMisspelled(_ name: String) throws(UsageError) {
    let near = commands.compactMap { command in
      distance(of: name, from: command.name).map { (name: command.name, distance: $0) }
    }
    guard let near = near.min(by: { $0.distance < $1.distance }) else { return }
    throw UsageError(
      "There is no command '\(name)'. Did you mean '\(near.name)'?"
        + (standardCommandName.map { " To find the word: \(program) \($0) \(name)" } ?? ""))
  }

  /// Returns the number of typing errors in a command's name; nil if there are too many.
  ///
  /// In a short word, only the order of letters may be wrong: `lsit` means `list`, but `lost` is a word.
  private func distance(of word: String, from command: String) -> Int? {
    if word.count < 5, word.sorted() != command.sorted() { return nil }
    return EditDistance(word.count < 5 ? 1 : 2)
      .between(Array(word.unicodeScalars), Array(command.unicodeScalars))
  }

  /// Returns the error for a word that is not a command.
  private func noCommand(_ name: String) -> UsageError {
    let names = commands.map(\.name).joined(separator: ", ")
    return UsageError("There is no command '\(name)'. The commands are \(names).")
  }

  /// Checks that a word is the name of a command.
  ///
  /// - Throws: an error that names all commands, or the command that was probably meant.
  public func check(command name: String) throws(UsageError) {
    if commands.contains(where: { $0.name == name }) { return }
    try refuseMisspelled(name)
    throw noCommand(name)
  }

  private func parseLong(
    _ argument: ArraySlice<UInt8>, _ known: [Option], _ rest: inout ArraySlice<[UInt8]>,
    _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    let parts = argument.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let option = known.first(where: { $0.name == name }) else {
      throw unknown("--\(name)")
    }
    var attached = parts.count > 1 ? Array(parts[1]) : nil
    if option.value == nil {
      if attached != nil { throw UsageError("--\(name) takes no value.") }
      parsed.flags.insert(name)
      return
    }
    if attached == nil { attached = rest.popFirst() }
    try store(attached, for: option, "--\(name)", &parsed)
  }

  private func parseLetters(
    _ argument: ArraySlice<UInt8>, _ known: [Option], _ rest: inout ArraySlice<[UInt8]>,
    _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    var letters = argument
    while let byte = letters.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = known.first(where: { $0.letter == letter }) else {
        throw unknown("-\(String(decoding: argument, as: UTF8.self))")
      }
      if option.value == nil {
        parsed.flags.insert(option.name)
        continue
      }
      try store(
        letters.isEmpty ? rest.popFirst() : Array(letters), for: option, "-\(letter)", &parsed)
      return
    }
  }

  private func store(
    _ value: [UInt8]?, for option: Option, _ spelling: String, _ parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard let value else {
      throw UsageError("\(spelling) needs a value: \(option.value ?? "").")
    }
    let text = String(decoding: value, as: UTF8.self)
    if !option.choices.isEmpty, !option.choices.contains(text) {
      let choices = option.choices.joined(separator: ", ")
      throw UsageError("\(spelling) takes one of \(choices), not '\(text)'.")
    }
    parsed.values[option.name, default: []].append(value)
  }

  private func unknown(_ spelling: String) -> UsageError {
    UsageError(
      commands.isEmpty
        ? "There is no option '\(spelling)'. Try '\(program) --help'."
        : "There is no option '\(spelling)' here. Put '--' before a word that begins with a dash.")
  }

  private func wrongCount(_ command: Command?, _ parsed: ParsedArguments) -> UsageError {
    let name = [program, command?.name].compactMap(\.self).joined(separator: " ")
    if let command, parsed.operands.count < command.operandCount.lowerBound {
      return UsageError("'\(name)' needs \(command.operands).")
    }
    let last = String(decoding: parsed.operands.last ?? [], as: UTF8.self)
    return UsageError("'\(name)' does not take '\(last)'.")
  }
}
