import Arguments
import SearchInterface

extension ClientCommand {
  private static let json = CommandLineTable.Option(
    "json", help: "Print one JSON object a line.")
  private static let null = CommandLineTable.Option(
    "null", "0", help: "Print paths only, each ended by a NUL.")

  private static let away = CommandLineTable.Option(
    "away", help: "Show also what was found in folders that are not there now.")

  static let table = CommandLineTable(
    program: "sitta",
    summary: "sitta searches the full-text index that sittad keeps of your files.",
    options: [
      .init("socket", value: "PATH", help: "Ask the daemon that listens here.")
    ],
    commands: [
      .init(
        "search", operands: "QUERY…", operandCount: 1...10_000,
        options: [
          .init("limit", "n", value: "N", help: "Print at most N hits (20)."),
          .init("offset", value: "N", help: "Pass over the first N hits."),
          .init(
            "sort", value: "ORDER", choices: SearchMethod.Order.allCases.map(\.rawValue),
            help: "Sort by relevance, modified, name or size."),
          .init(
            "prefixes", value: "WORDS", choices: SearchMethod.Prefixes.allCases.map(\.rawValue),
            help: "Read none, last or all words as beginnings of words."),
          .init("sync", help: "Wait until everything written before is in the index."),
          away, json, null,
        ],
        help: "Find files: words, \"phrases\", =exact, pre*, -not, OR, fields and filters."),
      .init(
        "list", operands: "[DIR]", operandCount: 0...1, options: [away, json, null],
        help: "List every indexed file, or those in DIR."),
      .init("status", options: [json], help: "Tell how the daemon is doing."),
      .init("sync", help: "Wait until everything written before is in the index."),
    ],
    closing: """
      Examples:
        sitta search memory barrier          both words
        sitta search '"page cache"' -linux   a phrase, without a word
        sitta search -n 5 --sort modified permiss*
        sitta search report type:pdf modified:7d in:~/work

      Exit codes: 0 found, 1 nothing found, 2 wrong usage or query, 3 no daemon,
      4 the daemon could not answer.
      """)
}
