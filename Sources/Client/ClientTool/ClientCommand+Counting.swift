import Arguments
import HostSearch
import LinuxSystem
import SearchInterface

/// The command `sitta count`, and options that `search`, `count` and `list` share.
extension ClientCommand {
  func count(_ parsed: ParsedArguments) throws -> ExitCode {
    var parameters = CountMethod.Parameters(query: query(parsed))
    parameters.sync = parsed.has("sync") ? true : nil
    try apply(parsed, to: &parameters)
    parameters.facets = try facets(parsed)
    parameters.since = try since(parsed)
    if let exchange = try hosts(parsed) {
      defer { exchange.close() }
      try synchronize(exchange, parsed)
      return try count(parameters, on: exchange, isJSON: parsed.has("json"))
    }
    let reply = try connect(parsed).count(parameters)
    try output.write(
      parsed.has("json")
        ? JSONLine.text(of: reply) : "\(reply.count)\n" + FacetText(reply.facets ?? []).text)
    for warning in reply.warnings { output.note(warning) }
    if !reply.complete {
      output.note("Timed out before all matches were counted; there are more.")
    }
    noteReset(reply.reset)
    return reply.count == 0 ? .notFound : .found
  }

  /// All operands, joined into one query.
  func query(_ parsed: ParsedArguments) -> String {
    parsed.operands.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  /// The current folder, for `in:.`; nil if it does not exist any more or is not UTF-8.
  static var folder: String? {
    (try? FilePath.workingDirectory())?.utf8
  }

  /// The fields after `--facets`, which are separated by commas.
  func facets(_ parsed: ParsedArguments) throws -> [FacetProperty]? {
    guard let text = parsed.text(of: "facets") else { return nil }
    let words = text.split(separator: ",").map(String.init)
    let fields = words.compactMap(FacetProperty.init)
    guard !fields.isEmpty, fields.count == words.count else {
      let known = FacetProperty.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--facets takes one or more of \(known), with commas between them.")
    }
    return fields
  }

  /// The clock after `--since`, in the form `INDEX:SEQUENCE`.
  func since(_ parsed: ParsedArguments) throws -> ClockMessage? {
    guard let text = parsed.text(of: "since") else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int(parts[1]) else {
      throw UsageError("--since takes a clock such as 5f0c:42, as 'sitta status' shows it.")
    }
    return ClockMessage(index: String(parts[0]), sequence: sequence)
  }

  /// Warns if the clock after `--since` belongs to another index.
  func noteReset(_ isReset: Bool?) {
    if isReset == true {
      output.note("That clock belongs to another index; showing all results.")
    }
  }
}
