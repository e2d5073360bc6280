import ClientTool
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct RootsCommandTests {
  let output = RecordingOutput()

  @Test(arguments: ["add-root", "remove-root"])
  func `A folder is named by the path it has from here`(command: String) async throws {
    let daemon = try await FakeDaemon()
    #expect(daemon.run(command, "my files", output: output) == .found)
    #expect(
      daemon.askedRoot == (try FilePath.workingDirectory().appending("my files").uri))
    #expect(daemon.run(command, "/srv", output: output) == .found)
    #expect(daemon.askedRoot == "file:///srv")
    #expect(daemon.run(command, output: output) == .usage)
    #expect(daemon.run(command, "", output: output) == .usage)
  }

  @Test func `The whole system is added only on purpose`() async throws {
    let folder = try TemporaryDirectory()
    try folder["link"].makeSymbolicLink(to: .root)
    let daemon = try await FakeDaemon()
    for operand in ["/", "//", "/usr/..", "\(folder["link"])"] {
      let output = RecordingOutput()
      #expect(daemon.run("add-root", operand, output: output) == .usage)
      #expect(output.notes.first?.contains("sitta add-root --yes /") == true)
      #expect(daemon.askedRoot == nil)
    }
    #expect(daemon.run("add-root", "--yes", "/", output: output) == .found)
    #expect(daemon.askedRoot == "file:///")
  }

  @Test(arguments: [["add-root", "/a"], ["remove-root", "/a"], ["reload"]])
  func `The roots that there are now are printed, and warnings beside them`(
    arguments: [String]
  ) async throws {
    var interface = FakeSearch()
    interface.status.roots = [
      RootMessage(uri: "file:///a%1B", path: nil, state: .watched),
      RootMessage(uri: "file:///b", path: "/b", state: .missing, note: "does not exist now"),
    ]
    interface.rootWarnings = ["Mind."]
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .found)
    #expect(output.text == "root       /a\\u{1b}\nroot       /b (does not exist now)\n")
    #expect(output.notes == ["Mind."])
  }

  @Test func `What is wrong is said with file and line`() async throws {
    var interface = FakeSearch()
    interface.error =
      SearchFailure.invalidConfiguration(file: "/c", line: 7, reason: "no such key.").wire
    #expect(try await FakeDaemon(interface).run("reload", output: output) == .failed)
    #expect(output.notes == ["The configuration was not changed. /c, line 7: no such key."])
  }

  @Test(arguments: [["search", "seed"], ["status"], ["list"], ["reload"], ["status", "--watch"]])
  func `What keeps the daemon from starting is said with file, line and remedy`(
    arguments: [String]
  ) async throws {
    var interface = FakeSearch()
    interface.error =
      SearchFailure.invalidConfiguration(
        file: "/c", line: 7, reason: "no such key.", isStart: true
      ).wire
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .failed)
    #expect(
      output.notes == [
        """
        sittad cannot start yet. /c, line 7: no such key. Correct it, check it with \
        'sittad --check-config', and try again.
        """
      ])
  }
}
