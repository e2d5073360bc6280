import SearchInterface

/// The output of `sitta status --watch`.
struct StatusWatch {
  private var estimate = ProgressEstimate()
  private var frame = TerminalFrame()
  private var lastLine = ""

  /// The text to print for a new status; empty if nothing has changed.
  ///
  /// On a plain terminal, and in a pipe, each change gives one line.
  mutating func text(
    for status: StatusMethod.Reply, at time: ContinuousClock.Instant, on terminal: Terminal?
  ) -> String {
    let waiting = status.state == .idle ? 0 : max(status.pending, 1)
    if status.looking == true {
      // While the total still grows, the percentage would fall and the remaining time would rise.
      estimate = ProgressEstimate()
    } else {
      estimate.add(documents: status.documents, waiting: waiting, at: time)
    }
    var lines = StatusText(status).lines
    if let terminal, !terminal.isPlain {
      // The rest of the line is for percentage, rate and time.
      let bar = estimate.line(barWidth: min(40, max(10, terminal.columns - 44)))
      if !bar.isEmpty { lines.insert(bar, at: 1) }
      return frame.redraw(lines, rows: terminal.rows)
    }
    let words = [lines[0], estimate.line(barWidth: 0)]
    let line = words.filter { !$0.isEmpty }.joined(separator: "  ") + "\n"
    defer { lastLine = line }
    return line == lastLine ? "" : line
  }
}
