import LinuxSystem
import TestSupport
import Testing

/// A daemon whose configuration is wrong and that got its socket from systemd.
///
/// `systemd-socket-activate` passes the socket as systemd does.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.exists("/usr/bin/systemd-socket-activate")))
final class CorrectionTests {
  let home: TemporaryDirectory
  private let process: ChildProcess

  private var configuration: FilePath { home["sittad.conf"] }
  private static let right = """
    [Cooldown]
    ActiveTime=0
    OnBattery=yes
    Pressure=0
    [Index]
    Roots=~/files

    """

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("acorn")
    try home["run"].makeDirectory()
    try home["sittad.conf"].write(Self.right + "Hiden=yes\n")
    let environment = ["HOME=\(home.path)", "SWIFT_BACKTRACE=enable=no"]
    let words = [
      "--listen=\(home["run/socket"])", "--setenv=SWIFT_BACKTRACE=enable=no",
      "\(try Binary.sittad.path)", "--config", "\(home["sittad.conf"])",
      "--state", "\(home["state"])", "--socket", "\(home["run/socket"])",
    ]
    process = try ChildProcess(
      ChildProcess.Command(
        try #require(FilePath(absolute: "/usr/bin/systemd-socket-activate")),
        words.map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) }),
      errors: .pipe)
    try waitForLine("Listening")
  }

  /// Reads messages until one has a word.
  private func waitForLine(_ word: String) throws {
    var log: [UInt8] = []
    while !String(decoding: log, as: UTF8.self).contains(word) {
      try #require(
        try process.errors.read(into: &log, timeout: .seconds(120)),
        "There is no '\(word)': \(String(decoding: log, as: UTF8.self))")
    }
  }

  private func sitta(_ arguments: String...) throws -> ChildProcess.Report {
    let words = (["--socket", "\(home["run/socket"])"] + arguments).map { Array($0.utf8) }
    return try ChildProcess.run(
      ChildProcess.Command(try Binary.sitta.path, words), until: .now + .seconds(120))
  }

  private func expectRefusal(line: Int, _ words: String) throws {
    let report = try sitta("search", "acorn")
    #expect(report.ending == .exited(4))
    #expect(
      report.errorText.contains("sittad cannot start yet. \(configuration), line \(line): "),
      "\(report.errorText)")
    #expect(report.errorText.contains(words), "\(report.errorText)")
    #expect(report.errorText.contains("'sittad --check-config'"), "\(report.errorText)")
  }

  @Test func `Each call names file and line, and after the correction the next one is answered`()
    throws
  {
    // More often than systemd starts a service in a row.
    for _ in 0..<7 { try expectRefusal(line: 7, "Hiden") }
    #expect(try sitta("status", "--watch").ending == .exited(4))
    try configuration.write(Self.right + "\nRoots=~/files/a.txt\n")
    try expectRefusal(line: 8, "is a file")
    #expect(!home["state"].exists)

    try configuration.write(Self.right)
    let report = try sitta("search", "--sync", "-0", "acorn")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.output == home["files/a.txt"].bytes + [0])
    try process.send(signal: SignalDescriptor.terminate)
    #expect(try process.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test func `A reload after the correction starts the daemon`() throws {
    try expectRefusal(line: 7, "Hiden")
    try process.send(signal: SignalDescriptor.hangUp)
    try expectRefusal(line: 7, "Hiden")
    try configuration.write(Self.right)
    try process.send(signal: SignalDescriptor.hangUp)
    try waitForLine("Ready")
    #expect(try sitta("status").ending == .exited(0))
  }

  @Test func `The daemon that waits for a correction ends when it is asked to`() throws {
    try expectRefusal(line: 7, "Hiden")
    try process.send(signal: SignalDescriptor.terminate)
    #expect(try process.wait(until: .now + .seconds(60)) == .exited(0))
  }
}
