import Arguments
import LinuxSystem
import SearchInterface

/// `sitta add-root`, `sitta remove-root` and `sitta reload`.
extension ClientCommand {
  func addRoot(_ parsed: ParsedArguments) throws -> ExitCode {
    let parameters = AddRootMethod.Parameters(folder: try folder(parsed))
    let reply = try connect(parsed).addRoot(parameters)
    return try printRoots(reply.roots, reply.warnings)
  }

  func removeRoot(_ parsed: ParsedArguments) throws -> ExitCode {
    let parameters = RemoveRootMethod.Parameters(folder: try folder(parsed))
    let reply = try connect(parsed).removeRoot(parameters)
    return try printRoots(reply.roots, reply.warnings)
  }

  func reload(_ parsed: ParsedArguments) throws -> ExitCode {
    let reply = try connect(parsed).reload()
    return try printRoots(reply.roots, reply.warnings)
  }

  private func folder(_ parsed: ParsedArguments) throws -> String {
    try folder(parsed.operands.first ?? [], of: parsed.command ?? "").uri
  }

  /// Prints the roots in effect now.
  private func printRoots(_ roots: [RootMessage], _ warnings: [String]) throws -> ExitCode {
    try output.write(StatusText.lines(for: roots).map { $0 + "\n" }.joined())
    for warning in warnings { output.note(warning) }
    return .found
  }
}
