import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The daemon's numbers of all files that match, and of new files.
@Suite(.timeLimit(.minutes(15)))
struct CountingTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(
      in: TemporaryDirectory(), configuration: "[Ranking]\nName=0\nBody=5\n")
    for name in ["a/one.txt", "a/two.md", "b/three.txt", "four.txt"] {
      let file = try #require(FilePath(absolute: "\(daemon.files)/\(name)"))
      try file.parent.makeDirectory()
      try file.write("# Some fruit\n\nof the kind \(name)\n")
      try Tool.run("/usr/bin/touch", "-d", "2025-07-01T12:00:00Z", "\(file)")
    }
    _ = try daemon.connect().sync(SyncMethod.Parameters())
  }

  @Test func `A search tells what all hits have in common, and marks what matches`() throws {
    var parameters = SearchMethod.Parameters(query: "fruit")
    parameters.limit = 1
    parameters.facets = FacetProperty.allCases
    parameters.facetValues = 2
    parameters.markers = MarkersMessage(open: "<b>", close: "</b>")
    let reply = try daemon.connect().search(parameters)
    #expect(reply.hits.count == 1 && reply.more)
    #expect(reply.count == 4)
    #expect(reply.hits.first?.snippet.contains("<b>fruit</b>") == true)
    #expect(reply.hits.first?.matches == [])
    let facets = try #require(reply.facets)
    #expect(facets.map(\.field) == FacetProperty.allCases)
    let folders = facets[1].values
    #expect(folders.map(\.value) == ["\(daemon.files)/a", "\(daemon.files)/b"])
    #expect(folders.map(\.count) == [2, 1])
    #expect(facets[3].values == [.init(value: "2025", filter: "modified:2025", count: 4)])
    for value in facets.flatMap(\.values) {
      let filter = try #require(value.filter)
      #expect(
        try daemon.connect().count(.init(query: "fruit \(filter)")).count == value.count,
        "\(filter)")
    }
    parameters.markers = MarkersMessage(open: String(repeating: "x", count: 65), close: "")
    #expect(throws: (any Error).self) { try daemon.connect().search(parameters) }
  }

  @Test func `Each reply has a clock, and what comes later is new to it`() throws {
    let client = try daemon.connect()
    let clock = try client.sync(SyncMethod.Parameters()).clock
    var parameters = SearchMethod.Parameters(query: "fruit")
    #expect(try client.search(parameters).clock == clock)
    #expect(try client.count(.init(query: "fruit")).clock == clock)
    parameters.since = clock
    #expect(try client.search(parameters).hits.isEmpty)
    let file = daemon.files.appending("five.txt")
    try file.write("more fruit")
    // A file that was read in the tick of its write is read once more, and counts as pending until then.
    try daemon.waitForStatus { $0.pending == 0 }
    let reply = try client.search(parameters)
    #expect(reply.hits.map(\.document.uri) == [file.uri])
    #expect(reply.reset == nil)
    let word = "\(clock.index):\(clock.sequence)"
    #expect(try daemon.sitta(["list", "--since", word]).outputText == "\(file)\n")
    #expect(try daemon.sitta(["count", "--since", word, "fruit"]).outputText == "1\n")
    #expect(try daemon.sitta(["status"]).outputText.contains("clock \(clock.index):"))
    // The clock of another index is of no use.
    parameters.since = ClockMessage(index: "other", sequence: 1)
    let all = try client.search(parameters)
    #expect(all.reset == true)
    #expect(all.hits.count == 5)
    let report = try daemon.sitta(["list", "--since", "other:1"])
    #expect(report.ending == .exited(0))
    #expect(report.errorText.contains("all results"))
  }

  @Test func `sitta count prints the number and the facets`() throws {
    let report = try daemon.sitta(["count", "--facets", "type,year", "fruit"])
    #expect(report.ending == .exited(0))
    #expect(
      report.outputText == """
        4
        type
          3  text/plain
          1  text/markdown
        year
          4  2025

        """)
    #expect(try daemon.sitta(["count", "nothing"]).ending == .exited(1))
  }
}
