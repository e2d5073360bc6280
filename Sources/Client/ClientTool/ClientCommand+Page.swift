import Arguments
import LinuxSystem

/// The command `sitta web`.
extension ClientCommand {
  static let webCommand = CommandLineTable.Command(
    "web", operands: "[QUERY…]", operandCount: 0...10_000,
    options: [.init("print", help: "Print the address of the page, and open no browser.")],
    help: "Open a page in the browser: search, narrow, read, and see how the index is doing.",
    details: [
      """
      The page is served by `sitta-session` on a port of this machine, and only to the browser that opens this \
      address: it has a code that can be used once, within a minute. If somebody else has used it before, the \
      page says so, and the server ends. It also ends after 30 minutes in which nobody used the page.
      """
    ],
    examples: [
      .init("web", "search in the browser"), .init("web kingfisher", "begin with a search"),
    ])

  /// The longest wait for the address.
  private static let webTimeout = Duration.seconds(10)

  func web(_ parsed: ParsedArguments) throws -> ExitCode {
    let connection = try DaemonConnection(option: parsed.bytes(of: "socket"))
    let isFirst = Self.isFirstRun && parsed.bytes(of: "socket") == nil
    // Starts the daemon if nothing else has, and says so here if it does not run. At first the page asks before.
    if !isFirst { _ = try connection.openSocket() }
    guard let program = ProcessEnvironment.programFile,
      let shell = ProcessEnvironment.program("sh"),
      let session = Self.installed("sitta-session", of: program),
      let page = Self.installed("web", of: program)
    else {
      throw Failure(
        code: .failed,
        sentence:
          "There is no program 'sitta-session' beside sitta. Install the package sitta-session.")
    }
    // In a session of its own, so that it goes on after the terminal is closed.
    let words = [
      // The query is not in the arguments, which other users can see as long as the page is used.
      Array("-c".utf8),
      Array(
        "read -r SITTA_QUERY; export SITTA_QUERY; exec setsid --fork \"$0\" \"$@\" < /dev/null".utf8
      ),
    ]
    let process = try ChildProcess(
      ChildProcess.Command(
        shell,
        words + [
          session.bytes, Array("web".utf8), connection.socket.bytes, page.bytes, program.bytes,
          Array((isFirst ? "first" : "later").utf8),
        ]), input: .bytes(Array("\(Self.joined(parsed.operands))\n".utf8)), output: .pipe,
      errors: .pipe)
    var said = ChildProcess.Complaint()
    let line = try process.nextOutput(until: .now + Self.webTimeout, &said) ?? []
    let address = String(decoding: line.prefix { $0 != 0x0a }, as: UTF8.self)
    guard address.hasPrefix("http://127.0.0.1:") else {
      let reason = String(decoding: said.bytes, as: UTF8.self).split(separator: "\n").last ?? ""
      throw Failure(
        code: .failed,
        sentence: "The server of the page did not start. \(reason)")
    }
    if parsed.has("print") {
      try output.write("\(address)\n")
      return .found
    }
    try opener.open(page: address)
    return .found
  }

  /// A file of the installation in `libexec/sitta` or `share/sitta`, or else beside `sitta` after a build.
  private static func installed(_ name: String, of program: FilePath) -> FilePath? {
    let bin = program.parent, prefix = bin.parent
    return [
      prefix.appending("libexec").appending("sitta").appending(name),
      prefix.appending("share").appending("sitta").appending(name), bin.appending(name),
    ].first { $0.exists }.flatMap { try? $0.resolvingSymbolicLinks() }
  }
}
