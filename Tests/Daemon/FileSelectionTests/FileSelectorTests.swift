import FileSelection
import LinuxSystem
import TestSupport
import Testing

/// Rule files on the disk; the root is `r`.
struct FileSelectorTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["r"].makeDirectory()
    try folder["home"].makeDirectory()
  }

  /// A selector that reads no file outside of the temporary folder.
  func selector(
    roots: [String] = ["r"], change: (inout SelectionRules) -> Void = { _ in }
  ) -> FileSelector {
    var rules = SelectionRules(
      roots: roots.map { [folder] in folder[$0] }, excludes: [GlobPattern("*.iso")],
      ownFolders: [folder["r/own"]])
    change(&rules)
    return FileSelector(
      rules: rules, gitPaths: GitPaths(home: folder["home"], system: folder["home/system"]))
  }

  func write(_ files: [String: String]) throws {
    for (name, text) in files { try folder[name].write(text) }
  }

  /// The rule that leaves a path out, as text without the temporary folder; empty if there is none.
  func reason(_ path: String, _ selector: inout FileSelector) -> String {
    switch selector.verdict(on: folder[path]) {
    case .included: ""
    case .excluded(let reason): "\(reason)".replacing("\(folder.path)/", with: "")
    }
  }

  func reason(_ path: String) -> String {
    var selector = selector()
    return reason(path, &selector)
  }

  func repository(_ path: String) throws {
    try write(["\(path)/.git/HEAD": "ref: refs/heads/main\n"])
  }

  @Test func `A hard link to a file of the index is left out, one to another file is not`()
    throws
  {
    try write(["r/own/index.sqlite": "pages", "r/own/lock": "1\n", "r/a.txt": "words"])
    try folder["r/b.txt"].makeHardLink(to: folder["r/a.txt"])
    try folder["r/index.txt"].makeHardLink(to: folder["r/own/index.sqlite"])
    try folder["r/lock.txt"].makeHardLink(to: folder["r/own/lock"])
    var selector = selector()
    #expect(reason("r/a.txt", &selector) == "")
    #expect(reason("r/b.txt", &selector) == "")
    for name in ["r/index.txt", "r/lock.txt"] {
      #expect(reason(name, &selector) == "'\(name)' is a hard link to a file of the index")
    }
  }

  @Test func `The stronger kind of file decides, then the inner file, then the last line`()
    throws
  {
    try repository("r")
    try write([
      "r/.sittaignore": "!a.1", "r/.ignore": "*.1\n!*.2\n!d/", "r/.gitignore": "*.2\n*.3\nd",
      "r/.git/info/exclude": "*.4\n*.5", "home/.config/git/ignore": "*.6\n*.7",
      "r/d/.gitignore": "!*.3\n!*.4\n!*.6\nx", "r/d/.ignore": "!b.1",
    ])
    var selector = selector()
    #expect(reason("r/a.1", &selector) == "")
    #expect(reason("r/b.1", &selector) == "'r/b.1' matches '*.1' in line 1 of 'r/.ignore'")
    #expect(reason("r/d/b.1", &selector) == "")
    #expect(reason("r/a.2", &selector) == "")
    #expect(reason("r/a.3", &selector) == "'r/a.3' matches '*.3' in line 2 of 'r/.gitignore'")
    #expect(reason("r/d/a.3", &selector) == "")
    #expect(
      reason("r/a.4", &selector) == "'r/a.4' matches '*.4' in line 1 of 'r/.git/info/exclude'")
    #expect(reason("r/d/a.4", &selector) == "")
    #expect(
      reason("r/d/a.5", &selector) == "'r/d/a.5' matches '*.5' in line 2 of 'r/.git/info/exclude'")
    #expect(reason("r/d/a.6", &selector) == "")
    #expect(
      reason("r/d/a.7", &selector)
        == "'r/d/a.7' matches '*.7' in line 2 of 'home/.config/git/ignore'")
    #expect(reason("r/d/x/y/z", &selector) == "'r/d/x' matches 'x' in line 4 of 'r/d/.gitignore'")
  }

  @Test func `A file in an excluded folder cannot be included again`() throws {
    try repository("r")
    try write([
      "r/.gitignore": "d/\n!d/a", "r/d/.gitignore": "!*", "r/d/a": "", "r/d/.ignore": "!*",
    ])
    #expect(reason("r/d/a") == "'r/d' matches 'd/' in line 1 of 'r/.gitignore'")
  }

  @Test func `A pattern that ends in a slash matches only folders`() throws {
    try write(["r/.ignore": "a/\n", "r/x/a": "", "r/y/a/b": ""])
    try folder["r/z"].makeDirectory()
    try folder["r/z/a"].makeSymbolicLink(to: folder["r/y/a"])
    #expect(reason("r/x/a") == "")
    #expect(reason("r/y/a") == "'r/y/a' matches 'a/' in line 1 of 'r/.ignore'")
    #expect(reason("r/y/a/b") == "'r/y/a' matches 'a/' in line 1 of 'r/.ignore'")
    #expect(reason("r/z/a") == "")
    #expect(reason("r/missing/a") == "")
  }

  @Test func `A .gitignore counts only in a work tree, the other files everywhere`() throws {
    try write(["r/.gitignore": "a", "r/.ignore": "b", "r/.sittaignore": "c"])
    #expect(["a", "b", "c"].map { reason("r/\($0)").isEmpty } == [true, false, false])
    try repository("r")
    #expect(reason("r/a") == "'r/a' matches 'a' in line 1 of 'r/.gitignore'")
  }

  @Test func `The rules of the work tree around a root apply in the root, but not to the root`()
    throws
  {
    try repository("r")
    try write(["r/.gitignore": "/in\n*.o\n/in/sub/x", "r/.ignore": "y", "r/in/.gitignore": "!b.o"])
    var selector = selector(roots: ["r/in/sub"])
    try folder["r/in/sub"].makeDirectory()
    #expect(reason("r/in/sub", &selector) == "")
    #expect(
      reason("r/in/sub/a.o", &selector)
        == "'r/in/sub/a.o' matches '*.o' in line 2 of 'r/.gitignore'")
    #expect(reason("r/in/sub/b.o", &selector) == "")
    #expect(
      reason("r/in/sub/x", &selector)
        == "'r/in/sub/x' matches '/in/sub/x' in line 3 of 'r/.gitignore'")
    #expect(reason("r/in/sub/y", &selector) == "")
    try folder["r/.gitignore"].write("*.p")
    #expect(selector.reloadRules(for: folder["r/.gitignore"]) == [folder["r/in/sub"]])
    #expect(reason("r/in/sub/a.o", &selector) == "")
    #expect(selector.reloadRules(for: folder["r/.gitignore"]) == [])
  }

  @Test func `A repository inside another has its own rules`() throws {
    try repository("r")
    try write(["r/.gitignore": "*.o\n/left/", "home/.config/git/ignore": "/top"])
    try repository("r/in")
    try repository("r/left")
    #expect(reason("r/a.o") != "")
    #expect(reason("r/in/a.o") == "")
    #expect(
      reason("r/in/top") == "'r/in/top' matches '/top' in line 1 of 'home/.config/git/ignore'")
    #expect(reason("r/x/top") == "")
    #expect(reason("r/left/a") == "'r/left' matches '/left/' in line 2 of 'r/.gitignore'")
  }

  @Test func `A work tree can have its repository elsewhere`() throws {
    try write([
      "r/tree/.git": "gitdir: ../../bare/worktrees/t\n",
      "bare/worktrees/t/commondir": "../..\n", "bare/info/exclude": "a",
      "bare/config": "[core]\n\texcludesFile = mine\n", "r/tree/mine": "b",
      "r/sub/.git": "gitdir: \(folder["modules/s"])", "modules/s/info/exclude": "c",
      "r/none/.git": "nonsense", "r/none/.gitignore": "d",
    ])
    #expect(reason("r/tree/a") == "'r/tree/a' matches 'a' in line 1 of 'bare/info/exclude'")
    #expect(reason("r/tree/b") == "'r/tree/b' matches 'b' in line 1 of 'r/tree/mine'")
    #expect(reason("r/sub/c") == "'r/sub/c' matches 'c' in line 1 of 'modules/s/info/exclude'")
    #expect(reason("r/none/d") == "")
  }

  @Test(
    arguments: [
      ("[core]\nexcludesFile = ~/mine", "'r/m' matches 'm' in line 1 of 'home/mine'"),
      ("[core]\nexcludesFile =", ""),
      ("[user]\nname = x", "'r/m' matches 'm' in line 2 of 'home/.config/git/ignore'"),
      ("[include]\npath = more", "'r/m' matches 'm' in line 1 of 'home/mine'"),
    ])
  func `core.excludesFile is read from git's configuration`(configuration: String, rule: String)
    throws
  {
    try repository("r")
    try write([
      "home/.gitconfig": configuration, "home/mine": "m", "home/.config/git/ignore": "# x\nm",
      "home/more": "[core]\nexcludesfile=~/mine",
    ])
    #expect(reason("r/m") == rule)
  }

  @Test(
    arguments: [
      (".nomedia", "", true), (".trackerignore", "", true),
      ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55", true),
      ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# by a test", true),
      ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc56", false),
      ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc5", false),
      ("CACHEDIR.TAG", "", false), (".nomedia.txt", "", false),
    ])
  func `A marker file leaves out its folder`(name: String, content: String, counts: Bool)
    throws
  {
    try write(["r/d/\(name)": content, "r/d/a": "", "r/d/e/b": ""])
    let expected = counts ? "'r/d/\(name)' marks its folder as left out" : ""
    #expect(reason("r/d/a") == expected)
    #expect(reason("r/d/e/b") == expected)
    #expect(reason("r/d") == "")
    #expect(reason("r/a") == "")
  }

  @Test(arguments: [
    ("node_modules", "node_modules", "packages that npm installed"),
    ("d/node_modules/x/node_modules", "d/node_modules", "packages that npm installed"),
    ("bower_components", "bower_components", "packages that Bower installed"),
    ("d/vendor/bundle", "d/vendor/bundle", "packages that Bundler installed"),
    ("d/__pycache__", "d/__pycache__", "compiled modules of Python"),
    ("build", nil, ""), ("target", nil, ""), ("vendor", nil, ""), ("bundle", nil, ""),
    ("my_node_modules", nil, ""), ("venv", nil, ""),
  ])
  func `A folder that a tool fills is left out by its name`(
    path: String, matched: String?, content: String
  ) throws {
    try write(["r/\(path)/a": ""])
    let expected = matched.map { "'r/\($0)' holds \(content) (IgnoreFiles=yes)" } ?? ""
    #expect(reason("r/\(path)/a") == expected)
    #expect(reason("r/\(path)") == expected)
    var all = selector { $0.followsIgnoreFiles = false }
    #expect(reason("r/\(path)/a", &all) == "")
  }

  @Test func `Files, roots and folders that a rule includes are no folders that a tool fills`()
    throws
  {
    try write([
      "r/node_modules": "a file", "r/d/node_modules/a/node_modules/b": "", "r/e/node_modules/a": "",
      "r/d/.sittaignore": "!node_modules/", "r/f/node_modules/a/node_modules/b": "",
      "r/f/.ignore": "!/node_modules/",
    ])
    #expect(reason("r/node_modules") == "")
    #expect(reason("r/d/node_modules/a/node_modules/b") == "")
    #expect(reason("r/e/node_modules/a").contains("npm"))
    #expect(reason("r/f/node_modules/a/c") == "")
    #expect(reason("r/f/node_modules/a/node_modules/b").contains("npm"))
    var inner = selector(roots: ["r", "r/e/node_modules"])
    #expect(reason("r/e/node_modules/a", &inner) == "")
  }

  @Test(arguments: [
    ("home = /usr/bin\nversion = 3.11\n", true), ("version=3\r\nhome=/usr\r\n", true),
    ("homes = /usr", false), ("home", false), ("", false),
  ])
  func `A virtual environment of Python is left out, unless a rule or a root includes it`(
    content: String, counts: Bool
  ) throws {
    try write(["r/d/pyvenv.cfg": content, "r/d/e/a": ""])
    let expected =
      counts ? "'r/d' holds a virtual environment of Python (IgnoreFiles=yes)" : ""
    #expect(reason("r/d/e/a") == expected)
    #expect(reason("r/d/pyvenv.cfg") == expected)
    var inner = selector(roots: ["r", "r/d"])
    #expect(reason("r/d/e/a", &inner) == "")
    try write(["r/.sittaignore": "!/d/"])
    #expect(reason("r/d/e/a") == "")
  }

  @Test func `A cache tag that is a link or a FIFO does not count`() throws {
    try write(["tag": "Signature: 8a477f597d28d172789f06886806bc55"])
    for name in ["d", "e"] { try folder["r/\(name)"].makeDirectory() }
    try folder["r/d/CACHEDIR.TAG"].makeSymbolicLink(to: folder["tag"])
    try folder["r/e/CACHEDIR.TAG"].makeFIFO()
    #expect(reason("r/d/a") == "")
    #expect(reason("r/e/a") == "")
  }

  @Test func `No file includes a path again that the configuration leaves out`() throws {
    try write([
      "r/.sittaignore": "!*\n!.*", "r/a.iso": "", "r/.a": "", "r/a.p12": "", "r/own/x": "",
    ])
    #expect(reason("r/a.iso") == "'r/a.iso' matches Exclude=*.iso")
    #expect(reason("r/.a") == "'r/.a' is hidden (Hidden=no)")
    #expect(reason("r/a.p12") == "'r/a.p12' matches '*.p12' and may hold private keys (Secrets=no)")
    #expect(reason("r/own/x") == "'r/own' is the index's own folder")
    #expect(reason("elsewhere") == "it is outside of the indexed folders")
  }

  @Test func `Ignore files can be switched off`() throws {
    try repository("r")
    try write(["r/.gitignore": "a", "r/.ignore": "b", "r/d/.nomedia": ""])
    var selector = selector { $0.followsIgnoreFiles = false }
    for path in ["a", "b", "d/x"] { #expect(reason("r/\(path)", &selector) == "") }
    #expect(selector.reloadRules(for: folder["r/.gitignore"]) == [])
  }

  @Test func `A size above the limit leaves a file out`() throws {
    try write(["r/a": "1234", "r/b": "12345"])
    try folder["r/d"].makeDirectory()
    var selector = selector { $0.sizeLimit = 4 }
    #expect(reason("r/a", &selector) == "")
    #expect(reason("r/b", &selector) == "'r/b' has 5 bytes, more than MaxFileSize=4")
    #expect(reason("r/d", &selector) == "")
  }

  @Test func `A folder on another file system is left out, unless it may be crossed`() throws {
    // The root of all and /proc lie on two file systems on any Linux.
    var rules = SelectionRules(roots: ["/"])
    var selector = FileSelector(rules: rules)
    #expect(selector.verdict(on: "/proc/version") == .excluded(.otherFileSystem("/proc")))
    #expect(selector.verdict(on: "/proc") == .excluded(.otherFileSystem("/proc")))
    rules.staysOnFileSystem = false
    selector = FileSelector(rules: rules)
    #expect(selector.verdict(on: "/proc/version").isIncluded)
    rules = SelectionRules(roots: ["/", "/proc"])
    selector = FileSelector(rules: rules)
    #expect(selector.verdict(on: "/proc/version") == .included(root: "/proc"))
  }

  @Test(arguments: ["large", "folder", "link", "FIFO", "closed"])
  func `A rule file that cannot be read has no rules, and is reported`(kind: String) throws {
    let file = folder["r/.ignore"]
    switch kind {
    case "large": try file.write([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20) + [0x0a])
    case "folder": try file.makeDirectory()
    case "link":
      try folder["x"].write("a")
      try file.makeSymbolicLink(to: folder["x"])
    case "FIFO": try file.makeFIFO()
    default:
      if ProcessEnvironment.user == 0 { return }
      try file.write("a")
      try file.setPermissions(0)
    }
    var selector = selector()
    #expect(reason("r/a", &selector) == "")
    let unreadable = selector.takeUnreadable()
    #expect(Array(unreadable.keys) == [file])
    #expect(selector.takeUnreadable() == [:])
  }
}
