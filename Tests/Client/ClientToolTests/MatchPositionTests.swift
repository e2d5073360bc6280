import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

struct MatchPositionTests {
  @Test(
    arguments: [
      ("[a]", "a", "1:1:a"), ("[b]", "a\nb\n", "2:1:b"), ("a [b]", "x b\n  a b c\n", "2:5:a b c"),
      ("…two [three] four…", "one\ntwo\n\tthree  four five\n", "3:2:three four five"),
      ("one [seed]", "a seed\none\n  seed", "3:3:seed"),
      ("[one] two", "one\r\n\r\ntwo\r\n", "1:1:one"),
      ("a [seed] here…", "a seed there, a seed here", "1:17:a seed there, a seed here"),
      ("é [ü] 日", "x\né\u{a0}ü\u{3000}日\n", "2:5:é\u{a0}ü\u{3000}日"),
      ("[page] [cache]", "the page\ncache", "1:5:the page"),
      ("… [b] …", "a\nb", "2:1:b"), ("…[b]…", "a\nb", "2:1:b"), ("x […]", "a x … b", "1:5:a x … b"),
      ("[b]", "\0\u{1}b", "1:3:\0\u{1}b"),
      // The file has changed: the word alone is looked for.
      ("gone [seed] gone", "first\nthe seed\n", "2:5:the seed"),
    ])
  func `A match is found by what stands around it`(
    snippet: String, file: String, expected: String
  ) throws {
    let hit = HitMessage(DocumentMessage("/a"), snippet)
    let place = try #require(MatchPosition(of: hit, in: Array(file.utf8)))
    #expect("\(place.line):\(place.column):\(place.text)" == expected)
  }

  @Test(
    arguments: [
      ("[seed]", ""), ("[seed]", "see"), ("[seed]", "Seed"), ("no match", "no match"), ("", "a"),
      ("a [b", "a b"),
    ])
  func `What a file does not hold is not found`(snippet: String, file: String) {
    let hit = HitMessage(DocumentMessage("/a"), snippet)
    #expect(MatchPosition(of: hit, in: Array(file.utf8)) == nil)
  }

  @Test(
    arguments: [
      RangeMessage(begin: -1, end: 2), RangeMessage(begin: 0, end: 100),
      RangeMessage(begin: 2, end: 1),
      RangeMessage(begin: .min, end: .max),
    ])
  func `A range that makes no sense breaks nothing`(range: RangeMessage) {
    var hit = HitMessage(DocumentMessage("/a"), "seed")
    hit.matches = [range]
    #expect(MatchPosition(of: hit, in: Array("seed".utf8)) == nil)
  }

  @Test func `A very long line is cut off`() throws {
    let line = "seed " + String(repeating: "é", count: 100_000)
    let hit = HitMessage(DocumentMessage("/a"), "[seed]")
    let place = try #require(MatchPosition(of: hit, in: Array(line.utf8)))
    #expect(place.text == line.prefix(400))
  }

  @Test func `The file itself is asked`() throws {
    let folder = try TemporaryDirectory()
    let file = folder["a"]
    try file.write("one\ntwo seeds\n")
    let hit = HitMessage(DocumentMessage(file), "one two [seeds]")
    #expect(
      "\(MatchPosition(of: hit))" == "\(MatchPosition(line: 2, column: 5, text: "two seeds"))")
  }

  @Test(arguments: ["missing", "folder", "fifo", "link"])
  func `Where there is no such file, the snippet stands at its beginning`(name: String) throws {
    let folder = try TemporaryDirectory()
    try folder["folder"].makeDirectory()
    try folder["fifo"].makeFIFO()
    try folder["file"].write("\nseeds")
    try folder["link"].makeSymbolicLink(to: folder["file"])
    let hit = HitMessage(DocumentMessage(folder[name]), "two [seeds]")
    #expect(MatchPosition(of: hit) == MatchPosition(line: 1, column: 1, text: "two seeds"))
  }

  @Test func `Without a snippet the title stands there, or the name`() {
    let titled = HitMessage(DocumentMessage("/a", title: "Title"))
    #expect(MatchPosition(of: titled) == MatchPosition(line: 1, column: 1, text: "Title"))
    let named = HitMessage(DocumentMessage("/a"))
    #expect(MatchPosition(of: named) == MatchPosition(line: 1, column: 1, text: "a"))
  }
}
