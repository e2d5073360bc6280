import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// What a person finds who types a word, in a daemon as it is and as it was configured.
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
    #expect(try daemon.found("runs") == [home["files/QuarterlyReport_v2.txt"]])
    let third = try daemon.connect().status().clock
    #expect(third.index != second.index)
  }

  @Test func `A wrong file of synonyms is told before anything starts`() throws {
    try home["words"].write("car, automobile\nalone\n")
    try home["sittad.conf"].write("[Text]\nSynonyms=\(home["words"])\n")
    let report = try RunningDaemon.run(in: home, ["--config", "\(home["sittad.conf"])"])
    #expect(report.ending == .exited(2))
    #expect(String(decoding: report.errors, as: UTF8.self).contains("Synonyms, line 2: 'alone'"))
  }
}
