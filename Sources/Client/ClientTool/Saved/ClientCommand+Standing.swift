import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta watch`.
extension ClientCommand {
  static let standingCommand = CommandLineTable.Command(
    "watch", operands: "[ACTION [TEXT…]]", operandCount: 0...10_000,
    completion: .choices(["add", "remove", "run"]),
    options: [
      .init("name", value: "NAME", help: "The name of the search to add; else it is the query."),
      .init("notify", help: "Show a notification for new hits."),
      .init(
        "run", value: "PROGRAM", completion: .files,
        help: "Start a program with the paths of new hits on its standard input, one a line."),
      .init("null", "0", help: "End each path with NUL, for 'xargs -0'."),
      .init("json", help: "Print one JSON object a line."),
    ],
    help:
      "List standing searches, which notify of new hits; `add QUERY…` and `remove NAME` change them.",
    details: [
      """
      A new hit is a file that matches now and did not before: it was saved, moved or changed. What happens while \
      nobody is logged in comes at the next start; a file that was changed then counts as new. A program runs as \
      you, at most every 10 s and 60 times an hour; what comes meanwhile comes together, at most 1,000 files at once. \
      After ten minutes it is ended. If the service is restarted meanwhile, it may get the same paths again.
      """,
      """
      Each search is a file that you can read and edit: `~/.config/sitta/watches.d/NAME.conf`. `sitta watch run` \
      follows them until it is ended; with systemd `sitta-watch.service` runs it from the first `add` to the last \
      `remove`; it needs the daemon, and starts it. `sitta status` says how many there are.
      """,
    ],
    examples: [
      .init("watch add --notify invoice type:pdf", "notify of each new invoice"),
      .init("watch add --name Scans --run ~/bin/sort-scans in:~/Scans", "start a program"),
      .init("watch", "list them"), .init("watch remove Scans", "no longer"),
    ])

  func stand(_ parsed: ParsedArguments) throws -> ExitCode {
    let folder = try SavedSearchFolder("watches.d")
    let action = parsed.operands.first.map { String(decoding: $0, as: UTF8.self) }
    let text = Self.joined(parsed.operands.dropFirst())
    switch action {
    case nil: return try list(folder, parsed)
    case "add" where !text.isEmpty:
      try add(text, to: folder, parsed)
      return .found
    case "remove" where !text.isEmpty:
      let code = try remove(text, from: folder)
      if code == .found {
        try? Self.clocks().appending("\(text).clock").removeFile()
        let isLast = try folder.all().searches.isEmpty
        Self.systemctl(isLast ? ["disable", "--now"] : ["restart"])
      }
      return code
    case "run" where text.isEmpty: return try follow(folder, parsed)
    default:
      throw UsageError("'sitta watch' takes 'add QUERY…', 'remove NAME' or 'run'.")
    }
  }

  private func add(
    _ query: String, to folder: SavedSearchFolder, _ parsed: ParsedArguments
  ) throws {
    var search = SavedSearch(parsed.text(of: "name") ?? SavedSearch.name(for: query), query)
    search.notify = parsed.has("notify")
    search.null = parsed.has("null") ? true : nil
    if let program = parsed.text(of: "run") {
      guard let home = ProcessEnvironment.home,
        let path = FilePath(Array(program.utf8), relativeTo: try .workingDirectory(), home: home),
        path.utf8 != nil, !program.contains(where: \.isNewline)
      else { throw UsageError("--run takes the path of a program.") }
      let status = try FileStatus(of: path.resolvingSymbolicLinks())
      guard status.kind == .regular, status.permissions & 0o111 != 0 else {
        throw UsageError("'\(path)' is not a program that you can start.")
      }
      search.run = path.utf8
    }
    guard search.notify == true || search.run != nil else {
      throw UsageError("'sitta watch add' needs --notify or --run PROGRAM.")
    }
    try check(query, parsed)
    try folder.write(search)
    output.note("Wrote '\(folder.file(search.name))'.")
    if !Self.systemctl(["enable"]) || !Self.systemctl(["restart"]) {
      output.note("sitta-watch.service was not started. Without systemd, run: sitta watch run")
    }
  }

  /// Follows a query for a moment, so that the daemon says what is wrong with it.
  private func check(_ query: String, _ parsed: ParsedArguments) throws {
    struct Followed: Error {}
    var parameters = SubscribeMethod.Parameters(query: query)
    (parameters.limit, parameters.snippetWords) = (0, 0)
    do {
      try connect(parsed).subscribe(parameters) { _ in throw Followed() }
    } catch is Followed {}
  }

  /// Calls systemctl for the service; returns whether it succeeded.
  @discardableResult
  private static func systemctl(_ words: [String]) -> Bool {
    DaemonConnection.run(["systemctl", "--user"] + words + ["sitta-watch.service"])?.ending
      == .exited(0)
  }

  /// The folder of the clocks up to which standing searches have notified.
  private static func clocks() throws -> FilePath {
    guard let state = ProcessEnvironment.stateHome else {
      throw Failure(code: .failed, sentence: "The home folder is unknown: set HOME.")
    }
    return state.appending("sitta-watch")
  }

  /// Follows all standing searches until a signal ends this process.
  private func follow(_ folder: SavedSearchFolder, _ parsed: ParsedArguments) throws -> ExitCode {
    let (searches, unread) = try folder.all()
    if !unread.isEmpty {
      output.note("\(unread.count.counted("file")) cannot be read; 'sitta watch' names them.")
    }
    guard !searches.isEmpty else { return .notFound }
    let connection = try DaemonConnection(option: parsed.bytes(of: "socket"))
    let clocks = try Self.clocks()
    // Before any thread starts, which would be interrupted by them.
    let signals = try SignalDescriptor(
      taking: [SignalDescriptor.terminate, SignalDescriptor.interrupt, SignalDescriptor.hangUp])
    var runners: [StandingSearchRunner] = []
    for (number, search) in searches.enumerated() {
      let runner = try StandingSearchRunner(search, connection, clocks: clocks) { sentence in
        let line = "Standing search \(number + 1) of 'sitta watch' \(sentence)."
        try? FileDescriptor.writeToStandardError("sitta: \(line.escapingControls())\n")
      }
      try runner.start()
      runners.append(runner)
    }
    // The threads do everything.
    while try signals.read().isEmpty {
      _ = try signals.descriptor.waitUntilReadable(timeout: .seconds(3_600))
    }
    for runner in runners { runner.end() }
    return .found
  }

  /// The line of `sitta status` about standing searches; nil if there are none.
  static var standingSearches: String? {
    guard let folder = try? SavedSearchFolder("watches.d"), let all = try? folder.all(),
      !all.searches.isEmpty
    else { return nil }
    let count = all.searches.count.counted("standing search", plural: "standing searches")
    return "watching   \(count); 'sitta watch' lists them"
  }
}
