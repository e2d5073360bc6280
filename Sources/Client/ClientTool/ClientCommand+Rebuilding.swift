import Arguments
import SearchInterface

/// `sitta rebuild`.
extension ClientCommand {
  func rebuild(_ parsed: ParsedArguments) throws -> ExitCode {
    _ = try connect(parsed).rebuild()
    try output.write(
      "A new index is being built; 'sitta status --watch' shows the progress.\n")
    return .found
  }
}
