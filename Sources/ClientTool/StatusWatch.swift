import SearchInterface

/// What `sitta status --watch` prints, one status after the other.
struct StatusWatch {
  private var estimate = ProgressEstimate()
  private var frame = TerminalFrame()
  private var lastLine = ""

  /// What is to be printed for a status.
  ///
  /// - Parameters:
  ///   - status: what the daemon said.
  ///   - time: when it said so.
  ///   - terminal: where it is shown. On a plain one and in a pipe every change is a line of its own.
  /// - Returns: the text; empty where there is nothing new.
  mutating func text(
    for status: StatusMethod.Reply, at time: ContinuousClock.Instant, on terminal: Terminal?
  ) -> String {
    let waiting = status.state == .idle ? 0 : max(status.pending, 1)
    estimate.add(documents: status.documents, waiting: waiting, at: time)
    var lines = StatusText(status).lines
    if let terminal, !terminal.isPlain {
      // Room is left for percentage, rate and time.
      let bar = ProgressText(estimate, barWidth: min(40, max(10, terminal.columns - 44))).line
      if !bar.isEmpty { lines.insert(bar, at: 1) }
      return frame.redraw(lines, rows: terminal.rows)
    }
    let words = [lines[0], ProgressText(estimate, barWidth: 0).line]
    let line = words.filter { !$0.isEmpty }.joined(separator: "  ") + "\n"
    defer { lastLine = line }
    return line == lastLine ? "" : line
  }
}
