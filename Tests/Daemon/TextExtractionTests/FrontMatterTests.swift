import LinuxSystem
import TestSupport
import Testing
import TextExtraction

struct FrontMatterTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  func extract(_ text: String, as name: String) throws -> ExtractedText {
    try folder[name].write(text)
    let file = try FileDescriptor(openingForeign: folder[name])
    let text = try DocumentExtractor.plainText(
      of: file, file.status(), name: Array(name.utf8), byteLimit: 1 << 20)
    return try #require(text)
  }

  @Test(
    arguments: [
      ("title: A title", "A title", []), ("title: \"A: b\"", "A: b", []), ("title: 'A'", "A", []),
      ("title: \"A", "\"A", []), ("title: it's", "it's", []), ("Title:  A  ", "A", []),
      ("title:", nil, []), ("title: ''", nil, []), ("  title: A", nil, []),
      ("subtitle: A", nil, []), ("# title: A", nil, []), ("title A", nil, []),
      ("a:\n  title: A\ntitle: B", "B", []), ("title: A: b", "A: b", []),
      ("tags: [a, b]", nil, ["a", "b"]), ("tags: [\"a b\", 'c']", nil, ["a b", "c"]),
      ("tags: []", nil, []), ("tags:", nil, []), ("tags: a, b c", nil, ["a", "b c"]),
      ("tags: a", nil, ["a"]), ("keywords: [a]", nil, ["a"]),
      ("tags:\n- a\n- b", nil, ["a", "b"]), ("tags:\n  - \"a b\"\n  - 'c'", nil, ["a b", "c"]),
      ("tags:\n  - a\ntitle: B", "B", ["a"]), ("authors:\n  - a\ntags:\n  - b", nil, ["b"]),
      ("tags:\n  - a\nauthors:\n  - b", nil, ["a"]), ("tags: [a]\nkeywords: [b]", nil, ["a", "b"]),
      ("tags: [\"a, b\", c]", nil, ["a, b", "c"]),
      ("tags: [größe, 日本]", nil, ["größe", "日本"]),
    ] as [(String, String?, [String])])
  func `Front matter names title and tags`(lines: String, title: String?, tags: [String]) throws {
    for (name, end) in [("a.md", "---"), ("a.txt", "..."), ("a", "---\n")] {
      let document = try extract("---\n\(lines)\n\(end)\ntext\n", as: name)
      #expect(document.title == title)
      #expect(document.tags == tags)
    }
  }

  @Test func `Front matter may have CR LF line ends and a byte order mark`() throws {
    let text = "\u{feff}---\r\ntitle: A\r\ntags:\r\n  - b\r\n---\r\n# C\r\n"
    let document = try extract(text, as: "a.md")
    #expect(document.title == "A")
    #expect(document.tags == ["b"])
  }

  @Test(
    arguments: [
      ("---\ntags: [a]\n---\n# B", "B"), ("---\ntitle: A\n---\n# B", "A"),
      ("---\ntitle: A\n# B", "B"), ("---\n---\n# B", "B"), (" ---\ntitle: A\n---\n# B", "title: A"),
      ("----\ntitle: A\n----\n# B", "title: A"), ("\n---\ntitle: A\n---\n", "title: A"),
    ] as [(String, String?)])
  func `Without a title or an end of the front matter a heading is the title`(
    text: String, title: String?
  ) throws {
    #expect(try extract(text, as: "a.md").title == title)
  }

  @Test(arguments: ["a.swift", "a.yaml"])
  func `Source code has no front matter`(name: String) throws {
    #expect(try extract("---\ntitle: A\n---\n", as: name).title == nil)
  }

  @Test func `The text keeps its front matter`() throws {
    let text = "---\ntitle: A\n---\nwords\n"
    #expect(try extract(text, as: "a.md").text == Array(text.utf8))
  }
}
