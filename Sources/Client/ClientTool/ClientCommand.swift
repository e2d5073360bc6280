import Arguments
import HostSearch
import LinuxSystem
import SearchInterface

/// The program `sitta`: sends calls to the daemon and prints the replies.
public struct ClientCommand {
  /// The exit code of the program; other programs rely on the numbers.
  public enum ExitCode: Int32, CaseIterable, Sendable {
    /// The command printed a full or partial hit, or did what was requested.
    case found = 0
    /// No hit was printed.
    case notFound = 1
    /// The arguments or the query are wrong.
    case usage = 2
    /// No daemon answers.
    case noDaemon = 3
    /// The daemon could not answer, or a file could not be opened.
    case failed = 4
  }

  /// An error that ends the command.
  struct Failure: Error, CustomStringConvertible {
    let code: ExitCode
    let sentence: String
    var description: String { sentence }
  }

  let output: any TextOutput
  let rest = Rest()

  /// Makes a command.
  ///
  /// - Parameter output: receives all output.
  public init(output: any TextOutput) {
    self.output = output
  }

  /// Work to do after the output of a command has been shown.
  final class Rest {
    var works: [() -> Void] = []
  }

  /// Does the work that was postponed until the output was shown; call it after ``run(_:)``.
  public func finish() {
    for work in rest.works { work() }
    rest.works = []
  }

  /// Runs the command in the arguments.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the exit code. A broken pipe is not a failure: the reader of the output has ended.
  public func run(_ arguments: [[UInt8]]) -> ExitCode {
    do {
      return try perform(arguments)
    } catch let error as SystemError where error.isBrokenPipe {
      return .found
    } catch let error as UsageError {
      return fail(Failure(code: .usage, sentence: error.description))
    } catch let failure as Failure {
      return fail(failure)
    } catch let failure as SearchFailure {
      let isQuery = if case .invalidQuery = failure { true } else { false }
      return fail(Failure(code: isQuery ? .usage : .failed, sentence: failure.description))
    } catch {
      return fail(Failure(code: .failed, sentence: "\(error)"))
    }
  }

  private func perform(_ arguments: [[UInt8]]) throws -> ExitCode {
    let parsed = try Self.table.parse(arguments)
    if parsed.has("help") {
      try output.write(Self.table.help(for: parsed.command))
      return .found
    }
    if parsed.has("version") || parsed.command == "version" {
      try output.write("sitta \(Release.version)\n")
      return .found
    }
    try checkHosts(parsed)
    switch parsed.command {
    case "search": return try search(parsed)
    case "count": return try count(parsed)
    case "list": return try list(parsed)
    case "read": return try read(parsed)
    case "status": return try status(parsed)
    case "sync": return try sync(parsed)
    case "verify": return try verify(parsed)
    case "pause": return try pause(parsed)
    case "resume": return try resume(parsed)
    case "add-root": return try addRoot(parsed)
    case "remove-root": return try removeRoot(parsed)
    case "reload": return try reload(parsed)
    case "sources": return try sources(parsed)
    case "suggest": return try suggest(parsed)
    case "rebuild": return try rebuild(parsed)
    case "explain": return try explain(parsed)
    case "stats": return try stats(parsed)
    case "forget": return try forget(parsed)
    case "open": return try open(parsed)
    case "integrate": return try integrate(parsed)
    case "mcp": return try assist(parsed)
    case "changes": return try changes(parsed)
    case "bridge": return try bridge(parsed)
    case "web": return try web(parsed)
    case "saved": return try saved(parsed)
    case "watch": return try stand(parsed)
    case "setup": return try setUp(parsed)
    case "help": return try help(parsed)
    default:
      try output.write(Self.table.help)
      return .usage
    }
  }

  private func help(_ parsed: ParsedArguments) throws -> ExitCode {
    let name = parsed.operands.first.map { String(decoding: $0, as: UTF8.self) }
    if let name { try Self.table.check(command: name) }
    try output.write(Self.table.help(for: name))
    return .found
  }

  private func list(_ parsed: ParsedArguments) throws -> ExitCode {
    if let rule = parsed.text(of: "left-out") { return try listExcluded(by: rule, parsed) }
    var parameters = ListMethod.Parameters()
    var folder: FilePath?
    let place = parsed.operands.first.flatMap {
      RemotePlace(uri: String(decoding: $0, as: UTF8.self))
    }
    if let operand = parsed.operands.first, place == nil {
      folder = try self.folder(operand, of: "list")
    }
    if let folder {
      // The index has paths with symbolic links resolved.
      parameters.folder = folder.resolvingAnsweredLinks().uri
    }
    parameters.away = parsed.has("away") ? true : nil
    parameters.since = try since(parsed)
    parameters.failed = parsed.has("failed") ? true : nil
    parameters.within = try within(parsed)
    parameters.format = parsed.text(of: "reader")
    var printer = DocumentPrinter(
      output, form: try form(parsed), hasNotes: parsed.has("failed"))
    if let exchange = try hosts(parsed, having: place) {
      defer { exchange.close() }
      if let place { parameters.folder = place.location.uri }
      return try list(parameters, on: exchange, printer)
    }
    var isEmpty = true
    var isReset: Bool?
    try connect(parsed).list(parameters) { page in
      isReset = page.reset
      try printer.print(page.documents)
      isEmpty = isEmpty && page.documents.isEmpty
    }
    noteReset(isReset)
    if isEmpty, let folder { noteNothing(in: folder, parameters) }
    return isEmpty ? .notFound : .found
  }

  /// Reports why the list of a folder is empty, unless only some of its files were requested.
  private func noteNothing(in folder: FilePath, _ parameters: ListMethod.Parameters) {
    if !folder.exists {
      output.note("There is no folder '\(folder)', and the index lists no files in it.")
    } else if parameters.since == nil, parameters.failed == nil, parameters.format == nil {
      output.note("The index has no files in '\(folder)'; 'sitta explain' with this path says why.")
    }
  }

  private func status(_ parsed: ParsedArguments) throws -> ExitCode {
    if parsed.has("roots"), parsed.has("watch") || parsed.has("json") {
      throw UsageError("--roots cannot be combined with --watch or --json.")
    }
    if let exchange = try hosts(parsed) {
      defer { exchange.close() }
      return try status(on: exchange, isJSON: parsed.has("json"))
    }
    if parsed.has("watch") { return try watchStatus(parsed) }
    let reply = try connect(parsed).status()
    if parsed.has("json") {
      try output.write(JSONLine.text(of: reply))
      return .found
    }
    if parsed.has("roots") {
      for root in reply.roots {
        let path = FilePath(uri: root.uri)?.description ?? root.uri
        try output.write(path.escapingControls() + "\n")
      }
      return .found
    }
    try output.write(StatusText(reply).text)
    if let line = Self.standingSearches { try output.write("\(line)\n") }
    if output.terminal != nil,
      try DaemonConnection(option: parsed.bytes(of: "socket")).isServiceDisabled
    {
      output.note(
        """
        sittad starts with your first search after login. To have it follow changes from login on: \
        systemctl --user enable sittad
        """)
    }
    return .found
  }

  /// Shows each status that the daemon sends, until a signal ends this process.
  private func watchStatus(_ parsed: ParsedArguments) throws -> ExitCode {
    output.showAtOnce()
    var watch = StatusWatch()
    try connect(parsed, timeout: Self.endless).status { reply in
      let text =
        parsed.has("json")
        ? try JSONLine.text(of: reply) : watch.text(for: reply, at: .now, on: output.terminal)
      if !text.isEmpty { try output.write(text) }
    }
    return .found
  }

  /// Parses an operand that names a folder.
  func folder(_ operand: [UInt8], of command: String) throws -> FilePath {
    guard let home = ProcessEnvironment.home,
      let folder = FilePath(operand, relativeTo: try .workingDirectory(), home: home)
    else { throw UsageError("'\(command)' takes a folder.") }
    return folder
  }

  func form(_ parsed: ParsedArguments) throws -> DocumentPrinter.Form {
    let template = parsed.has("vimgrep") ? DocumentTemplate.vimgrep : parsed.text(of: "format")
    let forms = ["json", "null", "vimgrep"].filter(parsed.has)
    if forms.count + (parsed.text(of: "format") == nil ? 0 : 1) > 1 {
      throw UsageError("Only one of --json, --null, --format and --vimgrep can be used.")
    }
    if let template { return .template(try DocumentTemplate(template)) }
    if parsed.has("json") { return .json }
    if parsed.has("null") { return .paths }
    let choice = parsed.text(of: "color").flatMap(Appearance.Choice.init) ?? .auto
    return .text(Appearance(choice, on: output.terminal))
  }

  /// The timeout of commands that run until Ctrl-C, long enough never to be reached.
  static let endless = Duration.seconds(14 * 86_400)

  /// The timeout of calls with `--quick`.
  private static let quickTimeout = Duration.seconds(1)

  func connect(
    _ parsed: ParsedArguments, timeout: Duration = .seconds(40)
  ) throws -> SearchClient {
    let isQuick = parsed.has("quick")
    return try DaemonConnection(option: parsed.bytes(of: "socket")).open(
      timeout: isQuick ? min(timeout, Self.quickTimeout) : timeout, startsSocket: !isQuick)
  }

  private func fail(_ failure: Failure) -> ExitCode {
    output.note(failure.sentence)
    return failure.code
  }
}
