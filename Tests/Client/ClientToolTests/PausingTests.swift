import ClientTool
import SearchInterface
import TestSupport
import Testing

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct PausingTests {
  let output = RecordingOutput()

  private func interface(_ pauses: PauseMessage...) -> FakeSearch {
    var interface = FakeSearch()
    interface.status.pauses = pauses
    return interface
  }

  @Test func `What holds is printed, a pause a line`() async throws {
    let rest = PauseMessage(reason: .cooldown, until: nil, text: "resting until 14:03:20: cooldown")
    let odd = PauseMessage(reason: .request, until: nil, text: "paused\u{1b}")
    let daemon = try await FakeDaemon(interface(rest, odd))
    for arguments in [["pause", "--for", "1h"], ["pause", "--until-power"], ["resume"]] {
      let output = RecordingOutput()
      #expect(daemon.run(arguments, output: output) == .found)
      #expect(output.text == "resting until 14:03:20: cooldown\npaused\\u{1b}\n")
    }
    #expect(daemon.run("status", output: output) == .found)
    #expect(output.text.contains("\npause      resting until 14:03:20: cooldown\n"))
  }

  @Test func `Without a pause that is said`() async throws {
    #expect(try await FakeDaemon().run("resume", output: output) == .found)
    #expect(output.text == "no pause\n")
  }

  @Test func `With --now indexing goes on, and that is said`() async throws {
    #expect(try await FakeDaemon().run("resume", "--now", output: output) == .found)
    #expect(output.text == "Indexing goes on now, whatever else runs.\n")
  }

  @Test func `Only with --now are all pauses overridden, and where some stay that is suggested`()
    async throws
  {
    let battery = PauseMessage(reason: .battery, until: nil, text: "resting: on battery")
    let daemon = try await FakeDaemon(interface(battery))
    #expect(daemon.run("resume", output: output) == .found)
    #expect(daemon.askedResume == ResumeMethod.Parameters())
    #expect(output.notes == ["Run 'sitta resume --now' to index now all the same."])
    let now = RecordingOutput()
    #expect(daemon.run("resume", "--now", output: now) == .found)
    #expect(daemon.askedResume?.now == true)
    // A pause that is still there is shown, and the same command is not suggested again.
    #expect(now.text == "resting: on battery\n" && now.notes.isEmpty)
  }

  @Test func `A pause is asked for as it was typed`() async throws {
    let daemon = try await FakeDaemon()
    #expect(daemon.run("pause", "--until-power", output: output) == .found)
    #expect(daemon.askedPause?.untilPower == true)
    #expect(daemon.askedPause?.until == nil)
    #expect(daemon.run("pause", "--until", "2099-01-02T03:04", output: output) == .found)
    #expect(daemon.askedPause?.untilPower == nil)
    #expect(daemon.askedPause?.until?.hasPrefix("2099-01-0") == true)
    #expect(daemon.run("pause", "--for", "2h", "--until-power", output: output) == .found)
    #expect(daemon.askedPause?.untilPower == true)
    #expect(daemon.askedPause?.until?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
  }

  @Test func `A pause without an end is held until somebody resumes`() async throws {
    let held = PauseMessage(reason: .held, until: nil, text: "paused as long as a client holds it")
    let daemon = try await FakeDaemon(interface(held))
    #expect(daemon.run("pause", output: output) == .found)
    #expect(daemon.askedPause == PauseMethod.Parameters())
    #expect(output.text == "paused as long as a client holds it\nno pause\n")
  }

  @Test(
    arguments: [
      (["--for", "soon"], "'soon'"), (["--for", "0"], "'0'"),
      (["--until", "yesterday"], "a time to come"),
      (["--until", "2020-01-01"], "'2020-01-01'"),
      (["--until", "12:00", "--for", "1h"], "combined"), (["1h"], "'1h'"),
    ])
  func `A wrong pause is 2 and says what is wrong`(options: [String], part: String) async throws {
    #expect(try await FakeDaemon().run(["pause"] + options, output: output) == .usage)
    #expect(output.notes.contains { $0.contains(part) })
  }

  @Test func `No battery is 4, and said`() async throws {
    var interface = FakeSearch()
    interface.error = SearchFailure.notOnBattery.wire
    #expect(
      try await FakeDaemon(interface).run("pause", "--until-power", output: output) == .failed)
    #expect(output.notes == [SearchFailure.notOnBattery.description])
  }

  @Test func `The status tells what rests`() async throws {
    var interface = FakeSearch()
    interface.status.state = .resting
    interface.status.pending = 345
    #expect(try await FakeDaemon(interface).run("status", output: output) == .found)
    #expect(output.text.hasPrefix("sittad 9.9, process 42: resting, 345 to go\n"))
  }
}
