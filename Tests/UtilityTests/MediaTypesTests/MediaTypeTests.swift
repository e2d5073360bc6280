import MediaTypes
import Testing

struct MediaTypeTests {
  @Test(
    arguments: [
      ("a.md", "text/markdown", true), ("A.MD", "text/markdown", true),
      ("a.b.md", "text/markdown", true), (".md", "text/plain", true), ("md", "text/plain", true),
      ("a.", "text/plain", true), ("a", "text/plain", true), ("", "text/plain", true),
      ("a.unknown", "text/plain", true), ("a.swift", "text/x-swift", true),
      ("a.json", "application/json", true), ("a.xml", "application/xml", true),
      ("a.svg", "image/svg+xml", true), ("a.html", "text/html", true), ("a.1", "text/troff", true),
      ("a.png", "image/png", false), ("a.pdf", "application/pdf", false),
      ("a.tar.gz", "application/gzip", false), (".a.zip", "application/zip", false),
    ])
  func `The suffix of a name decides the type`(name: String, type: String, isText: Bool) {
    #expect(MediaType(fileName: Array(name.utf8)).name == type)
    #expect(MediaType(fileName: Array(name.utf8)).isText == isText)
  }

  @Test func `A name need not be UTF-8`() {
    #expect(MediaType(fileName: [0xff, 0x2e, 0x6d, 0x64]).name == "text/markdown")
    #expect(MediaType(fileName: [0x61, 0x2e, 0xff]).name == "text/plain")
  }
}
