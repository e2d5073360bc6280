import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A client that is not ours: the package `varlink` of PyPI.
///
/// Source: <https://pypi.org/project/varlink/>.
@Suite(.timeLimit(.minutes(15)), .enabled(if: ProcessEnvironment.path(in: "SITTA_PYTHON") != nil))
struct VarlinkPythonTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  @Test func `It is told who serves, and which interfaces`() throws {
    let report = try varlink("info", "unix:\(daemon.socket)")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.outputText.contains("Product: Sitta"))
    #expect(report.outputText.contains("org.varlink.service"))
    #expect(report.outputText.contains("io.sitta.Search"))
  }

  @Test(arguments: ["io.sitta.Search", "org.varlink.service"])
  func `It reads the description of an interface`(name: String) throws {
    let report = try varlink("help", "unix:\(daemon.socket)/\(name)")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.outputText.contains("interface \(name)"))
    #expect(report.outputText.contains("method "))
  }

  @Test func `It searches, and gets hits`() throws {
    let file = daemon.files.appending("böhnen.txt")
    try file.write("climbing beans")
    let text = try call("Search", #"{"query": "beans", "limit": 5, "sync": true}"#).outputText
    #expect(text.contains(#""uri": "\#(file.uri)""#))
    #expect(text.contains(#""snippet": "climbing beans""#))
    #expect(text.contains(#""more": false"#))
  }

  @Test(arguments: [
    ("Status", "{}", #""documents": 0"#), ("Sync", "{}", #""sequence""#),
    ("List", "{}", #""documents": []"#), ("Reload", "{}", #""warnings": []"#),
  ])
  func `It calls every other method`(method: String, parameters: String, words: String) throws {
    #expect(try daemon.listed() == [])
    let report = try call(method, parameters)
    #expect(report.errors == [])
    #expect(report.outputText.contains(words), "\(report.outputText)")
  }

  @Test func `It gets a long list in several replies`() throws {
    for number in 0..<1_100 { try daemon.files.appending("\(number)").write("") }
    #expect(try daemon.listed().count == 1_100)
    let report = try varlink("call", "--more", "unix:\(daemon.socket)/io.sitta.Search.List", "{}")
    #expect(report.outputText.occurrences(of: #""uri": "#) == 1_100)
    #expect(report.outputText.occurrences(of: #""clock": "#) == 2)
  }

  // The program ends with 0 then, too: its output decides.
  @Test(arguments: [
    ("Search", #"{"query": ""}"#, "io.sitta.Search.InvalidQuery"),
    ("Search", #"{"query": "x", "limit": 0}"#, "org.varlink.service.InvalidParameter"),
    ("List", #"{"folder": "relative"}"#, "org.varlink.service.InvalidParameter"),
    ("Fetch", "{}", "org.varlink.service.MethodNotFound"),
    ("AddRoot", #"{"folder": "/nowhere"}"#, "io.sitta.Search.NoSuchFolder"),
    ("Read", #"{"uri": "/nowhere"}"#, "io.sitta.Search.NoSuchDocument"),
    ("Similar", #"{"uri": "/nowhere"}"#, "io.sitta.Search.NoSuchDocument"),
    ("RemoveRoot", #"{"folder": "/nowhere"}"#, "io.sitta.Search.NoSuchRoot"),
  ])
  func `An error comes through with its name`(
    method: String, parameters: String, error: String
  ) throws {
    let report = try call(method, parameters)
    #expect((report.outputText + report.errorText).contains(error), "\(report.errorText)")
    #expect(!report.outputText.contains(#""hits""#))
    #expect(try daemon.connect().status().documents == 0)
  }

  private func call(_ method: String, _ parameters: String) throws -> ChildProcess.Report {
    try varlink("call", "unix:\(daemon.socket)/io.sitta.Search.\(method)", parameters)
  }

  private func varlink(_ words: String...) throws -> ChildProcess.Report {
    let python = try #require(ProcessEnvironment.path(in: "SITTA_PYTHON"))
    return try ChildProcess.run(
      ChildProcess.Command(python, (["-m", "varlink.cli"] + words).map { Array($0.utf8) }),
      until: .now + .seconds(60))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func occurrences(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
