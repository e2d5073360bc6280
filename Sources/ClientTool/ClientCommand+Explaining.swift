import Arguments
import LinuxSystem
import SearchInterface

/// `sitta explain`.
extension ClientCommand {
  func explain(_ parsed: ParsedArguments) throws -> ExitCode {
    guard let operand = parsed.operands.first, let home = ProcessEnvironment.home,
      let path = FilePath(operand, relativeTo: try .workingDirectory(), home: home)
    else { throw UsageError("'explain' takes a file.") }
    var parameters = ExplainMethod.Parameters(path: path.uri)
    let words = parsed.operands.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    if !words.isEmpty { parameters.query = words.joined(separator: " ") }
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(PrefixMode.init)
    parameters.away = parsed.has("away") ? true : nil
    let reply = try connect(parsed).explain(parameters)
    if parsed.has("json") {
      try output.write(JSONLine.text(of: reply))
    } else {
      let choice = parsed.text(of: "color").flatMap(Appearance.Choice.init) ?? .auto
      try output.write(ExplanationText(reply, Appearance(choice, on: output.terminal)).text)
    }
    return reply.found ? .found : .notFound
  }
}
