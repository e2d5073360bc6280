import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ChangesTests {
  private func document(
    _ id: Int, _ path: String, text: String? = nil, offset: Int? = nil, partial: Bool? = nil,
    access: String? = nil
  ) -> ChangedDocumentMessage {
    ChangedDocumentMessage(
      id: id, sequence: 5, folder: 2, suffix: "/x", document: DocumentMessage(path),
      digest: "00ff", text: text, offset: offset, partial: partial, access: access)
  }

  private func reply(
    _ sequence: Int, reset: Bool? = nil, removed: [RemovalMessage] = [],
    removedFolders: [RemovalMessage] = [], folders: [ChangedFolderMessage] = [],
    documents: [ChangedDocumentMessage] = [], more: Bool = false
  ) -> ChangesMethod.Reply {
    ChangesMethod.Reply(
      reset: reset, removed: removed, removedFolders: removedFolders, folders: folders,
      documents: documents, clock: ClockMessage(index: "abc", sequence: sequence), more: more,
      current: false)
  }

  private func daemon(_ replies: [ChangesMethod.Reply]) async throws -> FakeDaemon {
    var interface = FakeSearch()
    interface.feed = replies
    return try await FakeDaemon(interface)
  }

  @Test func `Each change is a line, and so is each new clock`() async throws {
    let output = RecordingOutput()
    let daemon = try await daemon([
      reply(
        4, reset: true, removed: [RemovalMessage(id: 7, sequence: 4)],
        removedFolders: [RemovalMessage(id: 8, sequence: 4)],
        folders: [
          ChangedFolderMessage(id: 2, sequence: 4, parent: 1, suffix: "/a", uri: "file:///a")
        ], documents: [document(9, "/a/b")]),
      reply(4, documents: [document(10, "/a/c")], more: true), reply(5),
    ])
    #expect(daemon.run("changes", "--since", "abc:3", output: output) == .found)
    #expect(
      output.text == """
        reset
        removed\t7
        removedFolder\t8
        folder\t2\tfile:///a
        document\t9\tfile:///a/b
        clock\tabc:4
        document\t10\tfile:///a/c
        clock\tabc:5

        """)
    #expect(
      daemon.askedChanges == .init(since: ClockMessage(index: "abc", sequence: 3)))
  }

  @Test func `Who may read a document or pass through a folder is at the end of its line`()
    async throws
  {
    let output = RecordingOutput()
    let daemon = try await daemon([
      reply(
        4,
        folders: [
          ChangedFolderMessage(
            id: 2, sequence: 4, parent: 1, suffix: "/a", uri: "file:///a",
            access: "1:2:u::--x,g::--x,o::---")
        ], documents: [document(9, "/a/b", text: "x", access: "inherited")])
    ])
    #expect(daemon.run("changes", output: output) == .found)
    #expect(
      output.text == """
        folder\t2\tfile:///a\t1:2:u::--x,g::--x,o::---
        document\t9\tfile:///a/b\tinherited
        clock\tabc:4

        """)
  }

  @Test func `With --json each line has one key`() async throws {
    let output = RecordingOutput()
    let daemon = try await daemon([
      reply(
        5, removed: [RemovalMessage(id: 7, sequence: 4)],
        documents: [document(9, "/a/b", text: "x\n")])
    ])
    let words = ["changes", "--json", "--text", "--follow", "--consumer", "copy"]
    #expect(daemon.run(words, output: output) == .found)
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == #"{"removed":{"id":7,"sequence":4}}"#)
    #expect(lines[1].hasPrefix(#"{"document":{"digest":"00ff","document":{"#))
    #expect(lines[1].contains(#""suffix":"/x","text":"x\n"}}"#))
    #expect(lines[2] == #"{"clock":"abc:5"}"#)
    #expect(daemon.askedChanges == .init(text: true, follow: true, consumer: "copy"))
  }

  @Test func `The parts of a text become one, unless one of them is missing`() async throws {
    let output = RecordingOutput()
    let daemon = try await daemon([
      reply(4, documents: [document(9, "/a", text: "né", partial: true)], more: true),
      reply(4, documents: [document(9, "/a", text: "ur", offset: 3, partial: true)], more: true),
      reply(5, documents: [document(9, "/a", text: "al", offset: 5)]),
      reply(5, documents: [document(10, "/b", text: "lost", partial: true)], more: true),
      reply(
        6, documents: [document(11, "/c", text: "e", offset: 4), document(12, "/d", text: "d")]),
    ])
    #expect(daemon.run("changes", "--json", "--text", output: output) == .found)
    #expect(output.text.contains(#""text":"néural""#))
    #expect(
      output.text.split(separator: "\n").map { $0.prefix(5) } == [
        "{\"clo", "{\"doc", "{\"clo", "{\"doc", "{\"clo",
      ])
    #expect(!output.text.contains("offset") && !output.text.contains("partial"))
  }

  @Test func `A consumer confirms, or is dropped`() async throws {
    let daemon = try await daemon([])
    #expect(daemon.run("changes", "--consumer", "c", "--since", "abc:4", "--confirm") == .found)
    #expect(
      daemon.askedConfirmation
        == .init(consumer: "c", clock: ClockMessage(index: "abc", sequence: 4)))
    #expect(daemon.run("changes", "--consumer", "c", "--drop") == .found)
    #expect(daemon.askedConfirmation == .init(consumer: "c"))
    #expect(daemon.askedChanges == nil)
  }

  @Test(
    arguments: [
      ["--confirm"], ["--confirm", "--consumer", "c"], ["--drop"], ["--text"],
      ["--drop", "--consumer", "c", "--since", "a:1"],
      ["--drop", "--confirm", "--consumer", "c", "--since", "a:1"],
      ["--confirm", "--consumer", "c", "--since", "a:1", "--json"], ["--since", "abc"],
    ])
  func `Options that do not fit are refused`(options: [String]) async throws {
    let daemon = try await daemon([])
    #expect(daemon.run(["changes"] + options, output: RecordingOutput()) == .usage)
  }

  @Test func `Nothing new is the exit code for nothing found`() async throws {
    let output = RecordingOutput()
    let daemon = try await daemon([reply(4)])
    #expect(daemon.run("changes", "--since", "abc:4", output: output) == .notFound)
    #expect(output.text == "clock\tabc:4\n")
  }
}
