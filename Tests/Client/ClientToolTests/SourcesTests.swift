import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

/// `sitta sources`.
struct SourcesTests {
  private static let inbox = SourceFolderMessage(
    uri: "file:///h/.thunder%0Abird", files: 12, bytes: 41 << 20)

  private func run(
    _ sources: [SourceMessage], unread: Int = 0, _ options: [String] = []
  ) async throws -> (code: ClientCommand.ExitCode, output: RecordingOutput) {
    var search = FakeSearch()
    search.sources = ListSourcesMethod.Reply(sources: sources, unread: unread)
    let output = RecordingOutput()
    return (try await FakeDaemon(search).run(["sources"] + options, output: output), output)
  }

  private func message(
    _ word: String, isIndexed: Bool, _ folders: [SourceFolderMessage]
  ) -> SourceMessage {
    SourceMessage(word: word, title: word, indexed: isIndexed, folders: folders)
  }

  @Test func `It shows what was found, and the line that indexes it`() async throws {
    let (code, output) = try await run([
      message("thunderbird", isIndexed: false, [Self.inbox]),
      message("kmail", isIndexed: false, []),
      message(
        "bookmarks", isIndexed: true,
        [SourceFolderMessage(uri: "file:///h/b", files: 1, bytes: 4_096)]),
    ])
    #expect(code == .found)
    #expect(
      output.text == """
        thunderbird  not indexed  /h/.thunder\\nbird (12 files, 41 MiB)
        kmail        not indexed  nothing found
        bookmarks    indexed      /h/b (1 file, 4 KiB)

        To index them, write these lines into ~/.config/sitta/sittad.conf, without the words that you
        do not want, and run 'sitta reload':

          [Index]
          Sources=thunderbird bookmarks

        """)
  }

  @Test func `If all is indexed, there is nothing to write; if nothing is found, the code is 1`()
    async throws
  {
    let (code, output) = try await run([message("kmail", isIndexed: true, [Self.inbox])])
    #expect(code == .found && !output.text.contains("Sources="))
    let nothing = try await run([message("kmail", isIndexed: false, [])], unread: 1)
    #expect(nothing.code == .notFound)
    #expect(nothing.output.notes == ["1 folder could not be looked at."])
    let json = try await run([message("kmail", isIndexed: true, [Self.inbox])], ["--json"])
    #expect(json.output.text.contains(#""indexed":true"#) && json.output.text.contains("%0A"))
  }
}
