import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

struct RemoteDocumentsTests {
  private var nas: Host {
    get throws {
      var host = try #require(Host(named: "nas"))
      host.maps = [Host.FolderMap(remote: "/srv/share", local: "/mnt/share")]
      return host
    }
  }

  private func document(_ uri: String) -> DocumentMessage {
    var document = DocumentMessage("/x")
    (document.uri, document.path, document.host) = (uri, "/etc/passwd", "desk")
    return document
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
    document.title = String(repeating: "x", count: 1 << 20)
    document.tags = Array(repeating: "t", count: 10_000)
    let shown = try #require(RemoteDocuments(host: nas).document(document))
    #expect(shown.title?.utf8.count ?? 0 < 5_000)
    #expect(shown.tags.count == 100)
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
    #expect(String(decoding: RemoteFile.name(of: path), as: UTF8.self) == name)
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
