import DaemonMeasuring

/// The results of the faults of one case.
struct Tally {
  /// How many faults happened.
  var faults = 0
  /// How many documents the index had not, or not with their words, when it had had its time.
  var lost = 0
  /// How many times a person would have had to do something.
  var interventions = 0
  /// How many closed indexes did not agree with themselves.
  var failedChecks = 0
  var longestSilence = Duration.zero
  /// How many queries were answered with a failure while a daemon ought to have answered.
  var refused = 0
  /// Whether such an answer is a failure of the case.
  var forbidsRefusals = false
  /// The failures, as sentences.
  var failures: [String] = []

  var hasFailed: Bool {
    lost + interventions + failedChecks + failures.count > 0 || faults == 0
      || forbidsRefusals && refused > 0
  }

  /// The numbers in words.
  var line: String {
    """
    \(faults) faults, \(lost) documents lost, \(interventions) interventions, \(failedChecks) \
    checks failed, \(refused) queries refused, at most \(milliseconds(longestSilence)) ms without \
    an answer
    """
  }

  /// A table of several cases, with their sum in the last line.
  static func table(_ rows: [(name: String, tally: Tally)]) -> String {
    var sum = Tally()
    for (_, tally) in rows {
      sum.faults += tally.faults
      sum.lost += tally.lost
      sum.interventions += tally.interventions
      sum.failedChecks += tally.failedChecks
      sum.refused += tally.refused
      sum.longestSilence = max(sum.longestSilence, tally.longestSilence)
    }
    let head = [
      "case", "faults", "lost", "interventions", "checks failed", "refused", "longest silence",
    ]
    let lines =
      [head]
      + (rows + [("all", sum)]).map { name, tally in
        [
          name, "\(tally.faults)", "\(tally.lost)", "\(tally.interventions)",
          "\(tally.failedChecks)", "\(tally.refused)", "\(milliseconds(tally.longestSilence)) ms",
        ]
      }
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      zip(line, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
