import ClientTool
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ForgettingTests {
  let output = RecordingOutput()

  @Test(arguments: [true, false])
  func `What was forgotten is counted, and that it stays away is said`(
    isThere: Bool
  ) async throws {
    var interface = FakeSearch()
    interface.forgets.documents = 3
    interface.forgets.excluded = isThere
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run("forget", "/nowhere/a b", output: output) == .found)
    #expect(daemon.askedForget?.path == "file:///nowhere/a%20b")
    #expect(output.text == "3 documents forgotten\n")
    #expect(
      output.notes
        == (isThere
          ? [
            "'/nowhere/a b' still exists; it is kept out of the index from now on. "
              + "'sitta forget --undo' with this path ends that."
          ] : []))
  }

  @Test func `What is hidden and not erased yet is said, with the reason`() async throws {
    var interface = FakeSearch()
    interface.forgets.obstacle = "The disk is full."
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run("forget", "/nowhere", output: output) == .found)
    #expect(output.text.isEmpty)
    #expect(
      output.notes == [
        "'/nowhere' is in no answer any more, but its text is not erased from the files of the index yet. "
          + "The disk is full. sittad erases it as soon as it can; do not forget it again."
      ])
  }

  @Test(
    arguments: [
      ([], nil, ["'/nowhere' was not forgotten; 'sitta explain' with this path says more."]),
      (["/nowhere", "/nowhere/b"], nil, []),
      (
        [], "/no",
        ["'/nowhere' is left out because '/no' was forgotten: sitta forget --undo '/no'"]
      ),
    ] as [([FilePath], FilePath?, [String])])
  func `Forgetting is undone, or the reason why not is said`(
    paths: [FilePath], other: FilePath?, notes: [String]
  ) async throws {
    var interface = FakeSearch()
    interface.remembers.paths = paths.map { LocationMessage(uri: $0.uri, path: $0.utf8) }
    interface.remembers.excludedBy = other.map { LocationMessage(uri: $0.uri, path: $0.utf8) }
    let daemon = try await FakeDaemon(interface)
    let code = daemon.run("forget", "--undo", "/nowhere", output: output)
    #expect(code == (paths.isEmpty ? .notFound : .found))
    #expect(daemon.askedForget?.path == "undo file:///nowhere")
    #expect(
      output.text
        == paths.map { "'\($0)' is no longer left out because it was forgotten\n" }.joined())
    #expect(output.notes == notes)
  }

  @Test(arguments: [
    (
      "/nowhere",
      "There is no file or folder '/nowhere', neither on the disk nor in the index; "
        + "what deleted files have left in the state folder was erased."
    ),
    ("/usr", "The index has nothing of '/usr', so there is nothing to forget."),
  ])
  func `Where there is nothing to forget, the reason is said`(
    path: String, sentence: String
  ) async throws {
    #expect(try await FakeDaemon().run("forget", path, output: output) == .notFound)
    #expect(output.text.isEmpty)
    #expect(output.notes == [sentence])
  }

  @Test(arguments: [
    (["/nowhere"], ["There is no folder '/nowhere', and the index lists no files in it."]),
    (["/usr"], ["The index has no files in '/usr'; 'sitta explain' with this path says why."]),
    (["--failed", "/usr"], []), (["--since", "abc:7", "/usr"], []), ([], []),
  ])
  func `An empty list of a folder says why`(
    arguments: [String], sentences: [String]
  ) async throws {
    #expect(try await FakeDaemon().run(["list"] + arguments, output: output) == .notFound)
    #expect(output.notes == sentences)
  }

  @Test func `A root cannot be forgotten, and the message says what to do`() async throws {
    var interface = FakeSearch()
    interface.error = SearchFailure.isRoot(path: "/home/a").wire
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run("forget", "/home", output: output) == .failed)
    #expect(output.notes.first?.contains("'/home/a' is a root") == true)
  }

  @Test func `A path is needed`() async throws {
    #expect(try await FakeDaemon().run("forget", output: output) == .usage)
    #expect(try await FakeDaemon().run("forget", "--undo", output: output) == .usage)
    #expect(
      try await FakeDaemon().run("forget", "--undo", "--queries", output: output) == .usage)
  }

  @Test func `Failed documents are listed with the reason`() async throws {
    var interface = FakeSearch()
    var document = DocumentMessage("/a/b.md")
    (document.state, document.note) = (.failed, "Cannot be indexed: \u{1b}too big.")
    var partial = DocumentMessage("/a/c.md")
    (partial.state, partial.note) = (.partial, "Indexed 1 of 2 MiB.")
    (partial.format, partial.reader) = ("html", 3)
    interface.pages = [[document, partial]]
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run("list", "--failed", output: output) == .found)
    #expect(daemon.askedList?.failed == true)
    #expect(
      output.text
        == "/a/b.md\n  Cannot be indexed: \\u{1b}too big.\n/a/c.md\n  Indexed 1 of 2 MiB. (html 3)\n"
    )
    #expect(daemon.run("list", "--reader", "mail", output: output) == .found)
    #expect(daemon.askedList?.format == "mail")
    #expect(daemon.askedList?.failed == nil)
    let json = RecordingOutput()
    #expect(daemon.run("list", "--failed", "--json", output: json) == .found)
    #expect(json.text.contains(#""failure":"Cannot be indexed: \u001btoo big.""#))
    #expect(json.text.contains(#""note":"Indexed 1 of 2 MiB.""#))
    #expect(json.text.contains(#""reader":3"#))
    #expect(json.text.contains(#""state":"partial""#))
  }
}
