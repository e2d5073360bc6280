import Arguments
import LinuxSystem

/// The command `sitta integrate`.
extension ClientCommand {
  static let integrateCommand = CommandLineTable.Command(
    "integrate", operands: "[NAME]", operandCount: 0...1,
    completion: .choices(Integration.all.map(\.name)),
    options: [
      .init("print", help: "Print the text instead of writing it to a file."),
      .init("remove", help: "Remove the file, if it was not changed."),
    ],
    help: "Let another program search with Sitta; without NAME, list the programs.",
    details: [
      """
      It writes the file in which the program looks for such a text. A file that is there already stays \
      as it is, unless another version wrote it and it was not changed since. These are the programs:
      """
    ] + Integration.all.map { "`\($0.name)`: \($0.help)" },
    examples: [
      .init("integrate vim", "search in Vim"),
      .init("integrate --print dolphin", "what would be written"),
      .init("integrate --remove vim", "take it back"),
    ])

  func integrate(_ parsed: ParsedArguments) throws -> ExitCode {
    guard let operand = parsed.operands.first else {
      guard !parsed.has("print"), !parsed.has("remove") else {
        throw UsageError("'sitta integrate' with --print or --remove needs NAME.")
      }
      let width = Integration.all.map(\.name.count).max() ?? 0
      for integration in Integration.all {
        let blanks = String(repeating: " ", count: width - integration.name.count + 2)
        try output.write("\(integration.name)\(blanks)\(integration.help.withoutLiterals)\n")
      }
      return .found
    }
    let name = String(decoding: operand, as: UTF8.self)
    guard let integration = Integration.all.first(where: { $0.name == name }) else {
      let names = Integration.all.map(\.name).joined(separator: ", ")
      throw UsageError("There is no program '\(name)' here. The programs are \(names).")
    }
    if parsed.has("print"), parsed.has("remove") {
      throw UsageError("Only one of --print and --remove can be used.")
    }
    if parsed.has("print") {
      try output.write(integration.text)
      return .found
    }
    guard let place = integration.place else {
      return try explain(integration, isRemoved: parsed.has("remove"))
    }
    let file = try Self.folders().path(of: place)
    return parsed.has("remove")
      ? try remove(integration, file) : try write(integration, file)
  }

  /// Prints the step that remains for the user, for a program that has no file to write.
  private func explain(_ integration: Integration, isRemoved: Bool) throws -> ExitCode {
    let remainder = integration.remainder
    let sentence = isRemoved ? "Remove this line if you have added it:" : remainder.sentence
    try output.write("\(sentence)\n    \(remainder.line ?? "")\n")
    return .found
  }

  private func write(_ integration: Integration, _ file: FilePath) throws -> ExitCode {
    let permissions: UInt32 = integration.isExecutable ? 0o755 : 0o644
    switch try origin(of: file, integration) {
    case .person?:
      throw Failure(
        code: .failed,
        sentence: """
          '\(file)' exists and is not what would be written; it stays as it is. Move it away, or add to \
          it what 'sitta integrate --print \(integration.name)' prints.
          """)
    case .current?:
      output.note("'\(file)' is there already.")
    case .otherVersion?:
      try writeCompanion(integration, file)
      try file.replaceContent(with: integration.content, permissions: permissions)
      try output.write("Replaced '\(file)', which another version wrote.\n")
    case nil:
      try file.parent.makeDirectory()
      try writeCompanion(integration, file)
      try FileDescriptor.createFile(at: file, permissions: permissions, with: integration.content)
      try output.write("Wrote '\(file)'.\n")
    }
    try output.write(integration.remainder.sentence + "\n")
    if let line = integration.remainder.line { try output.write("    \(line)\n") }
    return .found
  }

  private func writeCompanion(_ integration: Integration, _ file: FilePath) throws {
    guard let companion = integration.companion else { return }
    try file.parent.appending(companion.name).replaceContent(
      with: integration.companionContent, permissions: 0o644)
  }

  private func remove(_ integration: Integration, _ file: FilePath) throws -> ExitCode {
    switch try origin(of: file, integration) {
    case nil:
      output.note("There is no file '\(file)'.")
      return .notFound
    case .person?:
      throw Failure(
        code: .failed,
        sentence: """
          '\(file)' is not what 'sitta integrate \(integration.name)' writes; it stays as it is. Remove \
          it yourself if you do not need it.
          """)
    case .current?, .otherVersion?:
      if let companion = integration.companion {
        try file.parent.appending(companion.name).removeFile()
      }
      try file.removeFile()
      try output.write("Removed '\(file)'.\n")
      if let line = integration.remainder.line {
        try output.write("Remove this line if you have added it:\n    \(line)\n")
      }
      return .found
    }
  }

  /// Who wrote a file and its companion; nil if neither exists.
  private func origin(
    of file: FilePath, _ integration: Integration
  ) throws -> Integration.Origin? {
    let companion = integration.companion.map { file.parent.appending($0.name) }
    guard file.exists || companion?.exists == true else { return nil }
    guard let content = try content(of: file),
      let other = try companion.map(content(of:)) ?? []
    else { return .person }
    return integration.origin(of: content, companion: other)
  }

  /// The content of a regular file; nil if there is none.
  private func content(of file: FilePath) throws -> [UInt8]? {
    guard file.exists else { return nil }
    let descriptor = try FileDescriptor(openingOwn: file)
    guard try descriptor.status().kind == .regular else { return nil }
    return try descriptor.read(upTo: Integration.largestContent, expecting: 1 << 14)
  }

  private static func folders() throws -> Integration.Folders {
    guard let home = ProcessEnvironment.home else {
      throw Failure(code: .failed, sentence: "The home folder is unknown: set HOME.")
    }
    var folders = Integration.Folders(
      home: home, data: ProcessEnvironment.path(in: "XDG_DATA_HOME"),
      configuration: ProcessEnvironment.path(in: "XDG_CONFIG_HOME"))
    folders.hasEmacsFolder = home.appending(".emacs.d").exists
    return folders
  }
}

extension String {
  /// The text without the backticks around literals.
  fileprivate var withoutLiterals: String { replacing("`", with: "") }
}
