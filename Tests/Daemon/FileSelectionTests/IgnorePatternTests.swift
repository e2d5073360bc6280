import FileSelection
import Testing

/// The rules of gitignore(5), and git's behavior in cases that the page does not define.
///
/// A path that ends in a slash is a folder.
struct IgnorePatternTests {
  @Test(
    arguments: [
      // A name, anywhere.
      ("a", "a b/a b/c/a a/", "b ab a/b"),
      // Anchored by a slash at the beginning or in the middle.
      ("/a", "a a/", "b/a a/b"),
      ("a/b", "a/b", "b x/a/b a/b/c"),
      ("/a/b", "a/b", "x/a/b"),
      // Folders only.
      ("a/", "a/ b/a/", "a b/a"),
      ("/a/", "a/", "a b/a/"),
      ("a/b/", "a/b/", "a/b x/a/b/"),
      // Runs do not cross slashes.
      ("*.c", "a.c .c d/a.c", "a.cc c"),
      ("a*", "a ab abc d/ab", "ba"),
      ("/*.c", "a.c", "d/a.c"),
      ("d/*", "d/a d/.a", "d/a/b d"),
      ("d/*/c", "d/a/c", "d/c d/a/b/c"),
      ("a?c", "abc d/abc", "ac a/c abbc"),
      ("d/?", "d/a d/b/", "d/ab d/a/b"),
      // Two stars.
      ("**/a", "a d/a d/e/a", "ab d/ab"),
      ("**/d/a", "d/a x/d/a x/y/d/a", "xd/a d/x/a"),
      ("d/**", "d/a d/e/a", "d xd/a"),
      ("a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb xa/b"),
      ("a/**/**/b", "a/b a/x/y/b", "a/xb"),
      ("**", "a d/a", ""),
      ("a**b", "ab axb d/axb", "a/b"),
      ("d/a**b", "d/ab d/axxb", "d/a/b"),
      ("d/a**/b", "d/a/b d/ax/b d/a/x/b", "d/b x/d/a/b"),
      ("d/x?a**/b", "d/xya/b d/xyaz/b", "d/xya/z/b"),
      ("***/a", "a d/e/a", "ba"),
      // Brackets.
      ("[ab]", "a b", "c ab"),
      ("[!ab]", "c", "a b"),
      ("[^ab]", "c", "a b"),
      ("[a-c]x", "ax bx cx", "dx x"),
      ("[c-a]x", "cx", "ax bx"),
      ("[-a]", "- a", "b"),
      ("[a-]", "- a", "b"),
      ("[]a]", "] a", "b []a]"),
      ("[!]a]", "b", "] a"),
      ("[\\]a]", "] a", "\\ b"),
      ("[a\\-c]", "a - c", "b \\"),
      ("[[:digit:]]", "1", "a :"),
      ("[[:alpha:]1]", "a Z 1", "2 \u{e9}"),
      ("[[:space:]]", "\t", "a"),
      ("[[:digit]", "[ : d t", "1 a"),
      ("[[:nope:]]", "", "n [ :"),
      ("[a", "", "a [a"),
      ("[]", "", "[] ]"),
      ("x[a/b]y", "xay xby", "x/y"),
      ("d[!a]e", "dbe", "d/e dae"),
      ("d/x[!a]y", "d/xby", "d/x/y d/xay"),
      // Escapes.
      ("\\#a", "#a", "\\#a a"),
      ("\\!a", "!a", "\\!a a"),
      ("\\a", "a", "\\a"),
      ("a\\*", "a*", "ab a\\*"),
      ("a\\\\", "a\\", "a a\\\\"),
      ("a\\", "", "a a\\"),
      ("a#b", "a#b", "a"),
    ])
  func `A pattern matches like in git`(pattern: String, matching: String, other: String) throws {
    let parsed = try #require(IgnorePattern(line: pattern.utf8))
    #expect(!parsed.isNegated)
    for path in matching.split(separator: " ") {
      #expect(matches(parsed, path), "'\(pattern)', '\(path)'")
    }
    for path in other.split(separator: " ") {
      #expect(!matches(parsed, path), "'\(pattern)', '\(path)'")
    }
  }

  private func matches(_ pattern: IgnorePattern, _ path: some StringProtocol) -> Bool {
    let isFolder = path.hasSuffix("/")
    return pattern.matches(Array(path.utf8)[...].dropLast(isFolder ? 1 : 0), isFolder: isFolder)
  }

  @Test(
    arguments: [
      ("a ", "a"), ("a   ", "a"), (" a", " a"), ("a\\ ", "a\\ "), ("a\\  ", "a\\ "),
      ("a \\ b ", "a \\ b"), ("a\t", "a\t"), ("a  \\", "a  \\"), ("a\\\\ ", "a\\\\"),
    ])
  func `Blanks at the end do not count unless one is escaped`(line: String, text: String) throws {
    let pattern = try #require(IgnorePattern(line: line.utf8))
    #expect(pattern.text == Array(text.utf8))
  }

  @Test(arguments: ["", " ", "#", "#a", "# !a", "!", "/", "!/", "! ", "//", "\0a"])
  func `A line can have no pattern`(line: String) {
    #expect(IgnorePattern(line: line.utf8) == nil)
  }

  @Test func `An exclamation mark negates`() throws {
    let pattern = try #require(IgnorePattern(line: "!/a*/".utf8))
    #expect(pattern.isNegated)
    #expect(pattern.isFolderOnly)
    #expect(pattern.isPath)
    #expect(matches(pattern, "ab/"))
    #expect("\(pattern)" == "!/a*/")
  }

  @Test func `Patterns and names need not be UTF-8`() throws {
    let pattern = try #require(IgnorePattern(line: [0xff, 0x2a, 0x5b, 0x80, 0x2d, 0x90, 0x5d]))
    #expect(pattern.matches([0xff, 0x00, 0x85], isFolder: false))
    #expect(!pattern.matches([0xfe, 0x00, 0x85], isFolder: false))
    #expect(!pattern.matches([0xff, 0x00, 0x91], isFolder: false))
    #expect("\(pattern)".hasPrefix("\u{fffd}*["))
  }

  /// A matcher with backtracking would need an exponential time for each of these.
  @Test(
    arguments: [
      String(repeating: "*a", count: 100) + "b",
      "x/" + String(repeating: "*a", count: 100) + "b",
      String(repeating: "**/a", count: 60) + "/b",
      String(repeating: "**/", count: 100_000) + "b/",
      "/" + String(repeating: "*", count: 100_000) + "b?",
      String(repeating: "**/*a*/", count: 60) + "b",
      String(repeating: "[!b]*", count: 120) + "b",
    ])
  func `A pattern with many stars costs no more than any other`(line: String) throws {
    let pattern = try #require(IgnorePattern(line: line.utf8))
    let folders = [UInt8](String(repeating: "aaaa/", count: 20).utf8)
    let name = [UInt8](repeating: UInt8(ascii: "a"), count: 255)
    #expect(!pattern.matches((folders + name)[...], isFolder: false))
    #expect(!pattern.matches(name[...], isFolder: true))
  }

  @Test func `A pattern longer than the path is refused at once`() throws {
    let line = String(repeating: "*a", count: 500_000)
    let pattern = try #require(IgnorePattern(line: line.utf8))
    let matches = (0..<100_000).contains { _ in pattern.matches([0x61, 0x61], isFolder: false) }
    #expect(!matches)
  }
}
