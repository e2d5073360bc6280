import LinuxSystem
import Testing

struct FilePathTests {
  @Test(
    arguments: [
      ("/", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a"), ("/a//b", "/a/b"),
      ("/a/./b", "/a/b"), ("/.", "/"), ("/a/../b", "/b"), ("/a/b/..", "/a"), ("/..", "/"),
      ("/../../a", "/a"), ("/a/...", "/a/..."), ("/a/.b", "/a/.b"), ("/a/..b", "/a/..b"),
      ("/ \n", "/ \n"),
    ])
  func `Dots and doubled slashes are resolved`(text: String, normalized: String) throws {
    let path = try #require(FilePath(absolute: text))
    #expect(path.utf8 == normalized)
    #expect(FilePath(absolute: path.bytes) == path)
  }

  @Test(arguments: ["", "a", "./a", "~", "~/a", "/a\0b", "\0", " /a"])
  func `A relative path, or one with a NUL, is refused`(text: String) {
    #expect(FilePath(absolute: text) == nil)
  }

  @Test(
    arguments: [
      ("x", "/base/x"), ("./x", "/base/x"), ("../x", "/x"), (".", "/base"), ("~", "/home"),
      ("~/x", "/home/x"), ("~x", "/base/~x"), ("x/~", "/base/x/~"), ("/abs", "/abs"), ("", nil),
      ("a\0b", nil), ("~/\0", nil),
    ] as [(String, String?)])
  func `A relative path begins at its base, one with a tilde at home`(
    text: String, expected: String?
  ) throws {
    let base = try #require(FilePath(absolute: "/base"))
    let home = try #require(FilePath(absolute: "/home"))
    #expect(FilePath(Array(text.utf8), relativeTo: base, home: home)?.utf8 == expected)
  }

  @Test(
    arguments: [
      ("/", "/", "", []), ("/a", "/", "a", ["a"]), ("/a/b", "/a", "b", ["a", "b"]),
    ] as [(String, String, String, [String])])
  func `A path has a parent, a name and components`(
    text: String, parent: String, name: String, components: [String]
  ) throws {
    let path = try #require(FilePath(absolute: text))
    #expect(path.parent.utf8 == parent)
    #expect(path.name == Array(name.utf8))
    #expect(path.components == components.map { Array($0.utf8) })
    #expect(path.isRoot == components.isEmpty)
    #expect(components.reduce(FilePath.root) { $0.appending($1) } == path)
  }

  @Test(
    arguments: [
      ("/a", "/a", true), ("/a/b", "/a", true), ("/a", "/", true), ("/", "/", true),
      ("/ab", "/a", false), ("/", "/a", false), ("/a", "/a/b", false), ("/b/a", "/a", false),
    ])
  func `Whether a path is inside a folder is decided by whole components`(
    text: String, folder: String, expected: Bool
  ) throws {
    let path = try #require(FilePath(absolute: text))
    #expect(path.isInside(try #require(FilePath(absolute: folder))) == expected)
  }

  @Test(
    arguments: [
      ("/a/b/c", "/a/b", "/x", "/x/c"), ("/a/b", "/a/b", "/x/y", "/x/y"),
      ("/a/bc", "/a/b", "/x", "/a/bc"), ("/a", "/a/b", "/x", "/a"), ("/a", "/", "/x", "/x/a"),
      ("/", "/", "/x", "/x"), ("/a/b", "/a", "/", "/b"), ("/a", "/a", "/", "/"),
      ("/a", "/", "/", "/a"),
    ])
  func `Moving a folder moves what is inside it`(
    text: String, old: String, new: String, expected: String
  ) throws {
    let path = try #require(FilePath(absolute: text))
    let from = try #require(FilePath(absolute: old))
    let to = try #require(FilePath(absolute: new))
    #expect(path.moving(from: from, to: to).utf8 == expected)
  }

  @Test func `A name need not be UTF-8`() throws {
    let name: [UInt8] = [0xff, 0xfe, 0x0a]
    let path = FilePath.root.appending(name)
    #expect(path.bytes == [0x2f] + name)
    #expect(path.name == name)
    #expect(path.utf8 == nil)
    #expect(FilePath(absolute: path.bytes) == path)
    #expect(path.description == "/\u{fffd}\u{fffd}\\n")
  }

  @Test func `Two spellings of one letter are two paths`() {
    #expect(FilePath(absolute: "/\u{e9}") != FilePath(absolute: "/e\u{301}"))
  }

  @Test func `Paths are ordered by their bytes`() throws {
    let texts = ["/", "/A", "/a", "/a-b", "/a/b", "/a0", "/é"]
    let paths = try texts.map { try #require(FilePath(absolute: $0)) }
    #expect(paths.reversed().sorted() == paths)
  }
}
