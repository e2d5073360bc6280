import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

struct GitConfigurationTests {
  @Test(
    arguments: [
      ("[core]\nexcludesFile = /a", "/a"), ("[CORE]\n\tEXCLUDESFILE=/a", "/a"),
      ("[core] excludesfile = /a b  \n", "/a b"), ("[core]\nexcludesfile = \"/a  \" # c\n", "/a  "),
      ("[core]\nexcludesfile = /a#b", "/a"), ("[core]\nexcludesfile = \"/a#b;c\"", "/a#b;c"),
      ("[core]\nexcludesfile = /a\\\\b\\tc", "/a\\b\tc"), ("[core]\nexcludesfile = /a\\\nb", "/ab"),
      ("[core]\r\nexcludesfile = /a\r\n", "/a"), ("\u{feff}[core]\nexcludesfile=/a", "/a"),
      ("[core]\nexcludesfile", ""), ("[core]\nexcludesfile =\n", ""),
      ("[core]\nexcludesfile=/a\n[core]\nexcludesfile=/b", "/b"),
      ("# [core]\n; x\n[core]\n# y\nexcludesfile=/a", "/a"),
      ("[core]\nx = \"excludesfile\"\nexcludesfile = /a\"b\"c", "/abc"),
      ("[user]\nexcludesfile=/a", nil), ("[core \"x\"]\nexcludesfile=/a", nil),
      ("[core]\nexcludesfiles=/a", nil), ("excludesfile=/a", nil), ("", nil),
      ("[core]\nexcludesfile=/a\n[x", "/a"), ("[core]\nexcludesfile=\"/a", nil),
      ("[core]\nexcludesfile=/a\\x", nil), ("[co_re]\n[core]\nexcludesfile=/a", nil),
      ("[a \"b\\\"]\\\\\"]\nx=y\n[core]\nexcludesfile=/a", "/a"),
    ] as [(String, String?)])
  func `A value is read like git reads it`(text: String, value: String?) {
    let found = GitConfiguration.value(
      of: "excludesfile", in: "core", startingAt: "/c", home: "/h"
    ) { _ in Array(text.utf8) }
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == value)
  }

  @Test func `Included files are read at the line that names them`() {
    let files: [FilePath: String] = [
      "/h/c": "[core]\nexcludesfile=/1\n[include]\npath=d/e\npath=~/f\npath=/missing",
      "/h/d/e": "[core]\nexcludesfile=/2\n[include]\npath=../g",
      "/h/g": "[core]\nexcludesfile=/3", "/h/f": "[user]\nname=x",
    ]
    var read: [FilePath] = []
    let found = GitConfiguration.value(
      of: "excludesfile", in: "core", startingAt: "/h/c", home: "/h"
    ) { path in
      read.append(path)
      return files[path].map { Array($0.utf8) }
    }
    #expect(found == Array("/3".utf8))
    #expect(read == ["/h/c", "/h/d/e", "/h/g", "/h/f", "/missing"])
  }

  @Test func `A file that includes itself is read a limited number of times`() {
    var count = 0
    let found = GitConfiguration.value(
      of: "excludesfile", in: "core", startingAt: "/c", home: "/h"
    ) { _ in
      count += 1
      return Array("[include]\npath=/c\n[core]\nexcludesfile=/a".utf8)
    }
    #expect(found == Array("/a".utf8))
    #expect(count == 11)
  }

  @Test(
    arguments: [
      ("/a/b", "/a/b"), ("a", "/t/a"), ("~/a", "/h/a"), ("~", "/h"), ("~other/a", nil), ("", nil),
    ] as [(String, FilePath?)])
  func `A path may be relative or begin with the home folder`(text: String, path: FilePath?) {
    let found = GitConfiguration.path(Array(text.utf8), relativeTo: "/t", home: "/h")
    #expect(found == (text == "~" ? nil : path))
  }
}
