import LinuxSystem
import TestSupport
import Testing

/// `sitta read`, from the file to the output.
@Suite(.timeLimit(.minutes(15)))
struct ReadTests {
  @Test func `The text of a file is printed from a line or a match on, and only if it is indexed`()
    throws
  {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    let lines = (1...1_200).map { $0 == 700 ? "The mast broke." : "Day \($0) was calm." }
    let log = daemon.files.appending("log.txt")
    try log.write(lines.map { $0 + "\n" }.joined())
    let page = daemon.files.appending("log.pdf")
    try page.write(PortableDocument(["An anchor was bought."]).bytes)
    try daemon.files.appending("id_rsa").write("-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n")
    _ = try daemon.sitta(["sync"])
    #expect(
      try daemon.sitta(["read", "\(log)"]).outputText == lines.map { $0 + "\n" }.joined())
    #expect(
      try daemon.sitta(["read", "-n", "2", "\(log):699"]).outputText
        == "Day 699 was calm.\nThe mast broke.\n")
    let match = try daemon.sitta(["read", "-n", "10", "--query", "broken mast", "\(log)"])
    #expect(match.outputText.split(separator: "\n").map(String.init) == Array(lines[694..<704]))
    #expect(try daemon.sitta(["read", "\(page)"]).outputText.contains("An anchor was bought."))
    // Secrets are not in the index, so they are not shown, and neither are files outside.
    for arguments in [
      ["\(daemon.files)/id_rsa"], ["/etc/passwd"], ["--within", "\(daemon.files)/in", "\(log)"],
    ] {
      let report = try daemon.sitta(["read"] + arguments)
      #expect(report.ending == .exited(1) && report.outputText == "", "\(arguments)")
      #expect(report.errorText.contains("is not in the index"))
    }
    #expect(try daemon.terminate().ending == .exited(0))
  }
}
