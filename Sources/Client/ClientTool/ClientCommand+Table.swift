public import Arguments
import SearchInterface

extension ClientCommand {
  static let json = CommandLineTable.Option("json", help: "Print one JSON object a line.")
  private static let forms = [
    json,
    CommandLineTable.Option(
      "null", "0", help: "Print only the paths of files, each once and followed by a NUL."),
    CommandLineTable.Option(
      "format", value: "TEMPLATE",
      help: "Print one line each, from a template with fields such as `{path}`."),
  ]

  static let prefixes = CommandLineTable.Option(
    "prefixes", value: "WORDS", choices: PrefixMode.allCases.map(\.rawValue),
    help: "Read no word, the last word or all words as prefixes.")

  private static let selection = [
    prefixes,
    CommandLineTable.Option(
      "facets", value: "FIELDS",
      help: """
        Count the hits by `type`, `folder`, `tag`, `year`, `language`, `author`; put commas between \
        several.
        """),
    CommandLineTable.Option(
      "sync", help: "Wait until everything written before is in the index."),
    within, since, away,
  ]

  static let sortHelp = """
    Sort by relevance, modified, created (or sent), date (created, or else modified), name or size.
    """

  private static let within = CommandLineTable.Option(
    "within", value: "DIR", completion: .folders,
    help: """
      Show nothing from outside of this folder, whatever the query says; give it several times for \
      several folders.
      """)

  private static let since = CommandLineTable.Option(
    "since", value: "CLOCK",
    help: "Show only what is new since this clock, as `sitta status` showed it.")

  private static let away = CommandLineTable.Option(
    "away", help: "Include files of folders that are not available now.")

  /// The commands and options of `sitta`.
  public static let table = CommandLineTable(
    program: "sitta",
    summary: "searches the full-text index that sittad keeps of your files",
    details: [
      """
      If the first word is no command, all words are a query. \
      It asks the daemon on a socket. If no daemon listens and systemd knows `sittad.socket`, sitta \
      has systemd start it.
      """
    ],
    options: [
      hostOption,
      .init(
        "socket", value: "PATH", completion: .files,
        help: "Ask the daemon that listens on this socket."),
      .init(
        "color", value: "WHEN", choices: Appearance.Choice.allCases.map(\.rawValue),
        help: "Use colours on a terminal (auto), always or never."),
      .init(
        "quick",
        help:
          "Do not start the daemon, and wait at most a second for it; for prompts and completions."),
    ],
    commands: [
      .init(
        "search", operands: "QUERY…", operandCount: 0...10_000, completion: queryTerms,
        options: [
          .init(
            "limit", "n", value: "N",
            help: """
              Print at most N hits: 20 by default, and all of them with `-0`, `--json`, `--format` and \
              `--vimgrep`.
              """),
          .init("offset", value: "N", help: "Skip the first N hits."),
          .init(
            "sort", value: "ORDER", choices: SearchOrder.allCases.map(\.rawValue),
            help: sortHelp),
          .init(
            "strict",
            help: """
              Find only files with all words, and correct none; `-0`, `--json`, `--format` and \
              `--vimgrep` do so unless `--relaxed` is given.
              """),
          .init("relaxed", help: "Also find files with some of the words, after all others."),
          .init(
            "like", value: "FILE", completion: .files,
            help: """
              Find files that are about the same as this one, the most similar first; QUERY is optional then, \
              and limits them. Needs the package sitta-meaning; only English prose can be compared.
              """),
          .init("all-copies", help: "Show each copy and version of a file as a hit of its own."),
          .init("all-messages", help: "Show each message of a conversation as a hit of its own."),
          .init(
            "passages", value: "N",
            help: "Show up to N passages of each file, each with its page or line; at most 10."),
        ] + selection + forms + [
          .init(
            "watch", "w",
            help: "Keep running until Ctrl-C: print hits that appear (+), change (~) or go (-)."),
          .init("vimgrep", help: "Short for `--format '\(DocumentTemplate.vimgrep)'`."),
        ],
        help: "Find files: words, \"phrases\", =exact, pre*, -not, OR, fields and filters.",
        details: [
          """
          All operands together are the query; sitta-query(7) describes it. Quote characters that the \
          shell would interpret, and put `--` before a word that begins with a dash.
          """
        ],
        examples: [
          .init("search memory barrier", "both words, or else most of them"),
          .init("search +memory barrier", "not without the first word"),
          .init("search '\"page cache\"' -- -linux", "a phrase, and not a word"),
          .init("search -n 5 --sort modified 'permiss*'", "the five newest files"),
          .init("search --sort date type:mail from:jakob", "the latest mails first"),
          .init("search report type:pdf modified:7d in:~/work", "with filters"),
          .init("search --sync TODO", "including what was just written"),
          .init("search --watch invoice type:pdf", "print new hits as they appear"),
          .init("search --passages 5 warranty type:pdf", "the pages where it is written"),
          .init("search --vimgrep barrier", "for an editor's list of positions"),
          .init("search --format '{size}\\t{path}' type:video", "in your own format"),
          .init("search -0 draft | xargs -0 ls -l", "pass the files to a program"),
          .init("search --like 'lease.pdf' in:~/letters", "letters about the same as a file"),
          .init("search --away holiday photos", "also on a disk that is unplugged"),
        ]),
      openCommand,
      .init(
        "suggest", operands: "TEXT…", operandCount: 1...10_000, completion: queryTerms,
        options: [
          .init(
            "limit", "n", value: "N",
            help: "Print at most N completions and N corrections; 5 by default."),
          within, json,
        ],
        help: "Complete the last word of a query, and correct words that no file has.",
        details: [
          """
          Each line is a whole query that finds something. Completions come before corrections, and \
          words in many files before words in few. Words are printed as the index has them: in lower \
          case and without accents.
          """
        ],
        examples: [
          .init("suggest memory bar", "memory barrier, memory bars, …"),
          .init("suggest memroy barrier", "memory barrier"),
        ]),
      .init(
        "count", operands: "QUERY…", operandCount: 1...10_000, completion: queryTerms,
        options: selection + [json],
        help: "Count the files that a search would find.",
        examples: [
          .init("count --facets type,year report", "also by media type and year")
        ]),
      .init(
        "list", operands: "[DIR]", operandCount: 0...1, completion: .folders,
        options: [
          .init(
            "failed",
            help: """
              List only files whose text is not completely in the index, each with the reason, the \
              format and the version of its reader.
              """),
          .init(
            "reader", value: "FORMAT",
            help: """
              List only files of a format, by its word in `Formats=` of sittad.conf; `text` for \
              plain text, `none` for files of which only the name is known.
              """),
          .init(
            "left-out", value: "RULE", choices: ["all"] + ExclusionRule.allCases.map(\.word),
            help: """
              List instead the files and folders on the disk that are not indexed because of this kind of \
              rule, as `sitta status` counts them; folders end with a slash.
              """),
          within, since, away,
        ] + forms,
        help: "List every indexed file, or those in DIR.",
        examples: [
          .init("list ~/notes", "the indexed files of a folder"),
          .init("list --failed", "files that are not found by all of their text"),
          .init("list --failed --reader mail", "the same for mail"),
          .init("list --left-out secret", "what may be secret, and so is not indexed"),
        ]),
      .init(
        "read", operands: "FILE[:LINE]", operandCount: 1...1, completion: .files,
        options: [
          .init("lines", "n", value: "N", help: "Print at most N lines; all by default."),
          .init(
            "query", value: "QUERY",
            help: "Begin a few lines before the passage that shows the query best."),
          prefixes, within, json,
        ],
        help: "Print the text of a file as the index has it, from LINE on.",
        details: [
          """
          It prints the text that was read from the file when it was indexed, so also the text \
          of a PDF document or of a member as in `a.zip!/notes.txt`. Control characters are \
          escaped; `--json` has the text itself. The exit code is 1 if the file is not in the \
          index.
          """,
          """
          The text of a mail comes after its From, To, Date and Subject, and a blank line. These lines are \
          not counted, so line numbers and `-n` mean the text; with LINE they are left out.
          """,
        ],
        examples: [
          .init("read -n 20 notes.md:120", "20 lines from line 120 on"),
          .init("read -n 40 --query 'notice period' contract.pdf", "the lines around a match"),
        ]),
      .init(
        "status",
        options: [
          .init("watch", "w", help: "Keep running until Ctrl-C: show each change."),
          .init("roots", help: "Print only the folders that are indexed, one a line."),
          json,
        ],
        help: "Show the state of the daemon and of the index.",
        examples: [
          .init("status --watch", "progress, speed and remaining time")
        ]),
      syncCommand, verifyCommand,
      .init(
        "pause",
        options: [
          .init("until", value: "TIME", help: "End at a time: 14:30, or 2026-12-31 08:00."),
          .init("for", value: "DURATION", help: "End after a duration: 45min, 2h."),
          .init("until-power", help: "End when the computer has mains power."),
        ],
        help: "Pause bulk indexing; without an option, until Ctrl-C.",
        examples: [.init("pause --for 2h", "during a talk, for example")]),
      .init(
        "resume",
        options: [
          .init(
            "now",
            help: """
              Also on battery, under CPU pressure and after long work, until all files are indexed.
              """)
        ],
        help: "End all pauses and continue indexing.",
        examples: [.init("resume --now", "complete the first index on battery")]),
      .init(
        "add-root", operands: "DIR", operandCount: 1...1, completion: .folders,
        options: [.init("yes", help: "Add even `/`, which has all files of the system.")],
        help: "Index one more folder, from now on.",
        details: [
          """
          The daemon begins at once, or says why the files have to wait. It keeps the list of roots in \
          `sittad.conf.d/99-roots.conf` below `~/.config/sitta` and leaves your other files as they are. If its \
          command line names the roots, the change lasts until the daemon ends.
          """
        ],
        examples: [.init("add-root ~/Music", "index your music, too")]),
      .init(
        "remove-root", operands: "DIR", operandCount: 1...1,
        completion: .lines(of: "status --quick --roots"),
        help: "Stop indexing a folder, and remove its files from the index.",
        examples: [.init("remove-root ~/Music", "no longer index it")]),
      .init(
        "reload", help: "Make the daemon read its configuration again.",
        details: [
          """
          The command ends when the configuration is in effect. If a line is wrong, nothing changes, \
          and the message names file and line.
          """
        ]),
      sourcesCommand,
      .init(
        "forget", operands: "PATH", operandCount: 0...1, completion: .files,
        options: [
          .init("undo", help: "Index the file or folder again that was forgotten."),
          .init("queries", help: "Erase the searches that were kept instead."),
        ],
        help: "Erase a file, or all files below a folder, from the index and its files on disk.",
        details: [
          """
          Words, texts and names are erased from every file in the state folder. Your own file stays. \
          A file that still exists is kept out of the index from now on. So are its new names and \
          editors' copies (`diary.txt~`). With `--undo` it is indexed again. If the disk is full, the \
          file is in no answer any more, and it is erased when there is room.
          """
        ],
        examples: [
          .init("forget ~/diary.txt", "the file stays; the index loses it"),
          .init("forget --undo ~/diary.txt", "index it again"),
          .init("forget --queries", "erase all searches that were kept"),
        ]),
      .init(
        "rebuild", help: "Build a new index from the files; the old one answers meanwhile.",
        details: [
          """
          You rarely need this: the daemon does it by itself if the index is damaged. During a rebuild \
          searches say so, and 'sitta status --watch' shows the progress.
          """
        ],
        examples: [.init("rebuild", "if you do not trust the index")]),
      .init(
        "explain", operands: "FILE [QUERY…]", operandCount: 1...10_000, completion: .files,
        options: [
          .init(
            "prefixes", value: "WORDS", choices: PrefixMode.allCases.map(\.rawValue),
            help: "Read no word, the last word or all words as prefixes, as the search did."),
          .init(
            "strict", help: "Explain a search with `--strict`, or one whose hits a program gets."),
          within, away, json,
        ],
        help: "Explain why a file is found or not: rule, watch, text, index, query and rank.",
        details: [
          """
          It shows which rule includes or excludes the file, how its changes are found, how it is read, \
          and what the index has of it. With a query it also shows missing words, filters that fail, \
          the parts of the score, and whether the search corrected the query: the answer agrees \
          with `sitta search` for the same words.
          """,
          """
          `!` marks each step that keeps the file from being found; the line below it says what you \
          can do. The file need not exist. The exit code is 0 if the query finds the file, or without \
          a query if the index has it.
          """,
        ],
        examples: [
          .init("explain ~/src/build/log.txt", "whether and why it is indexed"),
          .init("explain notes.md quarterly report", "the missing word, or its rank"),
        ]),
      .init(
        "stats",
        options: [
          .init(
            "limit", "n", value: "N", help: "Print at most N queries of each kind; 10 by default."),
          json,
        ],
        help: "Show popular and failing searches, if QueryLog=yes keeps them.",
        examples: [.init("stats -n 20", "what was searched, and not found")]),
      .init(
        "mcp",
        options: [
          .init(
            "within", value: "DIR", completion: .folders,
            help: """
              Show the assistant nothing from outside of this folder; give it several times for several \
              folders.
              """)
        ],
        help: "Let an assistant search and read your files, by the Model Context Protocol.",
        details: [
          """
          An assistant's program starts it and talks to it on standard input and output, until the input \
          ends. The tools are `search`, `read`, `explain` and `status`; none of them changes anything.
          """,
          """
          Without `--within` the assistant can read every file in the index, in all roots, and the \
          texts that it reads may leave this computer. Keys and passwords in texts are masked if they \
          are recognized.
          """,
          """
          With `--within` it gets no text, name or word from elsewhere. How rare a word is in the whole \
          index still decides the scores and the order of the hits inside, so a score can tell roughly \
          how many other files have a word.
          """,
        ],
        examples: [
          .init("mcp --within ~/notes --within ~/work", "for the assistant's configuration")
        ]),
      changesCommand, bridgeCommand, webCommand, savedCommand, standingCommand, setupCommand,
      integrateCommand,
      .init(
        "help", operands: "[COMMAND]", operandCount: 0...1,
        help: "Show the help of a command, or of the program.",
        examples: [.init("help search", "the options of `search`")]),
      .init("version", help: "Print the version, as `--version` does."),
    ],
    standardCommandName: "search", queryFields: queryFields,
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })
}

extension ClientCommand.ExitCode {
  /// The meaning of the exit code, for the manual.
  var meaning: String {
    switch self {
    case .found: "found, also if every hit lacks some of the words; or done"
    case .notFound: "nothing found; for `verify`: something differs"
    case .usage: "wrong usage or query"
    case .noDaemon: "no daemon"
    case .failed: "the daemon could not answer, or a file could not be opened"
    }
  }
}
