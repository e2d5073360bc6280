import LinuxSystem
import ModelContextProtocol
import SearchInterface
import TestSupport
import Testing

/// A daemon on a laptop, whose power supplies are files that the test writes.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.canMount, "needs mounts"))
struct BatteryTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<50 {
      try home["files/\(number).txt"].write("forest")
      try home["more/\(number).txt"].write("meadow")
    }
    try home["power/BAT0/type"].write("Battery\n")
    try home["power/BAT0/status"].write("Discharging\n")
    try home["power/AC/type"].write("Mains\n")
    try plug(in: true)
  }

  /// The output of `sitta resume --now`.
  private static let goesOn = "Indexing goes on now, whatever else runs.\n"

  private func plug(in isPluggedIn: Bool) throws {
    try home["power/AC/online"].write(isPluggedIn ? "1\n" : "0\n")
  }

  /// Starts a daemon that sees these power supplies in place of the machine's.
  private func daemon(_ configuration: String) throws -> RunningDaemon {
    let script = #"mount --bind \#(home["power"]) /sys/class/power_supply && exec "$0" "$@""#
    return try RunningDaemon(
      in: home, configuration: configuration,
      prefix: ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script])
  }

  /// Saves a file, and expects that it is found at once.
  ///
  /// - Returns: whether bulk work is done as well.
  /// - Throws: the error of the daemon.
  private func save(_ number: Int, _ daemon: RunningDaemon) throws -> Bool {
    try daemon.files.appending("saved\(number).txt").write("saved\(number)")
    let client = try daemon.connect()
    var isComplete = true
    do {
      _ = try client.sync(SyncMethod.Parameters())
    } catch SearchFailure.notSynchronized {
      isComplete = false
    }
    #expect(try client.search(SearchMethod.Parameters(query: "saved\(number)")).hits.count == 1)
    return isComplete
  }

  /// Saves files until nothing pauses: saved files have the supplies looked at, once a second at most.
  private func waitForEndOfPauses(_ daemon: RunningDaemon) throws {
    let end = ContinuousClock.now + .seconds(60)
    var number = 0
    while try !daemon.connect().status().pauses.isEmpty {
      try #require(.now < end, "The pause did not end.")
      _ = try save(number, daemon)
      number += 1
    }
  }

  @Test func `On battery bulk work rests, saved files do not, and mains power ends the rest`()
    throws
  {
    let daemon = try daemon("[Cooldown]\nOnBattery=no\n")
    #expect(try daemon.found("forest").count == 50)
    try plug(in: false)
    // A request for this pause has the supplies looked at.
    #expect(try daemon.sitta(["pause", "--until-power"]).outputText.contains("on battery"))
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    #expect(try daemon.sitta(["add-root", "\(home["more"])"]).ending == .exited(0))
    let status = try daemon.waitForStatus { $0.state == .resting }
    #expect(status.pauses.map(\.reason) == [.battery])
    #expect(try !save(1_000, daemon))
    #expect(try daemon.connect().search(SearchMethod.Parameters(query: "meadow")).hits.isEmpty)
    try plug(in: true)
    try waitForEndOfPauses(daemon)
    #expect(try daemon.found("meadow").count == 50)
  }

  @Test func `A first index that waits says so, and is completed on request`() throws {
    try plug(in: false)
    let daemon = try daemon("[Cooldown]\nOnBattery=no\n")
    let status = try daemon.waitForStatus { $0.state == .resting }
    #expect(status.first == true && status.looking == true)
    let sentence = """
      The first index is not complete, so searches find only a part of your files: 0 are in it so far, \
      and not all folders are listed yet. It waits because the computer runs on battery. \
      Run 'sitta resume --now' to complete it now.
      """
    #expect(status.warnings == [sentence])
    #expect(try daemon.sitta(["search", "forest"]).errorText.contains(sentence))
    for call in [
      ["search", "--json", "forest"], ["search", "-0", "forest"], ["count", "forest"],
    ] {
      #expect(try daemon.sitta(call).errorText.contains(sentence), "\(call)")
    }
    var client = try AssistantProcess(["--socket", "\(daemon.socket)", "mcp"])
    let answer = try client.call("search", ["query": "forest"])
    #expect(answer["structuredContent"]?["warnings"] == [.string(sentence)])
    let sync = try daemon.sitta(["sync"])
    #expect(sync.ending == .exited(4))
    #expect(sync.errorText.contains("the first index is not complete"), "\(sync.errorText)")
    #expect(sync.errorText.contains("'sitta resume --now'"), "\(sync.errorText)")
    #expect(try daemon.sitta(["resume"]).errorText.contains("'sitta resume --now'"))

    #expect(try daemon.sitta(["resume", "--now"]).outputText == Self.goesOn)
    #expect(try daemon.found("forest").count == 50)
    let complete = try daemon.waitForStatus { $0.state == .idle }
    #expect(complete.first == nil && complete.looking == nil)
    #expect(try daemon.sitta(["search", "forest"]).errorText == "")
    #expect(complete.warnings == [])
    // The work is done, so later work rests on battery as before.
    #expect(try daemon.sitta(["add-root", "\(home["more"])"]).ending == .exited(0))
    try daemon.waitForStatus { $0.state == .resting }
    let text = try daemon.sitta(["status"]).outputText
    #expect(text.contains("'sitta resume --now'"), "\(text)")
    #expect(!text.contains("first index"), "\(text)")
  }

  @Test func `A pause until mains power ends with it, and is refused on mains`() throws {
    let daemon = try daemon("[Cooldown]\nOnBattery=yes\n")
    #expect(try daemon.found("forest").count == 50)
    try plug(in: false)
    #expect(try daemon.sitta(["pause", "--until-power"]).ending == .exited(0))
    _ = try save(1_000, daemon)
    #expect(try daemon.connect().status().pauses.map(\.reason) == [.request])
    try plug(in: true)
    try waitForEndOfPauses(daemon)
    let refused = try daemon.sitta(["pause", "--until-power"])
    #expect(refused.ending != .exited(0))
    #expect(refused.errorText.contains("mains power"), "\(refused.errorText)")
    #expect(try daemon.connect().status().pauses == [])
  }
}
