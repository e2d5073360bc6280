import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Files of bookmarks of Chromium and Konqueror.
struct BookmarksReaderTests {
  private func read(_ text: String) throws -> CollectingSink {
    var sink = CollectingSink()
    try BookmarksReader.read(Array(text.utf8).span, into: &sink)
    return sink
  }

  private func texts(_ sink: CollectingSink) -> [String] { sink.members.map(\.sink.text) }

  @Test func `Bookmarks of Chromium are members, with the names of their folders`() throws {
    let sink = try read(
      """
      {"checksum": "1", "roots": {
        "bookmark_bar": {"children": [
          {"date_added": "13249661405000000", "guid": "g/1", "name": "Caf\\u00e9", "type": "url",
           "url": "https://a.example/?q=\\"x\\"", "meta_info": {"a": ["b"]}},
          {"children": [{"name": "Inner", "type": "url", "url": "https://b.example/"}, 7],
           "name": "Reading", "type": "folder"}],
          "name": "Bar", "type": "folder"},
        "other": {"children": [], "name": "Other", "type": "folder"}, "x": 1},
       "version": 1}
      """)
    #expect(
      texts(sink) == [
        "Café\nhttps://a.example/?q=\"x\"\nBar", "Inner\nhttps://b.example/\nBar / Reading",
      ])
    #expect(sink.members[0].member.path == Array("g_1.html".utf8))
    #expect(sink.members[0].sink.fields[.created] == ["2020-11-12T13:30:05Z"])
    #expect(sink.members[0].sink.fields[.title] == ["Café"])
  }

  @Test func `Bookmarks in XBEL are members`() throws {
    let sink = try read(
      """
      <?xml version="1.0"?><!DOCTYPE xbel>
      <xbel><title>All</title><folder folded="no"><title>Read&amp;</title>
      <bookmark href="https://a.example/?a=1&amp;b=2"><title> The <![CDATA[A]]> </title></bookmark>
      </folder><bookmark href=""><title>none</title></bookmark>
      <bookmark href="https://b.example/"/></xbel>
      """)
    #expect(
      texts(sink) == ["The A\nhttps://a.example/?a=1&b=2\nRead&", "https://b.example/"])
  }

  @Test(arguments: [
    "", " ", "{", "{\"roots\":", "{\"roots\":{\"a\":{\"children\":[{", "<xbel",
    "<xbel><folder><bookmark",
    "{\"roots\":[]}", "{\"roots\":{\"a\":[{}]}}", "</title></folder></bookmark>",
    "{\"roots\":{\"a\":" + String(repeating: "{\"children\":[", count: 400),
  ])
  func `What is no file of bookmarks gives none`(text: String) throws {
    var sink = CollectingSink()
    try? BookmarksReader.read(Array(text.utf8).span, into: &sink)
    #expect(sink.members.isEmpty)
  }
}
