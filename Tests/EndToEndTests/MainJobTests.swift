import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct MainJobTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  @Test func `A file is found as soon as it is written`() throws {
    let file = daemon.files.appending("a.txt")
    for round in 0..<50 {
      try file.write("round\(round) of a test")
      #expect(try daemon.found("round\(round)") == [file])
      if round > 0 { #expect(try daemon.found("round\(round - 1)") == []) }
    }
  }

  @Test func `What was there before the daemon is found`() throws {
    let home = try TemporaryDirectory()
    let file = home["files/deep/down/old.txt"]
    try file.write("ancient")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("ancient") == [file])
  }

  @Test func `An editor's atomic save is one change of one document`() throws {
    let file = daemon.files.appending("letter.txt")
    try file.write("first draft")
    #expect(try daemon.found("draft") == [file])
    try file.save("second version")
    #expect(try daemon.found("version") == [file])
    #expect(try daemon.found("draft") == [])
    #expect(try daemon.listed() == [file])
  }

  @Test func `A renamed file is found by its new name only`() throws {
    let (old, new) = (daemon.files.appending("apple.txt"), daemon.files.appending("pear.txt"))
    try old.write("fruit")
    #expect(try daemon.found("apple") == [old])
    try old.rename(to: new)
    #expect(try daemon.found("pear") == [new])
    #expect(try daemon.found("fruit") == [new])
    #expect(try daemon.found("apple") == [])
  }

  @Test func `A moved folder takes its documents along`() throws {
    let (old, new) = (daemon.files.appending("old"), daemon.files.appending("new"))
    try old.appending("a").appending("b.txt").write("luggage")
    #expect(try daemon.found("luggage").count == 1)
    try old.rename(to: new)
    #expect(try daemon.found("luggage") == [new.appending("a").appending("b.txt")])
    try new.appending("a").appending("c.txt").write("umbrella")
    #expect(try daemon.found("umbrella") == [new.appending("a").appending("c.txt")])
  }

  @Test func `A folder that leaves takes its documents away, and brings them back`() throws {
    let (inside, outside) = (daemon.files.appending("trip"), daemon.home["elsewhere"])
    try inside.appending("diary.txt").write("traveller")
    #expect(try daemon.found("traveller").count == 1)
    try inside.rename(to: outside)
    #expect(try daemon.found("traveller") == [])
    try outside.rename(to: inside)
    #expect(try daemon.found("traveller") == [inside.appending("diary.txt")])
  }

  @Test func `Removed files and folders are gone`() throws {
    let folder = daemon.files.appending("folder")
    try folder.appending("one.txt").write("ephemeral")
    try folder.appending("deep").appending("two.txt").write("ephemeral")
    #expect(try daemon.found("ephemeral").count == 2)
    try folder.appending("one.txt").removeFile()
    #expect(try daemon.found("ephemeral").count == 1)
    try folder.removeTree()
    #expect(try daemon.found("ephemeral") == [])
    #expect(try daemon.listed() == [])
  }

  @Test func `A tree that is made at once is found whole`() throws {
    var all: Set<FilePath> = []
    for number in 0..<200 {
      let file = daemon.files.appending("t\(number % 7)").appending("u\(number % 5)")
        .appending("v\(number % 3)").appending("\(number).txt")
      try file.write("forest")
      all.insert(file)
    }
    #expect(try daemon.found("forest") == all)
  }

  @Test func `Titles and tags come from Markdown`() throws {
    let file = daemon.files.appending("note.md")
    try file.write("---\ntags: [garden, spring]\n---\n# Sowing peas\nWhen the frost is over.\n")
    var parameters = SearchMethod.Parameters(query: "garden peas")
    parameters.sync = true
    let hit = try #require(try daemon.connect().search(parameters).hits.first)
    #expect(hit.document.title == "Sowing peas")
    #expect(hit.document.tags == ["garden", "spring"])
    #expect(hit.document.type == "text/markdown")
    #expect(hit.document.state == .complete)
  }

  @Test func `A query is answered with how it was read`() throws {
    try daemon.files.appending("note.md").write("# Sowing peas\nin spring: foo bar\n")
    try daemon.files.appending("peas.txt").write("peas")
    let client = try daemon.connect()
    var parameters = SearchMethod.Parameters(
      query: "foo:bar title:(peas OR beans) type:markdown size:<1k in:\(daemon.files) spri -lang:de"
    )
    parameters.sync = true
    parameters.prefixes = .all
    let reply = try client.search(parameters)
    #expect(reply.hits.map(\.document.name) == ["note.md"])
    #expect(
      reply.reading == """
        'foo:bar'* AND (title:peas* OR title:beans*) AND type markdown AND size under 1k \
        AND in \(daemon.files) AND spri* AND NOT language de
        """)
    #expect(reply.warnings.count == 1)
    #expect(reply.warnings.first?.contains("'foo'") == true)
    let recent = try client.search(SearchMethod.Parameters(query: "modified:1h -title:sowing"))
    #expect(recent.hits.map(\.document.name) == ["peas.txt"])
    #expect(recent.warnings == [])
    #expect(try client.search(SearchMethod.Parameters(query: "modified:>1h")).hits.isEmpty)
  }

  @Test func `The status tells what is going on`() throws {
    try daemon.files.appending("a.txt").write("text")
    try daemon.files.appending("b.bin").write([0, 1, 2])
    let client = try daemon.connect()
    _ = try client.sync(SyncMethod.Parameters())
    let status = try client.status()
    #expect(status.documents == 2)
    #expect(status.withoutText == 1)
    // On an overlay a root is polled until an event proves that events come.
    #expect([[.watched], [.polled]].contains(status.roots.map(\.state)))
    #expect(status.process == daemon.process.number)
    #expect(status.warnings == [])
  }

  @Test func `A marker that a killed daemon left stops nobody`() throws {
    let home = try TemporaryDirectory()
    for number in 1...9 { try home["state/sync/\(number)"].write("") }
    let daemon = try RunningDaemon(in: home)
    let file = daemon.files.appending("a.txt")
    try file.write("fresh")
    #expect(try daemon.found("fresh") == [file])
  }

  @Test func `The clock advances with every commit`() throws {
    let client = try daemon.connect()
    var last = try client.sync(SyncMethod.Parameters()).clock
    for number in 0..<5 {
      try daemon.files.appending("\(number)").write("tick")
      let next = try client.sync(SyncMethod.Parameters()).clock
      #expect(next.index == last.index)
      #expect(next.sequence > last.sequence)
      last = next
    }
  }
}
