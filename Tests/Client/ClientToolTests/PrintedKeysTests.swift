import Arguments
import FoundationEssentials
import SearchInterface
import Testing

@testable import ClientTool

/// The keys of `--json` and the manual.
struct PrintedKeysTests {
  private static let document = DocumentMessage(
    uri: "file:///a.zip#!/b.pdf", path: "/a.zip", name: "b.pdf", title: "t",
    modified: "2026-01-02T03:04:05Z", size: 1, type: "application/pdf", tags: ["t"],
    state: .unreadable, note: "why", format: "pdf", reader: 3, away: true, member: "b.pdf",
    authors: ["a"], recipients: ["r"], created: "2026-01-02T03:04:05Z", language: "de", pages: 2,
    attachments: 1, host: "nas")
  private static let hit = HitMessage(
    document: document, score: 1, snippet: "s", matches: [], line: 1,
    part: PartMessage(kind: .page, number: 2, label: "ii"), page: 2,
    link: "file:///a.zip#!/b.pdf!page=2", missing: ["w"], copies: [document],
    replies: [document],
    passages: [PassageMessage(snippet: "s", matches: [])], alsoAt: ["sftp://nas/b"],
    similar: [WordPairMessage(query: "w", document: "v")])
  private static let location = LocationMessage(uri: "file:///c", path: "/c")

  /// The keys of the object that is printed.
  private func keys(_ print: (inout DocumentPrinter) throws -> Void) throws -> Set<String> {
    let output = RecordingOutput()
    var printer = DocumentPrinter(output, form: .json)
    try print(&printer)
    let object = try JSONDecoder().decode([String: Ignored].self, from: Data(output.bytes))
    return Set(object.keys)
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// The terms of the manual's lists of keys, which are between these two paragraphs.
  private func documented(from start: String, until end: String) throws -> [String] {
    let section = try #require(ClientCommand.manual.sections.first { $0.title == "OUTPUT" })
    func index(_ words: String) -> Int? {
      section.blocks.firstIndex { block in
        if case .paragraph(let text) = block { text.hasPrefix(words) } else { false }
      }
    }
    let range = try #require(index(start))..<(try #require(index(end)))
    return section.blocks[range].compactMap { block in
      if case .item(let term, _) = block { term } else { nil }
    }
  }

  @Test func `The manual has every key of a hit, and no other`() throws {
    let manual = try documented(from: "`--json`", until: "With `--watch`")
    #expect(try keys { try $0.print([Self.hit]) } == Set(manual))
    #expect(manual.count == Set(manual).count)
  }

  @Test func `The manual has the keys that a watched search adds`() throws {
    let hit = try keys { try $0.print([Self.hit]) }
    let manual = try documented(from: "With `--watch`", until: "`--vimgrep`")
    let change = HitChangeMessage(hit: Self.hit, former: Self.location)
    let reply = SubscribeMethod.Reply(
      appeared: [], changed: [change], gone: [], more: false,
      clock: ClockMessage(index: "a", sequence: 1), pending: 0, warnings: [])
    #expect(try keys { try $0.print(reply) } == hit.union(manual))
    var gone = reply
    (gone.changed, gone.gone) = ([], [Self.location])
    #expect(try keys { try $0.print(gone) } == ["change", "uri", "path"])
  }
}
