import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import HostSearch

struct RemoteDocumentsTests {
  private var nas: Host {
    get throws {
      var host = try #require(Host(named: "nas"))
      host.maps = [Host.FolderMap(remote: "/srv/share", local: "/mnt/share")]
      return host
    }
  }

  private func document(_ uri: String) -> DocumentMessage {
    DocumentMessage(
      uri: uri, path: "/etc/passwd", name: "x", modified: "", size: 1, type: "text/plain", tags: [],
      state: .complete, host: "desk")
  }

  @Test(
    arguments: [
      ("file:///home/a%20b.txt", "sftp://nas/home/a%20b.txt", nil),
      ("file:///a.zip#!/docs/b", "sftp://nas/a.zip#!/docs/b", nil),
      ("file:///srv/share/a.txt", "file:///mnt/share/a.txt", "/mnt/share/a.txt"),
      // No way out of the folder that is mounted here.
      ("file:///srv/share/../../etc/passwd", "sftp://nas/etc/passwd", nil),
      ("file:///srv/share/%2E%2E/x", "sftp://nas/srv/x", nil),
      ("file:///srv/sharex/a", "sftp://nas/srv/sharex/a", nil),
    ] as [(String, String, String?)])
  func `A document of a host has no path here, unless its folder is mounted`(
    uri: String, shown: String, path: String?
  ) throws {
    let document = try #require(RemoteDocuments(host: nas).document(document(uri)))
    #expect(document.uri == shown)
    #expect(document.path == path)
    #expect(document.host == "nas")
  }

  @Test(arguments: [
    "", "http://a/b", "sftp://local/a", "/etc/passwd", "file://nas/a", "file:///%0",
  ])
  func `What is no file there is not shown`(uri: String) throws {
    #expect(try RemoteDocuments(host: nas).document(document(uri)) == nil)
  }

  @Test func `Links and places of other documents are not taken over`() throws {
    var hit = HitMessage(document: document("file:///a.pdf"), score: .nan, snippet: "", matches: [])
    hit.link = "file:///etc/passwd#page=3"
    hit.alsoAt = ["file:///etc/passwd"]
    hit.copies = [document("file:///b"), document("javascript:x")]
    let shown = try #require(RemoteDocuments(host: nas).hit(hit))
    #expect(shown.link == "sftp://nas/a.pdf#page=3")
    #expect(shown.alsoAt == nil)
    #expect(shown.score == nil)
    #expect(shown.copies?.map(\.uri) == ["sftp://nas/b"])
    hit.link = "javascript:x"
    #expect(try RemoteDocuments(host: nas).hit(hit)?.link == nil)
  }

  @Test func `Texts have a length that can be shown`() throws {
    var document = document("file:///a")
    let text = String(repeating: "x", count: 1 << 20)
    // One character of many scalars.
    document.title = "e" + String(repeating: "\u{301}", count: 1 << 20)
    (document.type, document.modified) = (text, text)
    (document.member, document.language) = (text, text)
    document.tags = Array(repeating: "t", count: 10_000)
    var hit = HitMessage(document: document, score: nil, snippet: text, matches: [])
    hit.part = PartMessage(kind: .page, number: 1, label: text)
    let shown = try #require(RemoteDocuments(host: nas).hit(hit))
    #expect(shown.document.tags.count == 100)
    let texts = [
      shown.document.title, shown.document.type, shown.document.modified, shown.document.member,
      shown.document.language, shown.part?.label, shown.snippet,
    ]
    #expect(texts.allSatisfy { (1..<20_000).contains($0?.utf8.count ?? 0) })
  }

  @Test func `A status and an explanation have no path of this machine`() throws {
    let remote = RemoteDocuments(host: try nas)
    let roots = [
      RootMessage(uri: "file:///home/me", path: "/home/me", state: .watched),
      RootMessage(uri: "javascript:x", state: .watched),
      RootMessage(uri: "file:///srv/share", path: "/srv/share", state: .watched),
    ]
    let status = StatusMethod.Reply(
      version: "9", process: 1, state: .idle, roots: roots, documents: 0, withoutText: 0,
      partial: 0, unreadable: 0, failed: 0, locked: 0, formats: [], waiting: [], programs: [],
      away: 0, pending: 0, watchedFolders: 0, overflows: 0, languages: [], indexBytes: 0,
      clock: ClockMessage(index: "", sequence: 0), pauses: [], recoveries: [], warnings: [])
    let shown = remote.status(status)
    #expect(shown.roots.map(\.uri) == ["sftp://nas/home/me", "file:///mnt/share"])
    #expect(shown.roots.map(\.path) == [nil, "/mnt/share"])
    var reply = ExplainMethod.Reply(
      uri: "file:///home/me/a", path: "/home/me/a", found: true, steps: [], kind: .file,
      root: "file:///home/me",
      rule: RuleMessage(reason: .root, uri: "file:///home/me", file: "file:///home/me/.gitignore"),
      document: document("file:///home/me/a"), clock: ClockMessage(index: "", sequence: 0),
      pending: 0)
    let explained = remote.explanation(reply)
    #expect(explained.path == nil && explained.document?.path == nil)
    #expect(
      [explained.uri, explained.root, explained.rule.uri, explained.rule.file]
        .allSatisfy { $0?.hasPrefix("sftp://nas/home/me") == true })
    reply.uri = "/etc/passwd"
    #expect(remote.explanation(reply).uri.isEmpty)
  }

  @Test func `A warning names the host, unless this machine or all say it`() throws {
    let (nas, desk) = (try nas, try #require(Host(named: "desk")))
    func warnings(_ hosts: [(Host, [String])]) -> [String] {
      HostWarnings(hosts.map { (host: $0.0, warnings: $0.1) }).sentences
    }
    #expect(warnings([(nas, ["a"])]) == ["nas: a"])
    #expect(warnings([(nas, ["a"]), (desk, ["a"])]) == ["a"])
    #expect(warnings([(.local, ["a"]), (nas, ["a", "b"]), (desk, [])]) == ["a", "nas: b"])
    #expect(warnings([(.local, []), (nas, ["b"]), (desk, ["b"])]) == ["nas, desk: b"])
    let many = (0..<100).map { String(repeating: "\($0) ", count: 1_000) }
    let shown = warnings([(nas, many)])
    #expect(shown.count == 10 && shown.allSatisfy { $0.count < 600 })
  }

  @Test func `A URI names a host and a document`() {
    #expect(RemotePlace(uri: "sftp://me@nas:22/a%20b")?.authority == "me@nas:22")
    #expect(RemotePlace(uri: "sftp://nas/a%20b")?.location.file == "/a b")
    for wrong in ["sftp://", "sftp:///a", "sftp://nas", "file:///a", "nas/a"] {
      #expect(RemotePlace(uri: wrong) == nil)
    }
  }

  @Test(
    arguments: [
      ("/a/b.txt", "b.txt"), ("/a/-rf", "_-rf"), ("/a/.profile", "_.profile"),
      ("/a/x\ny\u{1b}", "x_y_"),
    ])
  func `The name of a copy is harmless`(path: String, name: String) throws {
    let path = try #require(FilePath(absolute: path))
    #expect(String(decoding: PrivateCopy.harmless(path.name), as: UTF8.self) == name)
  }

  @Test func `Facets are added, and folders bear the name of their host`() throws {
    func facet(_ field: FacetProperty, _ values: [(String, Int)], others: Int = 0) -> FacetMessage {
      FacetMessage(
        field: field,
        values: values.map { FacetValueMessage(value: $0.0, filter: "f", count: $0.1) },
        others: others)
    }
    let merged = MergedFacets(
      [
        (.local, [facet(.type, [("a", 5), ("b", 1)]), facet(.folder, [("/x", 2)])]),
        (
          try nas,
          [
            facet(.type, [("b", 9), ("c", 1)], others: 2), facet(.folder, [("/x", 3)]),
            facet(.year, [("2024", 9), ("2025", 1)]),
          ]
        ),
      ], limit: 2
    ).facets
    #expect(merged[0].values.map(\.value) == ["b", "a"])
    #expect(merged[0].values.map(\.count) == [10, 5])
    #expect(merged[0].others == 3)
    #expect(merged[1].values.map(\.value) == ["nas:/x", "/x"])
    #expect(merged[1].values.map(\.filter) == [nil, "f"])
    #expect(merged[2].values.map(\.value) == ["2025", "2024"])
  }
}
