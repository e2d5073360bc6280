import Arguments
import FoundationEssentials
import LinuxSystem
import SearchInterface

/// The commands `sitta pause` and `sitta resume`.
extension ClientCommand {
  func pause(_ parsed: ParsedArguments) throws -> ExitCode {
    var parameters = PauseMethod.Parameters()
    parameters.until = try pauseEnd(parsed)?.rfc3339
    if parsed.has("until-power") { parameters.untilPower = true }
    if parameters == PauseMethod.Parameters() { return try holdPause(parsed) }
    try show(try connect(parsed).pause(parameters).pauses)
    return .found
  }

  func resume(_ parsed: ParsedArguments) throws -> ExitCode {
    var parameters = ResumeMethod.Parameters()
    let isNow = parsed.has("now")
    if isNow { parameters.now = true }
    let pauses = try connect(parsed).resume(parameters).pauses
    if isNow, pauses.isEmpty {
      try output.write("Indexing goes on now, whatever else runs.\n")
    } else {
      try show(pauses)
    }
    if !isNow, !pauses.isEmpty {
      output.note("Run 'sitta resume --now' to index now all the same.")
    }
    return .found
  }

  /// Holds a pause until `sitta resume` is called or a signal ends this process.
  private func holdPause(_ parsed: ParsedArguments) throws -> ExitCode {
    try connect(parsed, timeout: Self.endless).pause(PauseMethod.Parameters()) { reply in
      try show(reply.pauses)
    }
    return .found
  }

  private func show(_ pauses: [PauseMessage]) throws {
    for pause in pauses { try output.write(pause.text.escapingControls() + "\n") }
    if pauses.isEmpty { try output.write("no pause\n") }
  }

  /// The end of the pause; nil if it does not end by time.
  private func pauseEnd(_ parsed: ParsedArguments) throws -> UnixTime? {
    var end: UnixTime?
    if let text = parsed.text(of: "for") {
      guard let span = TimeSpan(text)?.duration, span > .zero else {
        throw UsageError("--for takes a duration such as 45min or 2h, not '\(text)'.")
      }
      end = UnixTime(seconds: Int64(Date.now.timeIntervalSince1970 + span / .seconds(1)))
    }
    if let text = parsed.text(of: "until") {
      guard end == nil else { throw UsageError("--until and --for cannot be combined.") }
      guard let time = LocalMoment(text)?.next(after: .now, offset: LocalTime.offset(at:))
      else {
        throw UsageError(
          "--until takes a time to come, such as 14:30 or '2026-12-31 08:00', not '\(text)'."
        )
      }
      end = time
    }
    return end
  }
}
