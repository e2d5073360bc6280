import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The typed query is searched first, and `sitta explain` speaks of the same search.
@Suite(.timeLimit(.minutes(15)))
struct TypedQueryTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    let minutes = (0..<120).map { ("minutes \($0)", "puts policy politics better \($0)\n") }
    for (name, text) in minutes + Self.texts { try home["files/\(name).txt"].write(text) }
  }

  private static let texts = [
    ("lease agreement", "The flat: pets after a talk with the owner."),
    ("burglary report", "To the police: a list of what is gone is attached."),
    ("guests", "A list of guests for the birthday."), ("recipe", "four eggs, flour, butter"),
    ("draft", "Can it be any bettre?"),
  ]

  private func names(_ report: ChildProcess.Report) -> [String] {
    report.outputText.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
  }

  @Test func `A rare word is not replaced by a frequent one, and the other query is offered`()
    throws
  {
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    for (query, name) in [
      ("pets allowed flat", "lease agreement"), ("attached police birthday", "burglary report"),
      ("butter four repair", "recipe"),
    ] {
      let words = query.split(separator: " ").map(String.init)
      let report = try daemon.sitta(
        ["search", "--relaxed", "--format", "{path}"] + words)
      #expect(names(report).first == "\(name).txt", "\(query): \(report.outputText)")
      #expect(!report.errorText.contains("Showing results for"), "\(report.errorText)")
      let path = "\(home["files/\(name).txt"])"
      let explained = try daemon.sitta(["explain", path] + words)
      #expect(explained.outputText.contains("It is number 1 of "), "\(explained.outputText)")
      #expect(!explained.outputText.contains("of 0 hits"))
      #expect(explained.outputText.hasSuffix("\nfound\n"))
      let strict = try daemon.sitta(["explain", "--strict", path] + words)
      #expect(strict.outputText.hasSuffix("\nnot found\n"), "\(strict.outputText)")
    }
    for (query, name, offer) in [("bettre", "draft", "better"), ("pets", "lease agreement", nil)] {
      let terminal = try PseudoTerminal(
        running: ChildProcess.Command(
          try Binary.sitta.path,
          ["--socket", "\(daemon.socket)", "search", query].map { Array($0.utf8) },
          environment: ["HOME=\(daemon.home.path)", "TERM=dumb"].map { Array($0.utf8) }))
      let shown = try terminal.read()
      #expect(shown.contains("\(name).txt"))
      #expect(shown.contains("Did you mean: \(offer ?? "")") == (offer != nil), "\(shown)")
    }
  }

  @Test func `A document with the required word is a hit`() throws {
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    let report = try daemon.sitta([
      "search", "--relaxed", "--format", "{path}", "+police", "attached", "birthday",
    ])
    #expect(names(report) == ["burglary report.txt"])
    let explained = try daemon.sitta([
      "explain", "\(home["files/guests.txt"])", "+police", "attached", "birthday",
    ])
    #expect(explained.outputText.hasSuffix("\nnot found\n"))
    #expect(explained.outputText.contains("The query finds 1 file."), "\(explained.outputText)")
  }

  @Test func `A page of text finds its document`() throws {
    let words = (0..<60).map { "word\(String($0, radix: 36))of" }
    try home["files/essay.txt"].write(words.joined(separator: " "))
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    let report = try daemon.sitta(["search", "--relaxed", "--format", "{path}"] + words)
    #expect(names(report).first == "essay.txt")
    let other = try daemon.sitta(
      ["search", "--relaxed", "--format", "{path}"] + words + ["zebra", "okapi"])
    #expect(names(other).first == "essay.txt")
  }

  @Test func `The best file of a numbered series comes first, however old it is`() throws {
    for number in 0..<20 {
      let text = number == 7 ? "heron heron heron marsh" : "heron of \(number) in a long letter"
      try home["files/en-\(number).txt"].write(text)
      let time = "@\(1_700_000_000 + number * 1_000)"
      _ = try Tool.run("/usr/bin/touch", "-d", time, "\(home["files/en-\(number).txt"])")
    }
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    let hits = try daemon.connect().search(.init(query: "heron", deadline: 60_000)).hits
    #expect(hits.first?.document.name == "en-7.txt")
    // Of equal ones the newest is still the first.
    let equal = try daemon.connect().search(.init(query: "letter", deadline: 60_000)).hits
    #expect(equal.first?.document.name == "en-19.txt")
    let reply = try daemon.connectDirectly().explain(
      .init(path: home["files/en-7.txt"].uri, query: "heron"))
    #expect(reply.match?.position == 1)
  }

  @Test func `A word for a kind is a filter, the reply says so, and quotes prevent it`() throws {
    try home["files/lofoten/otter.png"].write([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    try home["files/album.txt"].write("photos of an otter, more photos, and otter photos\n")
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    let report = try daemon.sitta(["search", "--relaxed", "--format", "{path}", "photos", "otter"])
    #expect(names(report) == ["otter.png", "album.txt"])
    #expect(
      report.errorText == """
        sitta: First the results for: type:image otter
        sitta: To search for the words alone, put them in quotes.

        """)
    let explained = try daemon.sitta([
      "explain", "\(home["files/lofoten/otter.png"])", "photos", "otter",
    ])
    #expect(explained.outputText.contains("It is number 1 of "), "\(explained.outputText)")
    #expect(explained.outputText.hasSuffix("\nfound\n"))
    #expect(explained.outputText.contains("first come the hits of: type:image otter"))
    let other = try daemon.sitta(["explain", "\(home["files/album.txt"])", "photos", "otter"])
    #expect(other.outputText.hasSuffix("\nfound\n"))
    for arguments in [["--relaxed", "\"photos\" otter"], ["--strict", "photos otter"]] {
      let typed = try daemon.sitta(["search", "--format", "{path}"] + arguments)
      #expect(names(typed).first == "album.txt", "\(typed.outputText)")
      #expect(typed.errorText == "", "\(typed.errorText)")
    }
    // The quotes find nothing and are left out, but they still prevent the filter.
    let unquoted = try daemon.sitta([
      "search", "--relaxed", "--format", "{path}", "\"photos of otter\"",
    ])
    #expect(!unquoted.errorText.contains("First the results"), "\(unquoted.errorText)")
    #expect(try daemon.connect().search(.init(query: "photos otter")).spoken == "type:image otter")
  }

  @Test func `While the first index is not complete nothing is corrected`() throws {
    try RunningDaemon.writeForest(in: home)
    let daemon = try RunningDaemon.resting(in: home)
    let client = try daemon.connect()
    let reply = try client.search(.init(query: "forset", deadline: 60_000))
    #expect(reply.corrected == nil && reply.suggestions == nil && reply.hits.isEmpty)
    let statistics = try client.statistics(
      .init(query: "forset", deadline: 60_000, correction: true))
    #expect(statistics.words == nil)
    _ = try client.resume(.init(now: true))
    _ = try daemon.listed()
    try daemon.wait {
      try client.search(.init(query: "forset", deadline: 60_000)).corrected == "forest"
    }
  }
}
