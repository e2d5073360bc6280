import FileSelection
import LinuxSystem
import TestSupport
import Testing

struct SelectionRulesTests {
  @Test(
    arguments: [
      ("/h/a", .excluded(.forgotten("/h/a"))),
      ("/h/a/b", .excluded(.forgotten("/h/a"))),
      ("/h/ab", .included(root: "/h")),
      ("/h/d/f", .excluded(.forgotten("/h/d/f"))),
      ("/h/d/g", .included(root: "/h")),
      ("/h/a/inner/b", .included(root: "/h/a/inner")),
    ] as [(FilePath, Verdict)])
  func `A forgotten folder is left out with all below it, except a root inside it`(
    path: FilePath, verdict: Verdict
  ) {
    var rules = SelectionRules(roots: ["/h", "/h/a/inner"])
    rules.forgotten = ["/h/a", "/h/d/f"]
    #expect(rules.verdict(on: path) == verdict)
  }

  /// One root lies in a hidden folder of another, one begins with a dot, and one matches a pattern.
  static let rules = SelectionRules(
    roots: ["/h", "/h/.hidden/inner", "/.dotted", "/build", "/h/own/inner"],
    excludes: ["*.iso", "build", "/h/tmp/*", "/h/*/cache", "secret?", "[Bb]ackup"]
      .map { GlobPattern($0) },
    ownFolders: ["/h/own"])

  @Test(
    arguments: [
      ("/h", .included(root: "/h")),
      ("/h/a", .included(root: "/h")),
      ("/h/a/b/c.md", .included(root: "/h")),
      ("/h/.hidden/inner", .included(root: "/h/.hidden/inner")),
      ("/h/.hidden/inner/a", .included(root: "/h/.hidden/inner")),
      ("/.dotted", .included(root: "/.dotted")),
      ("/.dotted/a", .included(root: "/.dotted")),
      ("/build", .included(root: "/build")),
      ("/build/a", .included(root: "/build")),
      ("/h/a.", .included(root: "/h")),
      ("/h/a.b/c", .included(root: "/h")),
      ("/", .excluded(.outsideRoots)),
      ("/a", .excluded(.outsideRoots)),
      ("/ha", .excluded(.outsideRoots)),
      ("/.dotte", .excluded(.outsideRoots)),
      ("/h/.a", .excluded(.hidden("/h/.a"))),
      ("/h/.a/b/c", .excluded(.hidden("/h/.a"))),
      ("/h/.hidden", .excluded(.hidden("/h/.hidden"))),
      ("/h/.hidden/innera", .excluded(.hidden("/h/.hidden"))),
      ("/.dotted/.a", .excluded(.hidden("/.dotted/.a"))),
      ("/h/own", .excluded(.ownFolder("/h/own"))),
      ("/h/own/a/b", .excluded(.ownFolder("/h/own"))),
      ("/h/own/inner", .excluded(.ownFolder("/h/own"))),
      ("/h/owner", .included(root: "/h")),
      ("/h/a/.git", .excluded(.hidden("/h/a/.git"))),
    ] as [(FilePath, Verdict)])
  func `The innermost root of a path decides`(path: FilePath, verdict: Verdict) {
    #expect(Self.rules.verdict(on: path) == verdict)
  }

  @Test(
    arguments: [
      ("/h/a.iso", "*.iso", "/h/a.iso"),
      ("/h/d/a.iso", "*.iso", "/h/d/a.iso"),
      ("/h/d.iso/a", "*.iso", "/h/d.iso"),
      ("/h/build", "build", "/h/build"),
      ("/h/d/build/a/b", "build", "/h/d/build"),
      ("/build/build", "build", "/build/build"),
      ("/h/tmp/a", "/h/tmp/*", "/h/tmp/a"),
      ("/h/tmp/a/b", "/h/tmp/*", "/h/tmp/a"),
      ("/h/d/cache/a", "/h/*/cache", "/h/d/cache"),
      ("/h/secret1", "secret?", "/h/secret1"),
      ("/h/Backup", "[Bb]ackup", "/h/Backup"),
      ("/h/tmp", nil, ""),
      ("/h/cache", nil, ""),
      ("/h/d/e/cache", nil, ""),
      ("/h/d/tmp/a", nil, ""),
      ("/h/builds", nil, ""),
      ("/h/a.iso.txt", nil, ""),
      ("/h/secret", nil, ""),
      ("/h/BUILD", nil, ""),
    ] as [(FilePath, String?, FilePath)])
  func `A pattern without a slash matches names, one with a slash whole paths`(
    path: FilePath, pattern: String?, matched: FilePath
  ) {
    let expected = pattern.map { Verdict.excluded(.pattern($0, matched)) }
    #expect(Self.rules.verdict(on: path) == expected ?? .included(root: "/h"))
  }

  @Test func `Hidden files are indexed if the configuration says so`() {
    let rules = SelectionRules(
      roots: ["/h"], includesHidden: true, excludes: [GlobPattern(".git")])
    #expect(rules.verdict(on: "/h/.a/.b").isIncluded)
    #expect(rules.verdict(on: "/h/d/.git/x") == .excluded(.pattern(".git", "/h/d/.git")))
  }

  @Test func `The folder .git is left out if ignore files are followed`() {
    var rules = SelectionRules(roots: ["/h"], includesHidden: true)
    #expect(rules.verdict(on: "/h/d/.git/x") == .excluded(.repository("/h/d/.git")))
    #expect(rules.verdict(on: "/h/d/.github").isIncluded)
    rules.followsIgnoreFiles = false
    #expect(rules.verdict(on: "/h/d/.git/x").isIncluded)
  }

  @Test(
    arguments: [
      ("/h/.gitignore", true), ("/h/d/.ignore", true), ("/h/.git", true),
      ("/.dotted/.nomedia", true),
      ("/h/d/CACHEDIR.TAG", true), ("/h/gitignore", false), ("/a/.gitignore", false),
      ("/h/.gitignore/a", false), ("/h/Cache", false),
    ] as [(FilePath, Bool)])
  func `Some files can change the rules`(path: FilePath, expected: Bool) {
    #expect(Self.rules.dependOn(path) == expected)
    var others = Self.rules
    others.followsIgnoreFiles = false
    #expect(!others.dependOn(path))
  }

  @Test func `The whole file system can be a root`() {
    let rules = SelectionRules(roots: ["/"], ownFolders: ["/var"])
    #expect(rules.verdict(on: "/") == .included(root: "/"))
    #expect(rules.verdict(on: "/etc/x") == .included(root: "/"))
    #expect(rules.verdict(on: "/.x") == .excluded(.hidden("/.x")))
    #expect(rules.verdict(on: "/var/x") == .excluded(.ownFolder("/var")))
  }

  @Test func `Without roots nothing is indexed`() {
    #expect(SelectionRules(roots: []).verdict(on: "/h") == .excluded(.outsideRoots))
  }

  @Test func `A name need not be UTF-8`() {
    let name: [UInt8] = [0xff, 0xfe, 0x0a]
    #expect(Self.rules.verdict(on: ("/h" as FilePath).appending(name)).isIncluded)
    #expect(
      !Self.rules.verdict(on: ("/h" as FilePath).appending(name + Array(".iso".utf8))).isIncluded)
  }

  @Test(
    arguments: [
      (.outsideRoots, "it is outside of the indexed folders"),
      (.hidden("/h/.a"), "'/h/.a' is hidden (Hidden=no)"),
      (.pattern("*.iso", "/h/a.iso"), "'/h/a.iso' matches Exclude=*.iso"),
      (.ownFolder("/h/own"), "'/h/own' is the index's own folder"),
      (
        .secret(pattern: "*.key", content: "private keys", "/h/a.key"),
        "'/h/a.key' matches '*.key' and may hold private keys (Secrets=no)"
      ),
      (.repository("/h/.git"), "'/h/.git' belongs to git"),
      (
        .noStore(.thunderbird, "/h/.thunderbird/x/prefs.js"),
        "'/h/.thunderbird/x/prefs.js' is none of the files that Sources=thunderbird names"
      ),
      (.marker("/h/.nomedia"), "'/h/.nomedia' marks its folder as left out"),
      (
        .otherFileSystem("/h/mnt"),
        "'/h/mnt' is on another file system than its root (OneFileSystem=yes)"
      ),
      (
        .tooLarge("/h/a", size: 5, limit: 4), "'/h/a' has 5 bytes, more than MaxFileSize=4"
      ),
    ] as [(Verdict.Reason, String)])
  func `A reason has a description`(reason: Verdict.Reason, text: String) {
    #expect("\(reason)" == text)
    #expect(!Verdict.excluded(reason).isIncluded)
  }
}
