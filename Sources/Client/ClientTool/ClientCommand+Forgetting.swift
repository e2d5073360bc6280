import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta forget`.
extension ClientCommand {
  /// The longest wait for the daemon, because merging a large index takes minutes.
  private static let timeout = Duration.seconds(3_600)

  func forget(_ parsed: ParsedArguments) throws -> ExitCode {
    if parsed.has("queries") {
      guard parsed.operands.isEmpty, !parsed.has("undo") else {
        throw UsageError("'forget' takes either a path or --queries.")
      }
      return try forgetQueries(parsed)
    }
    guard let operand = parsed.operands.first, let home = ProcessEnvironment.home,
      let path = FilePath(operand, relativeTo: try .workingDirectory(), home: home)
    else { throw UsageError("'forget' takes a file or folder, or --queries.") }
    // The index has paths with symbolic links resolved. The file itself need not exist any more.
    let resolved = path.resolvingAnsweredLinks()
    if parsed.has("undo") { return try remember(resolved, parsed) }
    let parameters = ForgetMethod.Parameters(path: resolved.uri)
    let reply = try connect(parsed, timeout: Self.timeout).forget(parameters)
    if let obstacle = reply.obstacle {
      output.note(
        """
        '\(path)' is in no answer any more, but its text is not erased from the files of the index yet. \
        \(obstacle) sittad erases it as soon as it can; do not forget it again.
        """)
      return .found
    }
    guard reply.documents > 0 || reply.excluded else {
      output.note(
        path.exists
          ? "The index has nothing of '\(path)', so there is nothing to forget."
          : """
          There is no file or folder '\(path)', neither on the disk nor in the index; what deleted \
          files have left in the state folder was erased.
          """)
      return .notFound
    }
    try output.write("\(reply.documents.counted("document")) forgotten\n")
    if reply.excluded {
      output.note(
        """
        '\(path)' still exists; it is kept out of the index from now on. \
        'sitta forget --undo' with this path ends that.
        """)
    }
    return .found
  }

  /// The command `sitta forget --undo`.
  private func remember(_ path: FilePath, _ parsed: ParsedArguments) throws -> ExitCode {
    let reply = try connect(parsed).remember(RememberMethod.Parameters(path: path.uri))
    for location in reply.paths {
      let name = FilePath(uri: location.uri)?.description ?? location.uri
      try output.write("'\(name)' is no longer left out because it was forgotten\n")
    }
    if let other = reply.excludedBy {
      let name = FilePath(uri: other.uri)?.description ?? other.uri
      output.note(
        "'\(path)' is left out because '\(name)' was forgotten: sitta forget --undo '\(name)'")
    } else if reply.paths.isEmpty {
      output.note("'\(path)' was not forgotten; 'sitta explain' with this path says more.")
    }
    return reply.paths.isEmpty ? .notFound : .found
  }
}
