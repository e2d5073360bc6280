import LinuxSystem
import TestSupport
import Testing

/// Numbers that no daemon has, in every place of every reply of a host whose other numbers are right.
@Suite(.timeLimit(.minutes(30)), .enabled(if: Tool.exists("/usr/bin/python3")))
final class HostileNumberTests {
  private let hosts: HostPair
  private var folder: TemporaryDirectory { hosts.folder }
  private var good: RunningDaemon { hosts.here }
  private var other: RunningDaemon { hosts.there }

  init() throws {
    hosts = try .ofGoodAndOther()
  }

  /// A call of `sitta` with two hosts that send a number, and a good one.
  private func run(_ command: [String], place: String, _ literal: String) throws
    -> ChildProcess.Report
  {
    let script = try #require(FilePath(absolute: #filePath)).parent.appending("hostile-host.py")
    let words = "/usr/bin/python3 -E -s \(script) \(other.socket) number \(place) \(literal)"
    try folder["config/sitta/sitta.conf"].write(
      """
      [Hosts]
      bad=\(words) \(folder["places"])
      worse=\(words) \(folder["places"])
      good=\(try Binary.sitta.path) --socket \(good.socket) bridge
      [Waiting]
      Statistics=60000
      Hits=60000

      """)
    // A host that was refused is asked again at once.
    try? folder["run/sitta-hosts/memory.json"].removeFile()
    return try hosts.client.run(["--host", "bad,worse,good"] + command)
  }

  /// The places of all numbers that a command gets.
  private func places(of command: [String]) throws -> [String] {
    _ = try run(command, place: "none", "0")
    let lines = try folder["places"].text().split(separator: "\n").map(String.init)
    return Set(lines).sorted()
  }

  private static let literals = [
    "-1", "9223372036854775807", "-9223372036854775808", "4611686018427387904", "1e308", "NaN",
  ]

  @Test(arguments: [
    ["search", "--format", "{name}", "--relaxed", "barrier"],
    ["search", "--json", "--facets", "type,year,folder", "--passages", "2", "barrier"],
    ["search", "--strict", "barrier"],
    ["count", "--facets", "type,folder", "barrier"], ["status"], ["list"],
    ["explain", "/nowhere", "barrier"],
  ])
  func `No number of a host ends the program or hides the files of another`(
    command: [String]
  ) throws {
    let places = try places(of: command)
    #expect(!places.isEmpty)
    for place in places {
      for literal in Self.literals {
        let report = try run(command, place: place, literal)
        let message = "\(place) \(literal): \(report.errorText.prefix(300))"
        guard case .exited(let code) = report.ending else {
          Issue.record("\(message) \(report.ending)")
          continue
        }
        if command[0] != "explain" { #expect(code == 0, "\(message)") }
        #expect(report.errors.count < 10_000, "\(message)")
        if ["search", "list"].contains(command[0]) {
          for number in 0..<3 {
            #expect(report.outputText.contains("good\(number)"), "\(message)")
          }
        }
        if command[0] == "status" {
          #expect(report.outputText.contains("documents  3"), "\(message)")
        }
      }
    }
  }

  @Test func `No number of a host ends a correction`() throws {
    let command = ["search", "--format", "{name}", "--relaxed", "barriar"]
    let places = try places(of: command)
    #expect(places.contains("Statistics:.words[].documents"), "\(places)")
    for place in places where place.hasPrefix("Statistics") {
      for literal in Self.literals {
        let report = try run(command, place: place, literal)
        guard case .exited = report.ending else {
          Issue.record("\(place) \(literal): \(report.ending)")
          continue
        }
      }
    }
  }
}
