import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The languages in which words find their forms, without any configuration.
@Suite(.timeLimit(.minutes(15)))
struct LanguageTests {
  private static let sentences = [
    "Der Zug nach München hatte gestern wieder eine halbe Stunde Verspätung.",
    "Wir haben am Wochenende die Garage aufgeräumt und viel weggeworfen.",
    "Die Versicherung schreibt, dass der Schaden nicht übernommen wird.",
    "Für das Fest brauchen wir noch Getränke, Brot und einen großen Kuchen.",
  ]

  @Test func `A home with German files finds German forms, now and after a restart`() throws {
    let home = try TemporaryDirectory()
    var daemon = try RunningDaemon(in: home)
    try home["files/english.txt"].write("The engine was running all night, and nobody slept.")
    try home["files/haus.txt"].write("In dieser Straße steht ein altes Haus mit grünen Läden.")
    #expect(try daemon.found("Häuser") == [])
    for number in 0..<16 {
      let text = Self.sentences[number % 4] + " Seite \(number)."
      try home["files/\(number).txt"].write(text)
    }
    _ = try daemon.connect().sync(SyncMethod.Parameters())
    let status = try daemon.waitForStatus {
      $0.languages?.contains("german") == true && $0.state == .idle
    }
    #expect(status.rebuild == nil)
    #expect(try daemon.found("Häuser") == [home["files/haus.txt"]])
    let text = String(decoding: try daemon.sitta(["status"]).output, as: UTF8.self)
    #expect(text.contains("\nlanguages  "), "\(text)")
    #expect(try daemon.terminate().ending == .exited(0))

    daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("Häuser") == [home["files/haus.txt"]])
    let after = try daemon.waitForStatus { $0.state == .idle }
    #expect(after.languages == status.languages)
    #expect(after.clock.index == status.clock.index)
  }

  @Test func `Where German is configured, a compound is found by its part at once`() throws {
    let home = try TemporaryDirectory()
    let daemon = try RunningDaemon(in: home, configuration: "[Text]\nLanguages=german\n")
    try home["files/a.txt"].write("Die Kraftfahrzeughaftpflichtversicherung zahlt.")
    #expect(try daemon.found("Versicherung") == [home["files/a.txt"]])
    try home["files/b.txt"].write("Der Versicherungsvertrag liegt bei.")
    let both = [home["files/a.txt"], home["files/b.txt"]]
    #expect(Set(try daemon.found("Versicherung")) == Set(both))
  }
}
