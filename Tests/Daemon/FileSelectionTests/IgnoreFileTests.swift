import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

struct IgnoreFileTests {
  func file(_ text: String) -> IgnoreFile {
    IgnoreFile(Array(text.utf8), at: "/h/.gitignore", for: "/h")
  }

  func line(_ text: String, about path: FilePath, isFolder: Bool = false) -> Int? {
    let entry = PatternList.Entry(path.name, in: path.parent, isFolder: isFolder)
    return file(text).lastMatch(on: entry)?.line
  }

  @Test(
    arguments: [
      ("a\nb\na\n", "/h/a", 3), ("a\n!a\n", "/h/a", 2), ("!a\na", "/h/a", 2),
      ("# a\n\na\n", "/h/a", 3), ("a\n*\n", "/h/a", 2), ("*\na\nb\n", "/h/a", 2),
      ("a/\na*\na/\n", "/h/a", 2), ("a\r\nb\r\n", "/h/a", 1), ("a\r\r\n", "/h/a", nil),
      ("a \r\n", "/h/a", 1), ("\u{feff}a\n", "/h/a", 1), ("b\n\u{feff}a\n", "/h/a", nil),
      ("\u{feff}\u{feff}a\n", "/h/a", nil), ("a\r", "/h/a", 1), ("\r\n\r\na", "/h/a", 3),
      ("/d/a\n", "/h/d/a", 1), ("/a\n", "/h/d/a", nil), ("a\0b\n", "/h/a", 1),
    ] as [(String, FilePath, Int?)])
  func `The last line that matches an entry decides`(text: String, path: FilePath, number: Int?) {
    #expect(line(text, about: path) == number)
  }

  @Test func `Of many lines with the same name the last one that matches decides`() {
    let text = "a\n!a\na/\n!b\na\nA\n!a/\n"
    #expect(line(text, about: "/h/x/a") == 5)
    #expect(line(text, about: "/h/x/a", isFolder: true) == 7)
  }

  @Test func `A rule file can be empty`() {
    #expect(file("").isEmpty)
    #expect(file("# nothing\n\n").isEmpty)
    #expect(!file("a").isEmpty)
  }

  @Test func `A rule has its file and its line`() throws {
    let entry = PatternList.Entry(Array("a\nb".utf8), in: "/h", isFolder: false)
    let rule = try #require(file("x\na?b\u{1b}*\na?b\n").lastMatch(on: entry))
    #expect("\(rule)" == "'a?b' in line 3 of '/h/.gitignore'")
    #expect(
      "\(Verdict.Reason.ignored(rule, entry.path))"
        == "'/h/a\\nb' matches 'a?b' in line 3 of '/h/.gitignore'")
  }
}
