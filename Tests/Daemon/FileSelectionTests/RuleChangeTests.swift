import FileSelection
import LinuxSystem
import TestSupport
import Testing

/// Rule files change, and the selector reloads them after each change.
struct RuleChangeTests {
  let folder: TemporaryDirectory
  var selector: FileSelector

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["r/d/e", "r/.git/info", "home", "r/left"] { try folder[name].makeDirectory() }
    selector = FileSelector(
      rules: SelectionRules(roots: [folder["r"]]),
      gitPaths: GitPaths(home: folder["home"], system: folder["home/system"]))
  }

  func names(_ path: String) throws -> [[UInt8]] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: folder[path])).names
  }

  /// Lists folders as a crawl does, from the top down.
  mutating func crawl() throws {
    for path in ["r", "r/d", "r/d/e", "r/left"] {
      _ = selector.selection(in: folder[path], listing: try names(path))
    }
  }

  mutating func includes(_ path: String) -> Bool {
    selector.verdict(on: folder[path]).isIncluded
  }

  mutating func changes(of path: String) -> [FilePath] {
    selector.reloadRules(for: folder[path])
  }

  @Test(
    arguments: [
      ("r/.gitignore", "a", "r", "r/d/e/a"), ("r/d/.gitignore", "a", "r/d", "r/d/e/a"),
      ("r/d/.ignore", "a", "r/d", "r/d/e/a"), ("r/d/.sittaignore", "a", "r/d", "r/d/a"),
      ("r/d/.nomedia", "", "r/d", "r/d/e/a"), ("r/d/.trackerignore", "", "r/d", "r/d/a"),
      (
        "r/d/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55", "r/d", "r/d/a"
      ),
      ("r/d/pyvenv.cfg", "home = /usr", "r/d", "r/d/e/a"),
      ("r/.git/info/exclude", "a", "r", "r/a"), ("home/.config/git/ignore", "a", "r", "r/d/a"),
    ])
  mutating func `A rule that is added or removed takes effect at once`(
    file: String, text: String, scope: String, path: String
  ) throws {
    try crawl()
    #expect(includes(path))
    #expect(changes(of: file) == [])
    try folder[file].write(text)
    #expect(changes(of: file) == [folder[scope]])
    #expect(!includes(path))
    #expect(changes(of: file) == [], "The rules have not changed since.")
    try folder[file].removeFile()
    #expect(changes(of: file) == [folder[scope]])
    #expect(includes(path))
  }

  @Test mutating func `A line without a new pattern changes nothing`() throws {
    try folder["r/.ignore"].write("a\n")
    try crawl()
    try folder["r/.ignore"].write("a  \n# more\n")
    #expect(changes(of: "r/.ignore") == [])
    try folder["r/.ignore"].write("a\nb\n")
    #expect(changes(of: "r/.ignore") == [folder["r"]])
  }

  @Test mutating func `A repository that is created or removed changes the effect of .gitignore`()
    throws
  {
    try folder["r/.git"].removeTree()
    try folder["r/.gitignore"].write("a")
    try crawl()
    #expect(includes("r/d/a"))
    try folder["r/.git"].makeDirectory()
    #expect(changes(of: "r/.git") == [folder["r"]])
    #expect(!includes("r/d/a"))
    try folder["r/.git"].removeTree()
    #expect(changes(of: "r/.git") == [folder["r"]])
    #expect(includes("r/d/a"))
  }

  @Test mutating func `Another core.excludesFile is a new file to watch`() throws {
    try folder["home/mine"].write("a")
    try crawl()
    let first = selector.takeNewSources()
    let expected = [
      "r/.git/config", "r/.git/info/exclude", "home/system", "home/.gitconfig",
      "home/.config/git/config", "home/.config/git/ignore",
    ]
    #expect(first == Set(expected.map { folder[$0] }))
    #expect(selector.takeNewSources() == [])
    try folder["r/.git/config"].write("[core]\nexcludesfile=\(folder["home/mine"])")
    #expect(changes(of: "r/.git/config") == [folder["r"]])
    #expect(selector.takeNewSources() == [folder["home/mine"]])
    #expect(!includes("r/a"))
    try folder["home/mine"].write("b")
    #expect(changes(of: "home/mine") == [folder["r"]])
    #expect(includes("r/a"))
  }

  @Test mutating func `Rule files in excluded folders or outside of the roots change nothing`()
    throws
  {
    try folder["r/.ignore"].write("left")
    try crawl()
    for path in ["r/left/.ignore", "o/.ignore", ".ignore"] {
      try folder[path].write("a")
      #expect(changes(of: path) == [])
    }
    #expect(changes(of: "r/d/a") == [])
  }

  @Test mutating func `A listing finds a change of rules that was not reported`() throws {
    try crawl()
    let before = selector.selection(in: folder["r/d"], listing: try names("r/d"))
    #expect(!before.hasChanged)
    #expect(before.selection?.hasIgnoreFiles == false)
    try folder["r/d/.ignore"].write("e")
    let after = selector.selection(in: folder["r/d"], listing: try names("r/d"))
    #expect(after.hasChanged)
    #expect(after.selection?.hasIgnoreFiles == true)
    #expect(after.selection?.verdict(on: [0x65], isFolder: true).isIncluded == false)
    #expect(!includes("r/d/e/a"))
    #expect(changes(of: "r/d/.ignore") == [])
  }

  @Test mutating func `Rules that were read for another path still count as a change`() throws {
    try folder["r/d/.ignore"].write("a")
    #expect(!includes("r/d/a"))
    #expect(changes(of: "r/d/.ignore") == [folder["r/d"]], "The folder has not been compared yet.")
    #expect(changes(of: "r/d/.ignore") == [])
  }

  @Test mutating func `A renamed folder keeps its rules`() throws {
    try folder["r/d/.ignore"].write("a")
    try crawl()
    try folder["r/d"].rename(to: folder["r/f"])
    let before = selector.forget(folder["r/d"])
    #expect(before)
    let after = selector.forget(folder["r/d"])
    #expect(!after)
    #expect(!includes("r/f/a"))
    try folder["r/d"].makeDirectory()
    #expect(includes("r/d/a"))
  }

  @Test mutating func `A file that a repository names stays known after its folder is gone`() throws
  {
    try folder["r/left/mine"].write("a")
    try folder["home/.gitconfig"].write("[core]\nexcludesfile=\(folder["r/left/mine"])")
    try crawl()
    #expect(!includes("r/a"))
    try folder["r/left"].removeTree()
    selector.forget(folder["r/left"])
    #expect(changes(of: "r/left/mine") == [folder["r"]])
    #expect(includes("r/a"))
  }

  @Test mutating func `A file that two repositories name decides about the one that is left`()
    throws
  {
    try folder["r/d/.git/info"].makeDirectory()
    try crawl()
    selector.forget(folder["r/d"])
    try folder["home/.config/git/ignore"].write("a")
    #expect(changes(of: "home/.config/git/ignore") == [folder["r"]])
    try crawl()
    #expect(!includes("r/a") && !includes("r/d/a"))
    try folder["home/.config/git/ignore"].write("b")
    #expect(changes(of: "home/.config/git/ignore") == [folder["r"], folder["r/d"]])
    #expect(includes("r/a") && includes("r/d/a") && !includes("r/d/b"))
  }

  @Test mutating func `More folders than the cache holds are resolved`() throws {
    try folder["r/.ignore"].write("x")
    try crawl()
    for number in 0..<12_000 {
      _ = selector.selection(in: folder["r/n\(number)"], listing: [])
    }
    #expect(!includes("r/d/e/x"))
    #expect(includes("r/d/e/y"))
  }
}
