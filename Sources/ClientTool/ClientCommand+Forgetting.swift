import Arguments
import LinuxSystem
import SearchInterface

/// `sitta forget`.
extension ClientCommand {
  /// Merging a large index takes minutes.
  private static let timeout = Duration.seconds(3_600)

  func forget(_ parsed: ParsedArguments) throws -> ExitCode {
    if parsed.has("queries") {
      guard parsed.operands.isEmpty else {
        throw UsageError("'forget' takes either a path or --queries.")
      }
      return try forgetQueries(parsed)
    }
    guard let operand = parsed.operands.first, let home = ProcessEnvironment.home,
      let path = FilePath(operand, relativeTo: try .workingDirectory(), home: home)
    else { throw UsageError("'forget' takes a file or folder, or --queries.") }
    // The index has paths without symbolic links. The file itself may no longer exist.
    let parameters = ForgetMethod.Parameters(path: path.resolvingExistingLinks().uri)
    let reply = try connect(parsed, timeout: Self.timeout).forget(parameters)
    guard reply.documents > 0 || reply.excluded else {
      output.note(
        path.exists
          ? "The index has nothing of '\(path)', so there is nothing to forget."
          : "There is no file or folder '\(path)', neither on the disk nor in the index.")
      return .notFound
    }
    try output.write("\(reply.documents.counted("document")) forgotten\n")
    if reply.excluded {
      output.note("'\(path)' still exists; it is kept out of the index from now on.")
    }
    return .found
  }
}
