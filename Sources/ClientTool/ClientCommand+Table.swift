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
      "prefixes", value: "WORDS", choices: PrefixMode.allCases.map(\.rawValue),
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
            "sort", value: "ORDER", choices: SearchOrder.allCases.map(\.rawValue),
            help: "Sort by relevance, modified, name or size."),
        ] + selection + forms + [
          .init(
            "watch", "w",
            help: "Go on, until Ctrl-C, with the hits that come (+), change (~) and go (-)."),
          .init("vimgrep", help: "The same as `--format '\(DocumentTemplate.vimgrep)'`."),
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
          .init("search --watch invoice type:pdf", "tell each new one as it comes"),
          .init("search --vimgrep barrier", "for an editor's list of places"),
          .init("search --format '{size}\\t{path}' type:video", "a line of your own making"),
          .init("search -0 draft | xargs -0 ls -l", "hand the files to a program"),
        ]),
      .init(
        "suggest", operands: "TEXT…", operandCount: 1...10_000,
        options: [
          .init(
            "limit", "n", value: "N", help: "Print at most N completions and N corrections (5)."),
          json,
        ],
        help: "Complete the last word of a query, and correct words that no file has.",
        details: [
          """
          Each line is a whole query that finds something, first those with longer words, by the \
          number of files that have them. Words are printed as the index has them: in small letters \
          and without accents.
          """
        ],
        examples: [
          .init("suggest memory bar", "memory barrier, memory bars, …"),
          .init("suggest memroy barrier", "memory barrier"),
        ]),
      .init(
        "count", operands: "QUERY…", operandCount: 1...10_000, options: selection + [json],
        help: "Count the files that a search would find.",
        examples: [
          .init("count --facets type,year report", "and what they have in common")
        ]),
      .init(
        "list", operands: "[DIR]", operandCount: 0...1, completion: .folders,
        options: [
          .init("failed", help: "List only what could not be read or indexed, with the reason."),
          since, away,
        ] + forms,
        help: "List every indexed file, or those in DIR.",
        examples: [
          .init("list ~/notes", "what is indexed of a folder"),
          .init("list --failed", "what cannot be found by its text, and why"),
        ]),
      .init(
        "status",
        options: [
          .init("watch", "w", help: "Show each change, until Ctrl-C."),
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
      .init(
        "add-root", operands: "DIR", operandCount: 1...1, completion: .folders,
        help: "Index one more folder, from now on.",
        details: [
          """
          The daemon keeps the list in `sittad.conf.d/99-roots.conf` below `~/.config/sitta`, and \
          begins with the folder at once; a daemon whose command line names the folders keeps it \
          until it ends. What people wrote in other files stays as it is.
          """
        ],
        examples: [.init("add-root ~/Music", "songs are found as well")]),
      .init(
        "remove-root", operands: "DIR", operandCount: 1...1, completion: .folders,
        help: "Index a folder no more, and forget what is in it.",
        examples: [.init("remove-root ~/Music", "and no more")]),
      .init(
        "reload", help: "Have the daemon read its configuration again.",
        details: [
          """
          It ends when the configuration is in effect. A file with a wrong line changes nothing: \
          file and line are named.
          """
        ]),
      .init(
        "forget", operands: "PATH", operandCount: 0...1, completion: .files,
        options: [.init("queries", help: "Erase instead what was kept of searches.")],
        help: "Erase a file, or all below a folder, from the index and its files on disk.",
        details: [
          """
          Words, texts and names are erased, also from free pages and from files that were set \
          aside. What is still there is left out from now on, and so are copies that editors keep \
          beside it (`diary.txt~`): its path is kept in the file `forgotten` in the state folder, \
          with the names that it gets by renames. Without these lines it is indexed again at the \
          next start. Of what is gone not even the path is kept.
          """
        ],
        examples: [
          .init("forget ~/diary.txt", "the file stays, the index knows nothing of it"),
          .init("forget --queries", "all searches that were kept"),
        ]),
      .init(
        "rebuild", help: "Build a new index from the files; the old one answers meanwhile.",
        details: [
          """
          Nobody has to: the daemon does it by itself where the index is damaged. While it lasts, \
          searches say so, and 'sitta status --watch' shows how far it is.
          """
        ],
        examples: [.init("rebuild", "where an index is not to be trusted")]),
      .init(
        "explain", operands: "FILE [QUERY…]", operandCount: 1...10_000, completion: .files,
        options: [
          .init(
            "prefixes", value: "WORDS", choices: PrefixMode.allCases.map(\.rawValue),
            help: "Read none, last or all words as beginnings of words, as the search did."),
          away, json,
        ],
        help: "Tell why a file is found or not: rule, watch, text, index, query and rank.",
        details: [
          """
          Steps that keep the file from being found are marked with `!`, and what you can do about \
          them stands below. The file need not exist. It ends with 0 where the query finds the \
          file, or without a query where the index has it.
          """
        ],
        examples: [
          .init("explain ~/src/build/log.txt", "whether and why it is indexed"),
          .init("explain notes.md quarterly report", "which word it lacks, or its place"),
        ]),
      .init(
        "stats",
        options: [
          .init("limit", "n", value: "N", help: "Print at most N queries of each sort (10)."),
          json,
        ],
        help: "Show popular and failing searches, if QueryLog=yes keeps them.",
        examples: [.init("stats -n 20", "what is looked for, and what is not found")]),
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
            `snippet`, `score`, `modified`, `size`, `type` and `tags`; with `--watch` also `change` \
            (`appeared`, `changed` or `gone`, which has `uri` and `path` only) and `former`, the URI \
            that a file had, where it has another one now. The template of `--format` \
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
