import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `sitta-gateway` in front of a real server, into which `sitta-feed` writes what a real daemon has.
@Suite(.timeLimit(.minutes(15)))
final class TeamGatewayTests {
  let daemon: RunningDaemon
  let server: PostgreSQLServer
  private let feed: TeamProcess
  private let gateway: TeamProcess
  private static let patience = TeamProcess.patience

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory(), configuration: "[Index]\nAccess=yes\n")
    server = try PostgreSQLServer()
    // The way to the files is open to everybody; what is below decides.
    try daemon.home.path.setPermissions(0o711)
    try daemon.files.setPermissions(0o755)
    feed = try TeamProcess.feed("nas", of: daemon, into: server)
    gateway = try TeamProcess(
      .gateway, daemon.home["gateway.conf"],
      "[Gateway]\nConnection=\(server.connection())\nSocket=\(daemon.home["gateway/socket"])\nSearches=2\n"
    )
  }

  private func connect() throws -> SearchClient {
    try TeamProcess.connect(to: daemon.home["gateway/socket"])
  }

  /// Waits until the database has all that the daemon has.
  private func waitForFeed() throws { try TeamProcess.wait(for: "nas", of: daemon, in: server) }

  /// The names of the documents that a login finds by SQL.
  private func names(of login: String, with word: String) throws -> [String] {
    let request =
      #"{"condition":{"words":"'\#(word)'"},"order":"name","words":[],"most":1000,"keep":1000}"#
    let rows = try server.run(
      """
      SELECT d.name FROM sitta.find('\(login)', '\(request.replacing("'", with: "''"))') f
      JOIN sitta.document d USING (source, id) ORDER BY 1
      """)
    return rows.split(separator: "\n").map(String.init)
  }

  private func waitForNames(_ names: [String], of login: String, with word: String) throws {
    let end = ContinuousClock.now + Self.patience
    while try self.names(of: login, with: word) != names {
      guard .now < end else {
        #expect(try self.names(of: login, with: word) == names)
        return
      }
    }
  }

  @Test(arguments: [
    "heron", "herons", "grey heron", "\"grey heron\"", "\"heron grey\"", "her*", "=heron",
    "heron -duck", "heron OR duck", "NEAR(heron lake, 3)", "title:birds", "name:lake",
    "type:text/markdown", "ext:txt heron", "in:sub heron", "path:sub/*.txt", "size:>100 heron",
    "heron duck lake crane", "storch", "Reiher", "naïve", "parseHeader", "parse header",
    "lake ext:md", "modified:today heron", "nothingatall", "in:\"a b\"", "type:text",
    "(heron OR duck) -grey", "café", "東京",
  ])
  func `The gateway finds what the daemon finds, in the same order`(_ query: String) throws {
    try write()
    try waitForFeed()
    var parameters = SearchMethod.Parameters(query: query)
    parameters.limit = 50
    let expected = try daemon.connect().search(parameters)
    let found = try connect().search(parameters)
    #expect(found.hits.map(\.document.uri) == expected.hits.map(\.document.uri))
    #expect(found.hits.map(\.snippet) == expected.hits.map(\.snippet))
    #expect(found.hits.map(\.missing) == expected.hits.map(\.missing))
    #expect(found.count == expected.count)
    #expect(found.partial == expected.partial)
    #expect(found.reading == expected.reading)
  }

  @Test(arguments: [
    "lake markdown", "birds md files", "heron january 2026", "heron pdf", "text files heron",
    "moon OR heron",
    "herons OR duck", "NOT heron", "path:[z-a]", "path:***************a", "photos lake", "Garten",
  ])
  func `Other readings and rare kinds of queries find what the daemon finds`(
    _ query: String
  ) throws {
    try write()
    try daemon.home["files/zaun.txt"].write(
      "Der Gartenzaun und die Gartenarbeit sind im Herbst schön.\n")
    try daemon.home["files/zaun.txt"].setModified(FileTime(UnixTime(seconds: 1_767_225_000)))
    // In most of the documents there is a common word, and in twelve a rare one.
    for number in 0..<40 {
      let file = daemon.home["files/n/\(number).txt"]
      try file.write("minutes of meeting number \(number)\(number < 12 ? " at full moon" : "")\n")
      try file.setModified(FileTime(UnixTime(seconds: 1_767_000_000 + 86_400 * Int64(number))))
    }
    try waitForFeed()
    var parameters = SearchMethod.Parameters(query: query)
    parameters.limit = 60
    for query in [query, "moon minutes", "meeting minutes of the moon"] {
      parameters.query = query
      let expected = try daemon.connect().search(parameters)
      let found = try connect().search(parameters)
      #expect(found.hits.map(\.document.uri) == expected.hits.map(\.document.uri), "\(query)")
      #expect(found.spoken == expected.spoken && found.reading == expected.reading, "\(query)")
      #expect(found.count == expected.count && found.partial == expected.partial, "\(query)")
    }
  }

  @Test(arguments: [
    "heorn", "herom lake", "grey hreon", "watre", "\"duck heron\"", "storhc", "title:brids",
    "heronduck", "lake heorn ext:txt",
    "heron", "duc", "zzzzzz", "\"no such phrase\"", "+heorn", "-heorn", "parseHeadr", "Gewasser",
  ])
  func `A word that nobody has is corrected as in the daemon`(_ query: String) throws {
    try write()
    // Words of one document each are all equally likely.
    try daemon.home["files/more.txt"].write(
      "heron heron lake lake water and storch, Ufergewässer\n")
    try daemon.home["files/more.txt"].setModified(FileTime(UnixTime(seconds: 1_767_225_000)))
    try waitForFeed()
    let parameters = SearchMethod.Parameters(query: query)
    let expected = try daemon.connect().search(parameters)
    let found = try connect().search(parameters)
    #expect(found.corrected == expected.corrected)
    #expect(found.suggestions == expected.suggestions)
    #expect(found.hits.map(\.document.uri) == expected.hits.map(\.document.uri))
    let text = SuggestMethod.Parameters(text: query)
    let corrections = try daemon.connect().suggest(text).corrections.map(\.text)
    #expect(try connect().suggest(text).corrections.map(\.text) == corrections)
  }

  private func write() throws {
    let texts: [(String, String)] = [
      ("a.txt", "The grey heron stands at the lake.\n"),
      ("b.txt", "Herons and a duck near the water of the lake.\n"),
      ("birds.md", "# Birds\n\nA crane, a duck and a heron. Grey is the sky.\n"),
      ("lake.txt", "Nothing but water, naïve and calm.\n"),
      ("sub/c.txt", "A heron below. func parseHeader(line) reads a header.\n"),
      ("sub/deep/d.txt", "Der Reiher und der Storch am See. Café in 東京都.\n"),
      ("a b/e.txt", String(repeating: "heron and duck at the lake \n", count: 20)),
    ]
    for (number, (name, text)) in texts.enumerated() {
      let file = daemon.home["files/\(name)"]
      try file.write(text)
      // The database has the times of files in whole seconds; newer ones come first among equals.
      try file.setModified(FileTime(UnixTime(seconds: 1_767_225_600 + 86_400 * Int64(number))))
    }
  }

  @Test func `A reader finds what the file system lets them read`() throws {
    try server.run("INSERT INTO sitta.login(name) VALUES ('nobody')")
    let (files, folder) = (daemon.files, daemon.files.appending("private"))
    try folder.makeDirectory()
    for (file, mode) in [
      (files.appending("open.txt"), UInt32(0o644)), (files.appending("closed.txt"), 0o600),
      (folder.appending("inside.txt"), 0o644),
    ] {
      try file.write("heron \(mode) \(file.name.count)\n")
      try file.setPermissions(mode)
    }
    try folder.setPermissions(0o700)
    try waitForNames(["open.txt"], of: "nobody", with: "heron")
    // A right that is given, and one that is taken away.
    try folder.setPermissions(0o711)
    try waitForNames(["inside.txt", "open.txt"], of: "nobody", with: "heron")
    try files.appending("open.txt").setPermissions(0o640)
    try waitForNames(["inside.txt"], of: "nobody", with: "heron")
    try daemon.home.path.setPermissions(0o700)
    try waitForNames([], of: "nobody", with: "heron")
    // Who asks through the socket is known from the kernel, and may read all of these.
    let found = try connect().search(SearchMethod.Parameters(query: "heron"))
    #expect(Set(found.hits.map(\.document.name)) == ["open.txt", "closed.txt", "inside.txt"])
    #expect(try names(of: "a-login-that-nobody-has", with: "heron") == [])
  }

  @Test func `What is not for readers is refused by name`() throws {
    let client = try connect()
    #expect(throws: SearchFailure.self) {
      _ = try client.forget(ForgetMethod.Parameters(path: "\(daemon.files)"))
    }
    #expect(throws: SearchFailure.self) {
      _ = try client.addRoot(AddRootMethod.Parameters(folder: "/"))
    }
  }

  @Test func `Words are completed that the reader may read`() throws {
    try server.run("INSERT INTO sitta.login(name) VALUES ('nobody')")
    try write()
    try daemon.home["files/secret.txt"].write("heronry\n")
    // No other file has these rights.
    try daemon.home["files/secret.txt"].setPermissions(0o640)
    try waitForFeed()
    func completions(_ text: String, within: [String]? = nil) throws -> [String] {
      var parameters = SuggestMethod.Parameters(text: text)
      parameters.within = within
      return try connect().suggest(parameters).completions.map(\.text)
    }
    #expect(try completions("her").contains("heronry"))
    #expect(try completions("grey he").contains("grey heron"))
    #expect(try !completions("grey he").contains("grey heronry"))
    #expect(try completions("sto", within: ["\(daemon.files)/sub"]) == ["storch"])
    #expect(try completions("sto", within: ["\(daemon.files)/a b"]) == [])
    #expect(try completions("12") == [] && completions("heron ") == [])
    // Who may not read the file does not get its word, however the text has documents without it.
    for text in ["NOT heronr", "lake OR heronr", "(lake OR heronr", "-heronr"] {
      #expect(
        try completions(text).allSatisfy { !$0.hasPrefix("NOT") && !$0.hasPrefix("-") }, "\(text)")
    }
    #expect(try completions("lake OR heronr") == ["lake OR heronry"])
    try server.run(
      """
      UPDATE sitta.reader SET readers = array_remove(reader.readers, d.readers) FROM sitta.document d
      WHERE d.name = 'secret.txt'
      """)
    #expect(try completions("lake OR hero") == ["lake OR heron", "lake OR herons"])
    #expect(try completions("lake OR heronr") == [])
    let condition = ##"[{"words":"'heronry'"},{"words":"'heron'"}]"##.replacing("'", with: "''")
    #expect(try server.run("SELECT sitta.counts('nobody', '\(condition)', 9)").hasPrefix("{0,"))
  }

  @Test func `Lines, lists and counts are those of the daemon`() throws {
    try write()
    try waitForFeed()
    let (own, team) = (try daemon.connect(), try connect())
    let file = "\(daemon.files.appending("sub").appending("c.txt"))"
    let read = ReadMethod.Parameters(uri: file)
    #expect(try team.read(read).text == own.read(read).text)
    #expect(throws: SearchFailure.self) {
      _ = try team.read(ReadMethod.Parameters(uri: "\(daemon.files)/none"))
    }
    let counted = CountMethod.Parameters(query: "heron")
    #expect(try team.count(counted).count == own.count(counted).count)
    var list = ListMethod.Parameters()
    list.folder = "\(daemon.files.appending("sub"))"
    let uris = try team.list(list).documents.map(\.uri)
    #expect(Set(uris) == Set(try own.list(list).documents.map(\.uri)))
    #expect(try team.status().documents == own.status().documents)
  }

  @Test func `A list and numbers of documents keep to the folders of an assistant`() throws {
    try write()
    try waitForFeed()
    let team = try connect()
    var list = ListMethod.Parameters()
    let asked: [(folder: String, within: [String], names: Set<String>)] = [
      ("", ["/sub/deep", "/a b"], ["d.txt", "e.txt"]), ("/sub", [""], ["c.txt", "d.txt"]),
      ("/sub", ["/a b"], []), ("/sub", ["/sub/deep", "/a b"], ["d.txt"]),
    ]
    for (folder, within, names) in asked {
      list.folder = "\(daemon.files)\(folder)"
      list.within = within.map { "\(daemon.files)\($0)" }
      #expect(Set(try team.list(list).documents.map(\.name)) == names, "\(folder) \(within)")
    }
    (list.folder, list.within, list.limit) = ("\(daemon.files)/sub", nil, 1)
    var lookup = SearchMethod.Parameters(query: "")
    lookup.documents = [try #require(try team.list(list).next)]
    #expect(try team.search(lookup).hits.count == 1)
    lookup.within = ["\(daemon.files)/a b"]
    #expect(try team.search(lookup).hits.isEmpty)
  }

  @Test func `Who is not known to a server that is switched off waits for it once`() throws {
    try write()
    try waitForFeed()
    try server.run("INSERT INTO sitta.source(name) VALUES ('switched off')")
    let team = try connect()
    let first = try team.search(SearchMethod.Parameters(query: "heron"))
    #expect(first.warnings.contains { $0.hasPrefix("It is not known yet") })
    let start = ContinuousClock.now
    for _ in 0..<10 {
      let again = try team.search(SearchMethod.Parameters(query: "heron"))
      #expect(again.warnings == first.warnings && again.hits.count == first.hits.count)
    }
    // A wait takes 2.8 s.
    #expect(start.duration(to: .now) < .seconds(14))
  }
}
