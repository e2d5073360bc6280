import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta sync`.
extension ClientCommand {
  static let syncCommand = CommandLineTable.Command(
    "sync",
    options: [
      .init(
        "timeout", value: "DURATION",
        help: "Wait at most for a duration: 10min, 1h; 60 seconds without this option.")
    ],
    help: "Wait until everything written before is in the index.",
    details: ["On a terminal it shows how far the indexing is."],
    examples: [
      .init("sync", "in a script, before several searches"),
      .init("sync --timeout 1h", "also after many files were copied"),
    ])

  /// How long a call waits while progress is shown, in milliseconds.
  private static let syncStep = 500

  func sync(_ parsed: ParsedArguments) throws -> ExitCode {
    let timeout = try syncTimeout(parsed)
    let client = try connect(parsed, timeout: .milliseconds(timeout) + .seconds(5))
    guard let terminal = output.terminal, !terminal.isPlain else {
      _ = try client.sync(SyncMethod.Parameters(timeout: timeout))
      return .found
    }
    let end = ContinuousClock.now + .milliseconds(timeout)
    var (watch, isShown) = (SyncProgress(), false)
    defer { if isShown { try? output.write(watch.erase()) } }
    while true {
      let left = Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))
      do {
        let step = max(1, min(left, Self.syncStep))
        _ = try client.sync(SyncMethod.Parameters(timeout: step))
        return .found
      } catch let error as SearchFailure {
        // Work that is paused for longer does not end.
        guard case .notSynchronized(_, reason: nil) = error, left > Self.syncStep else {
          throw error
        }
      }
      if !isShown { output.showAtOnce() }
      isShown = true
      try output.write(watch.draw(client.status(), at: .now, on: terminal))
    }
  }

  /// How long to wait, in milliseconds.
  private func syncTimeout(_ parsed: ParsedArguments) throws -> Int {
    guard let text = parsed.text(of: "timeout") else { return SyncMethod.defaultTimeout }
    guard let span = TimeSpan(text)?.duration, span > .zero, span <= .seconds(3_600) else {
      throw UsageError(
        "--timeout takes a duration up to one hour, such as 90s or 10min, not '\(text)'.")
    }
    return max(1, Int(span / .milliseconds(1)))
  }
}

/// A line on a terminal that says how far the indexing is.
struct SyncProgress {
  private var estimate = ProgressEstimate()
  private var frame = TerminalFrame()

  /// The text that draws the line for a status.
  mutating func draw(
    _ status: StatusMethod.Reply, at time: ContinuousClock.Instant, on terminal: Terminal
  ) -> String {
    if status.looking == true {
      estimate = ProgressEstimate()
      return frame.redraw(["still looking for files"], rows: terminal.rows)
    }
    estimate.add(documents: status.documents, waiting: max(status.pending, 1), at: time)
    let bar = estimate.line(barWidth: min(40, max(10, terminal.columns - 44)))
    return frame.redraw([bar], rows: terminal.rows)
  }

  /// The text that removes the line.
  mutating func erase() -> String { frame.redraw([], rows: 2) }
}
