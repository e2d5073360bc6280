import Arguments
import SearchInterface

/// The command `sitta search --watch`: a search that keeps running.
extension ClientCommand {
  /// Options that cannot be combined with `--watch`.
  private static let excludedOptions = [
    "offset", "sort", "sync", "passages", "null", "format", "vimgrep",
  ]

  func watch(_ query: String, _ parsed: ParsedArguments) throws -> ExitCode {
    for option in Self.excludedOptions where parsed.has(option) || parsed.text(of: option) != nil {
      throw UsageError("--watch and --\(option) cannot be combined.")
    }
    var parameters = SubscribeMethod.Parameters(query: query)
    // The limit is only for the first hits; all later hits are printed.
    parameters.limit = try parsed.number(of: "limit", in: 1...Self.hitLimit)
      .map { min($0, HitPaging.pageLimit) }
    try apply(parsed, to: &parameters)
    output.showAtOnce()
    let printer = DocumentPrinter(output, form: try form(parsed))
    var isFirst = true
    var shownWarnings: Set<String> = []
    try connect(parsed, timeout: Self.endless).subscribe(parameters) { reply in
      try printer.print(reply)
      for warning in reply.warnings where shownWarnings.insert(warning).inserted {
        output.note(warning)
      }
      if isFirst, reply.appeared.isEmpty, output.terminal != nil, let reading = reply.reading {
        output.note("Nothing found yet for: \(reading)")
      }
      isFirst = false
    }
    return .found
  }
}
