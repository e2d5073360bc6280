import Arguments
import LinuxSystem
import SearchInterface

/// `sitta add-root`, `sitta remove-root` and `sitta reload`.
extension ClientCommand {
  func addRoot(_ parsed: ParsedArguments) throws -> ExitCode {
    try tell(try connect(parsed).addRoot(parameters(parsed)))
  }

  func removeRoot(_ parsed: ParsedArguments) throws -> ExitCode {
    try tell(try connect(parsed).removeRoot(parameters(parsed)))
  }

  func reload(_ parsed: ParsedArguments) throws -> ExitCode {
    try tell(try connect(parsed).reload())
  }

  private func parameters(_ parsed: ParsedArguments) throws -> RootsMethod.Parameters {
    let folder = try folder(parsed.operands.first ?? [], of: parsed.command ?? "")
    return RootsMethod.Parameters(folder: folder.uri)
  }

  /// Names the roots that there are now.
  private func tell(_ reply: RootsMethod.Reply) throws -> ExitCode {
    try output.write(StatusText.lines(for: reply.roots).map { $0 + "\n" }.joined())
    for warning in reply.warnings { output.note(warning) }
    return .found
  }
}
