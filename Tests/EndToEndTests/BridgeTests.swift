import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct BridgeTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  private func command(_ socket: String? = nil) throws -> ChildProcess.Command {
    ChildProcess.Command(
      try Binary.sitta.path,
      ["--socket", socket ?? "\(daemon.socket)", "bridge"].map { Array($0.utf8) })
  }

  private func bridge(_ calls: String) throws -> ChildProcess.Report {
    try ChildProcess.run(
      command(), input: .bytes(Array(calls.utf8)), until: .now + .seconds(300))
  }

  private static let ping = #"{"method":"io.sitta.Search.Count","parameters":{"query":"beans"}}"#

  @Test func `The replies to all calls come before it ends`() throws {
    try daemon.files.appending("a.txt").write("climbing beans")
    _ = try daemon.listed()
    let report = try bridge("\(Self.ping)\0\(Self.ping)\0")
    #expect(report.ending == .exited(0))
    #expect(report.outputText.occurrences(of: #""count":1"#) == 2)
    #expect(report.outputText.occurrences(of: "\0") == 2)
    #expect(report.errorText == "")
  }

  @Test func `No call is no error`() throws {
    let report = try bridge("")
    #expect(report.ending == .exited(0))
    #expect(report.output.isEmpty)
  }

  @Test func `Half a call is no error, and has no reply`() throws {
    let report = try bridge(#"{"method":"io.sitta"#)
    #expect(report.ending == .exited(0))
    #expect(report.output.isEmpty)
  }

  @Test func `What is no call ends the connection, and the bridge says so`() throws {
    // The input stays open, so it is the daemon that ends the connection.
    let input = try Pipe()
    let process = try ChildProcess(
      command(), input: .descriptor(input.reading.number))
    try input.writing.write(Array("no call\0".utf8))
    #expect(try process.wait(until: .now + .seconds(60)) == .exited(4))
  }

  @Test func `It ends when the reader of the replies has gone`() throws {
    let input = try Pipe()
    let output = try Pipe()
    let process = try ChildProcess(
      command(), input: .descriptor(input.reading.number),
      output: .descriptor(output.writing.number))
    _ = output.closeReading()
    try input.writing.write(Array("\(Self.ping)\0".utf8))
    #expect(try process.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test func `It ends with its client while the daemon hangs`() throws {
    try daemon.suspend()
    defer { try? daemon.resume() }
    // A client that goes, and then one that only closes its input and still reads.
    let input = try Pipe()
    let output = try Pipe()
    let process = try ChildProcess(
      command(), input: .descriptor(input.reading.number),
      output: .descriptor(output.writing.number))
    try input.writing.write(Array("\(Self.ping)\0".utf8))
    _ = output.closeReading()
    #expect(try process.wait(until: .now + .seconds(60)) == .exited(0))
    let waiting = try ChildProcess(
      command(), input: .bytes(Array("\(Self.ping)\0".utf8)), output: .pipe)
    try daemon.resume()
    var complaint = ChildProcess.Complaint()
    let printed = try waiting.nextOutput(until: .now + .seconds(60), &complaint)
    let reply = try #require(printed)
    #expect(String(decoding: reply, as: UTF8.self).contains("count"))
    #expect(try waiting.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test func `A daemon that hangs and has too many clients is no reason to wait`() throws {
    try daemon.suspend()
    defer { try? daemon.resume() }
    // These stay in its queue, as if they were still there.
    while (try? UnixSocket.connect(to: daemon.socket, waits: false)) != nil {}
    let report = try bridge("\(Self.ping)\0")
    #expect(report.ending == .exited(3))
    #expect(report.errorText.contains("No sittad answers"), "\(report.errorText)")
  }

  @Test func `Without a daemon it says how to start one`() throws {
    let report = try ChildProcess.run(
      command("\(daemon.files)/none"), until: .now + .seconds(60))
    #expect(report.ending == .exited(3))
    #expect(report.errorText.contains("No sittad answers"))
  }

  @Test(.enabled(if: ProcessEnvironment.path(in: "SITTA_PYTHON") != nil))
  func `The client of PyPI searches through it`() throws {
    for number in 0..<1_100 { try daemon.files.appending("\(number)").write("beans") }
    #expect(try daemon.listed().count == 1_100)
    let bridge = "\(try Binary.sitta.path) --socket \(daemon.socket) bridge"
    let info = try varlink("--bridge", bridge, "info")
    #expect(info.ending == .exited(0), "\(info.errorText)")
    #expect(info.outputText.contains("io.sitta.Search"))
    let list = try varlink("--bridge", bridge, "call", "--more", "io.sitta.Search.List", "{}")
    #expect(list.outputText.occurrences(of: #""uri": "#) == 1_100, "\(list.errorText)")
  }

  private func varlink(_ arguments: String...) throws -> ChildProcess.Report {
    let python = try #require(ProcessEnvironment.path(in: "SITTA_PYTHON"))
    return try ChildProcess.run(
      ChildProcess.Command(python, (["-m", "varlink.cli"] + arguments).map { Array($0.utf8) }),
      until: .now + .seconds(300))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func occurrences(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
