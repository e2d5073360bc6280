import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta search --like`: documents that are about the same as another one.
extension ClientCommand {
  /// Options of a search that cannot be combined with `--like`.
  private static let optionsWithoutLike = [
    "offset", "sort", "strict", "relaxed", "passages", "facets", "since", "watch", "host",
    "all-messages",
  ]

  func similar(to file: [UInt8], _ query: String, _ parsed: ParsedArguments) throws -> ExitCode {
    for option in Self.optionsWithoutLike
    where parsed.has(option) || parsed.text(of: option) != nil {
      throw UsageError("--like and --\(option) cannot be combined.")
    }
    guard let home = ProcessEnvironment.home,
      let asked = DocumentLocation(
        operand: file, relativeTo: try .workingDirectory(), home: home)
    else { throw UsageError("--like takes a file.") }
    var parameters = SimilarMethod.Parameters(uri: asked.uri)
    parameters.query = parsed.operands.isEmpty ? nil : query
    parameters.limit = try parsed.number(of: "limit", in: 1...Self.similarLimit)
    parameters.copies = parsed.has("all-copies") ? true : nil
    try apply(parsed, to: &parameters)
    var printer = DocumentPrinter(output, form: try form(parsed))
    if !printer.form.isForPeople { parameters.deadline = Self.patience }
    let client = try connect(parsed, timeout: .milliseconds(Self.patience) + .seconds(5))
    if parsed.has("sync") { _ = try client.sync(SyncMethod.Parameters()) }
    do {
      let reply = try client.similar(parameters)
      try printer.print(reply.hits)
      for warning in reply.warnings { output.note(warning) }
      if reply.hits.isEmpty, output.terminal != nil {
        output.note("Nothing found that is about the same.")
      }
      return reply.hits.isEmpty ? .notFound : .found
    } catch let failure as SearchFailure {
      switch failure {
      case .noSuchDocument, .noVector:
        output.note(failure.description)
        return .notFound
      default: throw failure
      }
    }
  }

  /// The most similar files that can be requested.
  private static let similarLimit = 50
}

extension SimilarMethod.Parameters: QueryParameters {}
