import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The clients in the folder `clients`, which are examples for programs of others.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.exists("/usr/bin/python3")))
struct ClientExampleTests {
  let daemon: RunningDaemon
  private let clients: FilePath

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    clients = SourceTree.root.appending("clients")
    try daemon.files.appending("note.md").write("When the frost\u{1b}c is over.\n")
    // Where clients look for the daemon of a session.
    let folder = daemon.home["session/sitta"]
    try folder.makeDirectory()
    try folder.appending("io.sitta.Search").makeSymbolicLink(to: daemon.socket)
    _ = try daemon.listed()
  }

  private func command(_ words: String...) -> ChildProcess.Command {
    let environment = [
      "HOME=\(daemon.home.path)", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm",
      "XDG_RUNTIME_DIR=\(daemon.home["session"])",
    ]
    return ChildProcess.Command(
      "/usr/bin/python3", words.map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }

  @Test func `One searches while a person types, and leaves the terminal as it was`() throws {
    let terminal = try PseudoTerminal(running: command("\(clients)/search.py"))
    _ = try terminal.read { $0.hasSuffix("> ") }
    try terminal.type("fros")
    let found = try terminal.read { $0.hasSuffix("> fros") }
    #expect(found.contains("note.md  When the frost c is over.\n> fros"), "\(found)")
    try terminal.type("x")
    #expect(try terminal.read { $0.hasSuffix("> frosx") }.hasSuffix("\u{1b}[J\n> frosx"))
    try terminal.type("\u{7f}")
    #expect(try terminal.read { $0.hasSuffix("> fros") }.contains("note.md"))
    try terminal.type("\r")
    _ = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test func `One prints what appears, changes and goes`() throws {
    let terminal = try PseudoTerminal(running: command("\(clients)/subscribe.py", "frost"))
    func line(_ text: String) throws {
      let shown = try terminal.read { $0.hasSuffix("\n") }
      #expect(shown == text + "\n")
    }
    try line("+ \(daemon.files.appending("note.md").uri)")
    let file = daemon.files.appending("née\n.txt")
    try file.write("frost\n")
    try line("+ \(file.uri)")
    try file.write("frost and thaw\n")
    try line("~ \(file.uri)")
    try file.removeFile()
    try line("- \(file.uri)")
    try terminal.type("\u{3}")
    _ = try terminal.read()
    _ = try terminal.process.wait(until: .now + .seconds(60))
  }

  /// A server that takes the calls of OpenSearch, and prints them after the output of the client.
  private static let openSearch = """
    import http.server, json, subprocess, sys, threading
    bodies = []
    class Server(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            bodies.append(self.path + " " + self.rfile.read(int(self.headers["Content-Length"])).decode())
            answer = json.dumps({"items": [{"index": {"status": int(sys.argv[2])}}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
        def log_message(self, *words): pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    words = [sys.executable, sys.argv[1], f"http://127.0.0.1:{server.server_port}"]
    done = subprocess.run(words, stdin=sys.stdin, capture_output=True, text=True)
    print(done.returncode, done.stdout, done.stderr, *bodies, sep="\\n")
    """

  private func copyToOpenSearch(_ lines: [UInt8], status: Int) throws -> String {
    let report = try ChildProcess.run(
      command("-c", Self.openSearch, "\(clients)/opensearch.py", "\(status)"),
      input: .bytes(lines), until: .now + .seconds(60))
    #expect(report.ending == .exited(0), "\(report.errorText)")
    return String(decoding: report.output, as: UTF8.self)
  }

  @Test func `One copies the feed to OpenSearch`() throws {
    let feed = try daemon.sitta(["changes", "--json", "--text"])
    let output = try copyToOpenSearch(Array(feed.output), status: 201)
    let lines = output.split(separator: "\n")
    #expect(lines.first == "0")
    let clock = try daemon.connect().status().clock
    #expect(lines.contains("\(clock.index):\(clock.sequence)"))
    #expect(lines.contains { $0.hasPrefix("/_bulk {\"index\": {\"_index\": \"sitta-folders\"") })
    #expect(output.contains("\"_index\": \"sitta-documents\", \"_id\": \"1\", \"version\": "))
    #expect(output.contains("When the frost\\u001bc is over."))
    let removal = Array("{\"removed\":{\"id\":5,\"sequence\":6}}\n{\"clock\":\"a:6\"}\n".utf8)
    let removed = try copyToOpenSearch(removal, status: 404)
    #expect(removed.hasPrefix("0\na:6\n"))
    #expect(
      removed.contains(
        "/_bulk {\"delete\": {\"_index\": \"sitta-documents\", \"_id\": \"5\", \"version\": 6"))
    // A change that could not be stored gets no clock.
    let refused = try copyToOpenSearch(Array(feed.output), status: 400)
    #expect(refused.hasPrefix("1\n\n"))
    #expect(
      try copyToOpenSearch(Array("{\"reset\":true}\n".utf8), status: 200).contains("cannot go on"))
  }

  @Test func `A wrong call is named`() throws {
    let report = try ChildProcess.run(
      command("\(clients)/subscribe.py"), until: .now + .seconds(60))
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("io.sitta.Search.InvalidQuery"), "\(report.errorText)")
  }
}
