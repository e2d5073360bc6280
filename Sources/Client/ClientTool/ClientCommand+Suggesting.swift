import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta suggest`, and the suggestions of searches with no or few hits.
extension ClientCommand {
  func suggest(_ parsed: ParsedArguments) throws -> ExitCode {
    let words = parsed.operands.map { String(decoding: $0, as: UTF8.self) }
    var parameters = SuggestMethod.Parameters(text: words.joined(separator: " "))
    parameters.limit = try parsed.number(of: "limit", in: 1...20)
    parameters.within = try within(parsed)
    let reply = try connect(parsed).suggest(parameters)
    if parsed.has("json") {
      try output.write(JSONLine.text(of: reply))
    } else {
      for suggestion in reply.completions + reply.corrections {
        try output.write(suggestion.text.escapingControls() + "\n")
      }
    }
    return reply.completions.isEmpty && reply.corrections.isEmpty ? .notFound : .found
  }

  /// On a terminal, shows which queries may have been meant.
  func showSuggestions(_ reply: SearchMethod.Reply) {
    guard output.terminal != nil, let suggestions = reply.suggestions, !suggestions.isEmpty else {
      return
    }
    output.note("Did you mean: \(suggestions.joined(separator: "  or  "))")
  }
}
