import LinuxSystem
import SearchInterface
import SittaSQLite
import TestSupport
import Testing

/// `sitta verify`, with a real daemon.
@Suite(.timeLimit(.minutes(15)))
struct VerifyTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<30 { try home["files/d/\(number).txt"].write("pear\(number) words") }
    try home["files/mail.eml"].write("From: a@example.org\nSubject: Plums\n\nRipe plums.\n")
  }

  @Test func `A daemon proves its index, and finds and repairs what was swapped in it`() throws {
    let daemon = try RunningDaemon(in: home)
    _ = try daemon.listed()
    let good = try daemon.sitta(["verify"])
    #expect(good.outputText == "31 files are in the index with the current content.\n")
    #expect(good.ending == .exited(0), "\(good.errorText)")
    #expect(try daemon.terminate().ending == .exited(0))

    let id = { (name: String) in "(SELECT id FROM document WHERE name = CAST('\(name)' AS BLOB))" }
    let (one, other) = (id("3.txt"), id("4.txt"))
    try Database(path: home["state/index.sqlite"].bytes).execute(
      """
      CREATE TEMP TABLE kept AS SELECT document.id, digest, text FROM document JOIN body USING(id)
        WHERE document.id IN (\(one), \(other));
      UPDATE body SET text = kept.text FROM temp.kept
        WHERE body.id IN (\(one), \(other)) AND kept.id <> body.id;
      UPDATE document SET digest = kept.digest FROM temp.kept
        WHERE document.id IN (\(one), \(other)) AND kept.id <> document.id;
      """)
    let next = try RunningDaemon(in: home)
    _ = try next.listed()
    let lines = ["3", "4"].map { "\(home["files/d/\($0).txt"])  (the index has another content)\n" }
    let bad = try next.sitta(["verify", "\(home["files/d"])"])
    #expect(bad.ending == .exited(1), "\(bad.errorText)")
    #expect(
      bad.outputText == lines.joined()
        + "28 files are in the index with the current content; 2 differ.\n")

    let repaired = try next.sitta(["verify", "--repair"])
    #expect(repaired.ending == .exited(0), "\(repaired.outputText)")
    #expect(repaired.outputText.contains("2 differ (2 repaired)"))
    #expect(try next.sitta(["verify"]).ending == .exited(0))
    #expect(try next.found("pear3") == [home["files/d/3.txt"]])
    #expect(try next.terminate().ending == .exited(0))
  }

  @Test func `A folder in no root is named, and a client that goes away ends the comparison`()
    throws
  {
    let daemon = try RunningDaemon(in: home)
    let outside = try daemon.sitta(["verify", "/usr"])
    #expect(outside.ending == .exited(4))
    #expect(outside.errorText.contains("'/usr' is in no root"))
    #expect(try daemon.sitta(["verify", "--json"]).outputText.contains(#""proven":true"#))
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try daemon.connect().verify(.init()) { _ in throw Enough() }
    }
    #expect(try daemon.terminate().ending == .exited(0))
  }
}
