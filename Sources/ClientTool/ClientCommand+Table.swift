public import Arguments
import SearchInterface

extension ClientCommand {
  private static let json = CommandLineTable.Option("json", help: "Print one JSON object a line.")
  private static let forms = [
    json,
    CommandLineTable.Option("null", "0", help: "Print paths only, each ended by a NUL."),
    CommandLineTable.Option(
      "format", value: "TEMPLATE",
      help: "Print a line each, with fields such as `{path}` filled in."
    ),
  ]

  private static let selection = [
    CommandLineTable.Option(
      "prefixes", value: "WORDS", choices: SearchMethod.Prefixes.allCases.map(\.rawValue),
      help: "Read none, last or all words as beginnings of words."),
    CommandLineTable.Option(
      "facets", value: "FIELDS",
      help: "Count what they have in common, by `type`, `folder`, `tag`, `year`."),
    CommandLineTable.Option(
      "sync", help: "Wait until everything written before is in the index."),
    since, away,
  ]

  private static let since = CommandLineTable.Option(
    "since", value: "CLOCK",
    help: "Only what is new or changed since a clock that `sitta status` showed.")

  private static let away = CommandLineTable.Option(
    "away", help: "Show also what was found in folders that are not there now.")

  /// What `sitta` can be called with.
  public static let table = CommandLineTable(
    program: "sitta",
    summary: "searches the full-text index that sittad keeps of your files",
    details: [
      """
      It asks the daemon on its socket. Where none listens and systemd knows `sittad.socket`, that \
      is started first.
      """
    ],
    options: [
      .init(
        "socket", value: "PATH", completion: .files, help: "Ask the daemon that listens here."),
      .init(
        "color", value: "WHEN", choices: Appearance.Choice.allCases.map(\.rawValue),
        help: "Use colours on a terminal (auto), always or never."),
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
        ] + selection + forms + [
          .init("vimgrep", help: "The same as `--format '\(DocumentTemplate.vimgrep)'`.")
        ],
        help: "Find files: words, \"phrases\", =exact, pre*, -not, OR, fields and filters.",
        details: [
          """
          The operands together are the query. Quote for the shell what it would take for itself, \
          and put `--` before a word that begins with a dash.
          """
        ],
        examples: [
          .init("search memory barrier", "both words"),
          .init("search '\"page cache\"' -- -linux", "a phrase, without a word"),
          .init("search -n 5 --sort modified 'permiss*'", "the newest five with such a word"),
          .init("search report type:pdf modified:7d in:~/work", "with filters"),
          .init("search --sync TODO", "also what was written a moment ago"),
          .init("search --vimgrep barrier", "for an editor's list of places"),
          .init("search --format '{size}\\t{path}' type:video", "a line of your own making"),
          .init("search -0 draft | xargs -0 ls -l", "hand the files to a program"),
        ]),
      .init(
        "count", operands: "QUERY…", operandCount: 1...10_000, options: selection + [json],
        help: "Count the files that a search would find.",
        examples: [
          .init("count --facets type,year report", "and what they have in common")
        ]),
      .init(
        "list", operands: "[DIR]", operandCount: 0...1, completion: .folders,
        options: [since, away] + forms,
        help: "List every indexed file, or those in DIR.",
        examples: [.init("list ~/notes", "what is indexed of a folder")]),
      .init(
        "status",
        options: [
          .init("watch", "w", help: "Show it every second, until Ctrl-C; in a pipe, each change."),
          json,
        ],
        help: "Tell how the daemon is doing.",
        examples: [
          .init("status --watch", "how far the indexing has come")
        ]),
      .init(
        "sync", help: "Wait until everything written before is in the index.",
        examples: [.init("sync", "for scripts, before several searches")]),
      .init(
        "pause",
        options: [
          .init("until", value: "TIME", help: "Until 14:30, or 2026-12-31 08:00."),
          .init("for", value: "DURATION", help: "So long: 45min, 2h."),
          .init("until-power", help: "Until the computer has mains power."),
        ],
        help: "Pause indexing in bulk; without an option, until Ctrl-C.",
        examples: [.init("pause --for 2h", "for a talk, say")]),
      .init("resume", help: "End all pauses, and let indexing go on."),
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

  /// What stands in `sitta(1)` beside the table.
  public static let manual = table.manual(
    1,
    more: [
      .init(
        "QUERIES",
        [
          .paragraph(
            """
            Any text up to 16 KiB is a query: what cannot be meant as an operator is searched as \
            words. On a terminal the reading of a query is shown where nothing was found.
            """)
        ]
          + QueryForm.all.map { .item($0.typed.joined(separator: ", "), $0.finds) }
          + QueryForm.rules.map { .paragraph($0) }),
      .init(
        "FORMATS",
        [
          .paragraph(
            """
            `--json` prints the keys `uri`, `path` (where it is UTF-8), `name`, `title`, \
            `snippet`, `score`, `modified`, `size`, `type` and `tags`. The template of `--format` \
            may hold these fields; `{{` and `}}` stand for braces, `\\t`, `\\n` and `\\\\` for a \
            tab, a line feed and a backslash:
            """)
        ] + DocumentTemplate.Field.allCases.map { .item("{\($0)}", $0.meaning) }),
      .init(
        "ENVIRONMENT",
        [
          .item("NO_COLOR", "Where it is set, colours and links are left out."),
          .item("TERM", "Where it is `dumb` or not set, colours and links are left out."),
          .item("XDG_RUNTIME_DIR", "Where the daemon's socket lies."),
          .item("PATH", "Where `systemctl` is looked for."),
        ]),
      .init(
        "FILES",
        [
          .item(
            "$XDG_RUNTIME_DIR/sitta/io.sitta.Search",
            """
            The daemon's socket. Where nobody listens on it, `sitta` calls \
            `systemctl --user start sittad.socket`; systemd then starts the daemon.
            """)
        ]),
      .init("SEE ALSO", [.paragraph("sittad(8), sittad.conf(5), io.sitta.Search(7)")]),
    ])
}

extension ClientCommand.ExitCode {
  /// What it means, for the help.
  var meaning: String {
    switch self {
    case .found: "found"
    case .notFound: "nothing found"
    case .usage: "wrong usage or query"
    case .noDaemon: "no daemon"
    case .failed: "the daemon could not answer"
    }
  }
}
