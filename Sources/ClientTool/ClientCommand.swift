import Arguments
import LinuxSystem
import SearchInterface

/// `sitta`: asks the daemon and prints what it says.
public struct ClientCommand {
  /// Sitta's version.
  static let version = "0.1.0"

  /// How a call of the program ends; other programs rely on the numbers.
  public enum ExitCode: Int32, Sendable {
    /// Something was found or done.
    case found = 0
    /// Nothing was found.
    case notFound = 1
    /// The call or the query was wrong.
    case usage = 2
    /// No daemon answers.
    case noDaemon = 3
    /// The daemon could not answer.
    case failed = 4
  }

  /// Something that keeps the client from its answer.
  struct Failure: Error {
    let code: ExitCode
    let sentence: String
  }

  private let output: any TextOutput

  /// Makes a command.
  ///
  /// - Parameter output: where everything is printed.
  public init(output: any TextOutput) {
    self.output = output
  }

  /// Does what the arguments say.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the exit code; a reader that has gone away (a broken pipe) is no failure.
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
      try output.write(Self.table.help)
      return .found
    }
    if parsed.has("version") {
      try output.write("sitta \(Self.version)\n")
      return .found
    }
    switch parsed.command {
    case "search": return try search(parsed)
    case "list": return try list(parsed)
    case "status": return try status(parsed)
    case "sync": return try sync(parsed)
    default:
      try output.write(Self.table.help)
      return .usage
    }
  }

  private func search(_ parsed: ParsedArguments) throws -> ExitCode {
    let query = parsed.operands.map { String(decoding: $0, as: UTF8.self) }
    var parameters = SearchMethod.Parameters(query: query.joined(separator: " "))
    parameters.limit = try parsed.number(of: "limit", in: 1...1_000)
    parameters.offset = try parsed.number(of: "offset", in: 0...1_000_000)
    parameters.order = parsed.text(of: "sort").flatMap(SearchMethod.Order.init)
    parameters.sync = parsed.has("sync") ? true : nil
    parameters.prefixes = parsed.text(of: "prefixes").flatMap(SearchMethod.Prefixes.init)
    parameters.away = parsed.has("away") ? true : nil
    let reply = try connect(parsed).search(parameters)
    let printer = DocumentPrinter(output, form: form(parsed))
    for hit in reply.hits { try printer.print(hit) }
    for warning in reply.warnings { output.note(warning) }
    if reply.hits.isEmpty, output.isTerminal, let reading = reply.reading {
      output.note("Nothing found for: \(reading)")
    }
    if reply.hits.isEmpty, reply.pending > 0 {
      output.note("Nothing found yet; \(reply.pending) files and folders wait to be indexed.")
    }
    return reply.hits.isEmpty ? .notFound : .found
  }

  private func list(_ parsed: ParsedArguments) throws -> ExitCode {
    var parameters = ListMethod.Parameters()
    if let operand = parsed.operands.first {
      guard let home = ProcessEnvironment.home,
        let folder = FilePath(operand, relativeTo: try .workingDirectory(), home: home)
      else { throw UsageError("'list' takes a folder.") }
      // The index knows files by the paths that lead through no symbolic link.
      parameters.folder = ((try? folder.resolvingSymbolicLinks()) ?? folder).uri
    }
    parameters.away = parsed.has("away") ? true : nil
    let printer = DocumentPrinter(output, form: form(parsed))
    var isEmpty = true
    try connect(parsed).list(parameters) { page in
      for document in page.documents { try printer.print(document) }
      isEmpty = isEmpty && page.documents.isEmpty
    }
    return isEmpty ? .notFound : .found
  }

  private func status(_ parsed: ParsedArguments) throws -> ExitCode {
    let reply = try connect(parsed).status()
    if parsed.has("json") {
      try output.write(JSONLine.text(of: reply))
    } else {
      try output.write(StatusText(reply).text)
    }
    return .found
  }

  private func sync(_ parsed: ParsedArguments) throws -> ExitCode {
    let timeout = Duration.milliseconds(SyncMethod.defaultTimeout) + .seconds(5)
    _ = try connect(parsed, timeout: timeout).sync(SyncMethod.Parameters())
    return .found
  }

  private func form(_ parsed: ParsedArguments) -> DocumentPrinter.Form {
    if parsed.has("json") { return .json }
    return parsed.has("null") ? .paths : .text
  }

  private func fail(_ failure: Failure) -> ExitCode {
    output.note(failure.sentence)
    return failure.code
  }
}

// MARK: - The daemon

extension ClientCommand {
  private func connect(
    _ parsed: ParsedArguments, timeout: Duration = .seconds(40)
  ) throws -> SearchClient {
    let socket = try socket(parsed)
    do throws(SystemError) {
      return try SearchClient(connectingTo: socket, timeout: timeout)
    } catch {
      throw Failure(
        code: .noDaemon,
        sentence: """
          No sittad answers at '\(socket)' (\(error.reason)). \
          Start it with: systemctl --user start sittad.socket
          """)
    }
  }

  private func socket(_ parsed: ParsedArguments) throws -> FilePath {
    if let bytes = parsed.bytes(of: "socket") {
      guard let home = ProcessEnvironment.home,
        let path = FilePath(bytes, relativeTo: try .workingDirectory(), home: home)
      else { throw UsageError("--socket takes a path.") }
      return path
    }
    guard let runtime = ProcessEnvironment.path(in: "XDG_RUNTIME_DIR") else {
      throw Failure(
        code: .noDaemon,
        sentence: "XDG_RUNTIME_DIR is not set, so nobody knows the socket; give --socket PATH.")
    }
    return runtime.appending("sitta").appending(SearchInterfaceDescription.name)
  }
}
