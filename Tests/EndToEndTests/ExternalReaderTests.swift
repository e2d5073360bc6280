import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Sections `[Reader NAME]` of the configuration.
@Suite(.timeLimit(.minutes(5)))
struct ExternalReaderTests {
  @Test func `A format is read by the program that the configuration names now`() throws {
    let home = try TemporaryDirectory()
    let file = home["files/plan.own"]
    try file.write([0, 1, 2] + Array("ureba".utf8))
    try home["bin/decode"].writeProgram("#!/bin/sh\ntail -c +4 | tr a-z n-za-m\n")
    try home["bin/other"].writeProgram("#!/bin/sh\necho stork\n")
    let daemon = try RunningDaemon(in: home)
    func configure(_ lines: String) throws {
      try home[".config/sitta/sittad.conf.d/zz.conf"].write(lines)
      _ = try daemon.connect().reload()
    }
    #expect(try daemon.found("heron") == [])
    try configure("[Reader own]\nProgram=\(home["bin/decode"])\nTypes=own\n")
    #expect(try daemon.found("heron") == [file])
    let explained = try daemon.sitta(["explain", "\(file)"]).outputText
    #expect(explained.contains("Read by the program of [Reader own]"), "\(explained)")
    #expect(explained.contains("text   Read as application/octet-stream.\n"))
    try configure("[Reader own]\nProgram=\(home["bin/other"])\nTypes=own\n")
    #expect(try daemon.found("stork") == [file])
    #expect(try daemon.found("heron") == [])
    // A program that is not installed yet.
    try configure("[Reader own]\nProgram=\(home["bin/third"])\nTypes=own\n")
    #expect(try daemon.found("stork") == [])
    let status = try daemon.sitta(["reload"])
    #expect((status.errorText + status.outputText).contains("third of [Reader own] is missing"))
    try home["bin/third"].writeProgram("#!/bin/sh\nexec tail -c +4\n")
    try configure("[Reader own]\nProgram=\(home["bin/third"])\nTypes=own\n")
    #expect(try daemon.found("ureba") == [file])
    try configure("")
    #expect(try daemon.found("ureba") == [])
  }
}
