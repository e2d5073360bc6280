import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The hits of a person who types a word, in a daemon with and without a configuration.
@Suite(.timeLimit(.minutes(15)))
struct TextTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for (name, text) in [
      ("databases.md", "# Databases\nThe first colour of a Müller"), ("文件.txt", "私の本、文字列"),
      ("QuarterlyReport_v2.txt", "running"), ("de.txt", "viele Häuser"),
      ("taiwan.txt", "黃瓜"), ("beijing.txt", "理发"),
    ] {
      try home["files/\(name)"].write(text)
    }
  }

  @Test func `Words find their forms in every script`() throws {
    let daemon = try RunningDaemon(in: home)
    for (query, name) in [
      ("database", "databases.md"), ("1st color", "databases.md"), ("Mueller", "databases.md"),
      ("の", "文件.txt"), ("文字", "文件.txt"), ("quarterly", "QuarterlyReport_v2.txt"),
      ("report v2 runs", "QuarterlyReport_v2.txt"), ("黄瓜", "taiwan.txt"), ("理髮", "beijing.txt"),
    ] {
      #expect(try daemon.found(query) == [home["files/\(name)"]], "\(query)")
    }
    for query in ["\"database\"", "wenjian", "Haus häuserne", "\"runs\"", "=黄瓜"] {
      #expect(try daemon.found(query) == [], "\(query)")
    }
  }

  @Test func `Another configuration takes effect at the next start, with a new index if need be`()
    throws
  {
    var daemon = try RunningDaemon(in: home, configuration: "[Text]\nLanguages=english\n")
    #expect(try daemon.found("Hauses") == [])
    let first = try daemon.connect().status().clock
    #expect(try daemon.terminate().ending == .exited(0))

    daemon = try RunningDaemon(
      in: home, configuration: "[Text]\nLanguages=german\nStopWords=german\n")
    #expect(try daemon.found("und Hauses") == [home["files/de.txt"]])
    let second = try daemon.connect().status().clock
    #expect(first.index == second.index)
    #expect(try daemon.terminate().ending == .exited(0))

    daemon = try RunningDaemon(in: home, configuration: "[Text]\nReadings=pinyin\n")
    #expect(try daemon.found("wenjian") == [home["files/文件.txt"]])
    // The languages of a new index are known a moment after its documents.
    try daemon.wait { try daemon.connect().status().languages?.contains("english") == true }
    #expect(try daemon.found("runs") == [home["files/QuarterlyReport_v2.txt"]])
    let third = try daemon.connect().status().clock
    #expect(third.index != second.index)
  }

  /// Changes the configuration of a daemon that runs, and expects that nothing is left to say.
  private func reload(_ daemon: RunningDaemon, _ lines: String) throws {
    try home[".config/sitta/sittad.conf.d/z.conf"].write("[Text]\n\(lines)\n")
    let report = try daemon.sitta(["reload"])
    #expect(report.ending == .exited(0))
    #expect(report.errorText == "")
  }

  @Test func `A reload changes languages, synonyms and stop words, and keeps the index`() throws {
    let daemon = try RunningDaemon(in: home, configuration: "[Text]\nLanguages=english\n")
    let (german, number) = ([home["files/de.txt"]], [home["files/QuarterlyReport_v2.txt"]])
    #expect(try daemon.found("Hauses") == [])
    #expect(try daemon.found("runs") == Set(number))
    let first = try daemon.connect().status()
    for (value, languages) in [
      ("german", ["german"]), ("none", []), ("english, de", ["english", "german"]),
    ] {
      try reload(daemon, "Languages=\nLanguages=\(value)")
      try daemon.wait { try (daemon.connect().status().languages ?? []).sorted() == languages }
      for (query, language, file) in [("Hauses", "german", german), ("runs", "english", number)] {
        let isFound = languages.contains(language)
        #expect(try daemon.found(query) == Set(isFound ? file : []), "\(query), \(value)")
      }
    }

    try home["words"].write("dwelling, häuser\n")
    #expect(try daemon.found("dwelling") == [])
    try reload(daemon, "Synonyms=\(home["words"])")
    #expect(try daemon.found("dwelling") == Set(german))
    // The file alone has changed.
    try home["words"].write("residence, häuser\n")
    try reload(daemon, "Synonyms=\(home["words"])")
    #expect(try daemon.found("residence") == Set(german))
    #expect(try daemon.found("dwelling") == [])
    try home["words"].write("alone\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(4))
    #expect(try daemon.found("residence") == Set(german))
    try home["words"].write("residence, häuser\n")

    #expect(try daemon.found("the häuser") == [])
    try reload(daemon, "StopWords=english")
    #expect(try daemon.found("the häuser") == Set(german))
    #expect(try daemon.found("residence") == [])

    let last = try daemon.connect().status()
    #expect(last.warnings == [])
    #expect(last.clock.index == first.clock.index)
    #expect(last.rebuild == nil)
  }

  @Test func `A reload with other readings builds a new index, and the old one answers`() throws {
    for number in 0..<200 {
      try home["files/\(number % 9)/\(number).txt"].write("common word\(number)")
    }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("wenjian") == [])
    let before = try daemon.connect().status().clock.index
    #expect(try daemon.sitta(["pause", "--for", "2h"]).ending == .exited(0))
    try reload(daemon, "Readings=pinyin\nLanguages=german")
    let status = try daemon.connect().status()
    #expect(status.rebuild?.serving == .old)
    #expect(
      status.warnings.count == 1 && status.warnings[0].hasPrefix("A new index is being built;"))
    var parameters = SearchMethod.Parameters(query: "common")
    parameters.limit = 1_000
    let reply = try daemon.connect().search(parameters)
    #expect(reply.hits.count == 200)
    #expect(reply.clock.index == before)
    // The same once more changes nothing, and the former settings need no new index.
    try reload(daemon, "Readings=pinyin\nLanguages=german")
    #expect(try daemon.connect().status().rebuild?.started == status.rebuild?.started)
    try reload(daemon, "Readings=")
    #expect(try daemon.connect().status().rebuild == nil)
    try reload(daemon, "Readings=pinyin\nLanguages=german")
    #expect(try daemon.connect().status().rebuild?.serving == .old)

    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    #expect(try daemon.found("wenjian") == [home["files/文件.txt"]])
    #expect(try daemon.found("Hauses") == [home["files/de.txt"]])
    #expect(try daemon.found("common").count == 200)
    let after = try daemon.waitForStatus { $0.rebuild == nil && $0.state == .idle }
    #expect(after.clock.index != before)
    #expect(after.warnings == [])
    #expect(after.recoveries == [])
  }

  @Test func `A watched search shows what it finds by other settings`() throws {
    struct Seen: Error {}
    let daemon = try RunningDaemon(in: home)
    try home["words"].write("dwelling, häuser\n")
    #expect(try daemon.found("dwelling") == [])
    #expect(throws: Seen.self) {
      var isFirst = true
      try daemon.connect().subscribe(.init(query: "dwelling")) { reply in
        if isFirst { try reload(daemon, "Synonyms=\(home["words"])") }
        isFirst = false
        if !reply.appeared.isEmpty { throw Seen() }
      }
    }
  }

  @Test func `A wrong file of synonyms is told before anything starts`() throws {
    try home["words"].write("car, automobile\nalone\n")
    try home["sittad.conf"].write("[Text]\nSynonyms=\(home["words"])\n")
    let report = try RunningDaemon.run(in: home, ["--config", "\(home["sittad.conf"])"])
    #expect(report.ending == .exited(2))
    #expect(String(decoding: report.errors, as: UTF8.self).contains("Synonyms, line 2: 'alone'"))
  }
}
