import Arguments
import LinuxSystem
import SearchInterface

/// The commands `sitta stats` and `sitta forget --queries`.
extension ClientCommand {
  func stats(_ parsed: ParsedArguments) throws -> ExitCode {
    var parameters = QueryStatisticsMethod.Parameters()
    parameters.limit = try parsed.number(of: "limit", in: 1...1_000)
    let reply = try connect(parsed).queryStatistics(parameters)
    try output.write(
      parsed.has("json") ? JSONLine.text(of: reply) : StatisticsText(reply).text)
    if !reply.logging {
      output.note("Searches are not kept. To keep them, set QueryLog=yes in sittad.conf.")
    }
    return reply.searches > 0 ? .found : .notFound
  }

  func forgetQueries(_ parsed: ParsedArguments) throws -> ExitCode {
    let forgotten = try connect(parsed).forgetQueries().forgotten
    try output.write("\(forgotten.counted("search", plural: "searches")) forgotten\n")
    return .found
  }
}

/// The output of `sitta stats` for people.
struct StatisticsText {
  /// The lines as one text.
  let text: String

  init(_ reply: QueryStatisticsMethod.Reply) {
    var lines: [String] = []
    let since = reply.since.map { " since \($0)" } ?? ""
    let searches = reply.searches.counted("search", plural: "searches")
    lines.append("\(searches)\(since), \(reply.opened.counted("hit")) opened")
    for (title, queries) in [("popular", reply.popular), ("without hits", reply.failing)] {
      if queries.isEmpty { continue }
      lines.append(title)
      lines += queries.map(Self.line)
    }
    text = lines.map { $0.escapingControls() + "\n" }.joined()
  }

  private static func line(_ asked: AskedQueryMessage) -> String {
    let hits = asked.more ? "\(asked.hits)+ hits" : asked.hits.counted("hit")
    let opened = asked.opened > 0 ? ", \(asked.opened) opened" : ""
    let time = Int(asked.milliseconds.rounded())
    return "  \(asked.count) × \(asked.query)  (\(hits)\(opened), \(time) ms)"
  }
}
