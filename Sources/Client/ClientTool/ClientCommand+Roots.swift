import Arguments
import LinuxSystem
import SearchInterface

/// The commands `sitta add-root`, `sitta remove-root`, `sitta reload` and `sitta rebuild`.
extension ClientCommand {
  func addRoot(_ parsed: ParsedArguments) throws -> ExitCode {
    let folder = try folder(parsed.operands.first ?? [], of: "add-root")
    if !parsed.has("yes"), ((try? folder.resolvingSymbolicLinks()) ?? folder).isRoot {
      throw Failure(
        code: .usage,
        sentence: """
          '/' has all files of the system: programs, libraries, and the files of other people that \
          you can read. The index gets large, and you find what you do not look for. Add the folders \
          with your files instead, or run: sitta add-root --yes /
          """)
    }
    let parameters = AddRootMethod.Parameters(folder: folder.uri)
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

  func rebuild(_ parsed: ParsedArguments) throws -> ExitCode {
    _ = try connect(parsed).rebuild()
    try output.write(
      "A new index is being built; 'sitta status --watch' shows the progress.\n")
    return .found
  }

  private func folder(_ parsed: ParsedArguments) throws -> String {
    try folder(parsed.operands.first ?? [], of: parsed.command ?? "").uri
  }

  /// Prints the current roots.
  private func printRoots(_ roots: [RootMessage], _ warnings: [String]) throws -> ExitCode {
    try output.write(StatusText.lines(for: roots).map { $0 + "\n" }.joined())
    for warning in warnings { output.note(warning) }
    return .found
  }
}
