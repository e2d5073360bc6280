import LinuxSystem
import TestSupport
import Testing

/// `sitta setup` before the first start, on a machine without systemd.
struct SetupTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["bin/systemctl"].parent.makeDirectory()
    try home["bin/systemctl"].writeProgram("#!/bin/sh\nexit 1\n")
  }

  private func run(_ program: Binary, _ words: String...) throws -> ChildProcess.Report {
    let environment = ["HOME=\(home.path)", "PATH=\(home["bin"]):/usr/bin:/bin"]
    return try ChildProcess.run(
      ChildProcess.Command(
        program.path, words.map { Array($0.utf8) },
        environment: environment.map { Array($0.utf8) }), until: .now + .seconds(60))
  }

  @Test func `The folders are written as they are called, and once`() throws {
    let names = ["plain", "two words", "quote\"s", "ümlaut # ;"]
    for name in names { try home[name].appending("a.txt").write("1") }
    let paths = names.map { "\(home[$0])" }
    let report = try run(.sitta, "setup", paths[0], paths[1], paths[2], paths[3])
    // Nothing starts the daemon here, and the message says how to.
    #expect(report.ending == .exited(3) && report.errorText.contains("without systemd: sittad"))
    let file = home[".config/sitta/sittad.conf"]
    #expect(try FileStatus(of: file).permissions == 0o600)
    #expect(try run(.sittad, "--check-config").outputText == "The configuration is right.\n")
    let survey = try run(.sittad, "--survey").outputText
    for path in paths {
      let quoted = path.replacing("\"", with: "\\\"")
      #expect(survey.contains("\"path\":\"\(quoted)\""), "\(path): \(survey)")
    }
    #expect(survey.contains("\"documents\":4,\"done\":true"), "\(survey)")
    let again = try run(.sitta, "setup", paths[0])
    #expect(again.ending == .exited(4) && again.errorText.contains("exists and stays as it is"))
  }

  @Test func `What is no folder is refused, and nothing is written`() throws {
    let report = try run(.sitta, "setup", "\(home["nothing"])")
    #expect(report.ending == .exited(2) && report.errorText.contains("is no folder"))
    #expect(!home[".config"].exists)
  }
}
