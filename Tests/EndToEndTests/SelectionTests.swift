import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Excluded files leave the index at once, and included ones come.
@Suite(.timeLimit(.minutes(15)))
struct SelectionTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  func write(_ names: String...) throws {
    for name in names { try daemon.home["files/\(name)"].write("word") }
  }

  /// The documents, by their paths below `files`, in byte order.
  func listed(_ daemon: RunningDaemon? = nil) throws -> [String] {
    let daemon = daemon ?? self.daemon
    let start = "\(daemon.files)/".count
    return try daemon.listed().sorted().map { String("\($0)".dropFirst(start)) }
  }

  @Test(arguments: [".gitignore", ".ignore", ".sittaignore", ".git/info/exclude"])
  func `A pattern takes effect when it is written, and when it is gone`(file: String) throws {
    let file = daemon.home["files/\(file)"]
    try daemon.home["files/.git"].makeDirectory()
    try write("a.log", "a.txt", "d/b.log", "d/b.txt", "build/c.txt", "build/d/e.txt")
    #expect(
      try listed()
        == ["a.log", "a.txt", "build/c.txt", "build/d/e.txt", "d/b.log", "d/b.txt"])
    try file.write("*.log\n/build/\n")
    #expect(try listed() == ["a.txt", "d/b.txt"])
    try write("c.log", "c.txt", "build/d/f.txt", "d/e/g.log")
    #expect(try listed() == ["a.txt", "c.txt", "d/b.txt"])
    try file.save("*.log\n!b.log\n")
    #expect(
      try listed()
        == [
          "a.txt", "build/c.txt", "build/d/e.txt", "build/d/f.txt", "c.txt", "d/b.log", "d/b.txt",
        ])
    try file.removeFile()
    #expect(try listed().count == 10)
    try write("build/d/h.txt")
    #expect(try listed().count == 11)
  }

  @Test func `The user's own patterns for git take effect at once`() throws {
    try write("r/a.log", "r/b.txt", "c.log")
    try daemon.home["files/r/.git"].makeDirectory()
    #expect(try listed() == ["c.log", "r/a.log", "r/b.txt"])
    try daemon.home[".config/git/ignore"].write("*.log")
    #expect(try listed() == ["c.log", "r/b.txt"])
    try daemon.home["mine"].write("*.txt")
    try daemon.home[".gitconfig"].write("[core]\nexcludesFile = ~/mine\n")
    #expect(try listed() == ["c.log", "r/a.log"])
    try daemon.home["mine"].append("\n*.log\n")
    #expect(try listed() == ["c.log"])
    try daemon.home["files/r/.git"].removeTree()
    #expect(try listed() == ["c.log", "r/a.log", "r/b.txt"])
  }

  @Test(
    arguments: [
      (".nomedia", ""), (".trackerignore", ""),
      ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
    ])
  func `A marked folder goes, and comes back without its marker`(
    name: String, content: String
  ) throws {
    let marker = daemon.home["files/d/\(name)"]
    try write("a", "d/b", "d/e/c")
    #expect(try listed() == ["a", "d/b", "d/e/c"])
    try marker.write(content)
    #expect(try listed() == ["a"])
    try write("d/f", "d/g/h")
    #expect(try listed() == ["a"])
    try marker.removeFile()
    #expect(try listed() == ["a", "d/b", "d/e/c", "d/f", "d/g/h"])
    try write("d/e/i")
    #expect(try listed().contains("d/e/i"))
  }

  @Test func `Folders that tools fill are left out, and the line that explain names includes them`()
    throws
  {
    try write("a", "node_modules/b", "venv/c", "venv/lib/d")
    try daemon.home["files/venv/pyvenv.cfg"].write("home = /usr/bin\n")
    #expect(try listed() == ["a"])
    let reply = try daemon.connectDirectly().explain(
      .init(path: daemon.home["files/node_modules/b"].uri))
    #expect(reply.rule.reason == .pattern)
    #expect(
      reply.steps.contains { $0.remedy?.contains("'!/node_modules/' at the end of") == true })
    try daemon.home["files/.sittaignore"].write("!/node_modules/\n!/venv/\n")
    #expect(try listed() == ["a", "node_modules/b", "venv/c", "venv/lib/d", "venv/pyvenv.cfg"])
    try daemon.home["files/.sittaignore"].removeFile()
    #expect(try listed() == ["a"])
  }

  @Test func `A folder that is renamed comes under other rules`() throws {
    try daemon.home["files/.ignore"].write("/out/\n/in/*.log\n")
    try write("out/a.txt", "other/a.log", "other/a.txt")
    #expect(try listed() == ["other/a.log", "other/a.txt"])
    let files = daemon.files
    try files.appending("other").rename(to: files.appending("in"))
    #expect(try listed() == ["in/a.txt"])
    try files.appending("out").rename(to: files.appending("other"))
    #expect(try listed() == ["in/a.txt", "other/a.txt"])
    try files.appending("in").rename(to: files.appending("out"))
    #expect(try listed() == ["other/a.txt"])
    try files.appending("out").rename(to: files.appending("back"))
    #expect(try listed() == ["back/a.log", "back/a.txt", "other/a.txt"])
  }

  @Test func `A repository that is renamed is followed to its new place`() throws {
    try daemon.home["files/r/.git/info"].makeDirectory()
    try write("r/a.log", "r/a.txt")
    #expect(try listed() == ["r/a.log", "r/a.txt"])
    try daemon.files.appending("r").rename(to: daemon.files.appending("s"))
    #expect(try listed() == ["s/a.log", "s/a.txt"])
    try daemon.home["files/s/.git/info/exclude"].write("*.log")
    #expect(try listed() == ["s/a.txt"])
  }

  @Test func `Rules that changed while the daemon was away are followed`() throws {
    try write("a.log", "a.txt", "d/b.txt")
    #expect(try listed() == ["a.log", "a.txt", "d/b.txt"])
    #expect(try daemon.terminate().ending == .exited(0))
    try daemon.home["files/.ignore"].write("*.log")
    try daemon.home["files/d/.nomedia"].write("")
    let next = try RunningDaemon(in: daemon.home)
    #expect(try listed(next) == ["a.txt"])
  }

  @Test func `A work tree that begins above a root is noticed at the next start`() throws {
    let home = try TemporaryDirectory()
    let root = home["work/files"]
    let (log, text) = (root.appending("a.log"), root.appending("a.txt"))
    for file in [log, text] { try file.write("word") }
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.listed() == [log, text])
    try home["work/.gitignore"].write("*.log\n")
    try home["work/.git"].makeDirectory()
    #expect(try daemon.terminate().ending == .exited(0))
    let next = try RunningDaemon(in: home, roots: [root])
    #expect(try next.listed() == [text])
    // From then on its rules are followed at once, like rules below the root.
    try home["work/.gitignore"].write("*.txt\n")
    #expect(try next.listed() == [log])
  }

  @Test func `The configuration has the last word`() throws {
    let home = try TemporaryDirectory()
    for name in [".ignore", "a.txt", ".hidden", "id_rsa", "large", ".git/x"] {
      try home["files/\(name)"].write(name == "large" ? "12345678" : "a.txt")
    }
    func listed(_ lines: String) throws -> [String] {
      let daemon = try RunningDaemon(in: home, configuration: "[Index]\n\(lines)\n")
      defer { #expect(throws: Never.self) { try daemon.terminate() } }
      return try self.listed(daemon)
    }
    #expect(try listed("") == ["large"])
    #expect(try listed("IgnoreFiles=no\nSecrets=yes") == ["a.txt", "id_rsa", "large"])
    #expect(try listed("Hidden=yes\nMaxFileSize=5") == [".hidden", ".ignore"])
    #expect(try listed("IgnoreFiles=no\nHidden=yes\nExclude=.git\nMaxFileSize=5").contains("a.txt"))
  }

  @Test func `A file that grows beyond the limit goes, and comes back smaller`() throws {
    let home = try TemporaryDirectory()
    let daemon = try RunningDaemon(in: home, configuration: "[Index]\nMaxFileSize=10\n")
    let file = daemon.files.appending("a")
    try file.write("0123456789")
    #expect(try listed(daemon) == ["a"])
    try file.append("x")
    #expect(try listed(daemon) == [])
    try file.save("short")
    #expect(try listed(daemon) == ["a"])
  }

  @Test func `A root inside a folder that is left out stays`() throws {
    let home = try TemporaryDirectory()
    for name in ["files/d/a", "files/d/e/b", "files/.h/i/c", "files/.h/x"] {
      try home[name].write("")
    }
    let daemon = try RunningDaemon(
      in: home, roots: ["files", "files/d/e", "files/.h/i"].map { home[$0] })
    #expect(try listed(daemon) == [".h/i/c", "d/a", "d/e/b"])
    try home["files/.ignore"].write("d")
    #expect(try listed(daemon) == [".h/i/c", "d/e/b"])
    for name in ["files/d/e/f", "files/.h/i/g"] { try home[name].write("") }
    #expect(try listed(daemon) == [".h/i/c", ".h/i/g", "d/e/b", "d/e/f"])
    try home["files/.ignore"].removeFile()
    #expect(try listed(daemon) == [".h/i/c", ".h/i/g", "d/a", "d/e/b", "d/e/f"])
  }

  @Test func `The status counts what is left out, by rule`() throws {
    func leftOut() throws -> [ExclusionRule: Int] {
      let status = try daemon.waitForStatus { $0.state == .idle }
      return Dictionary(
        uniqueKeysWithValues: (status.leftOut ?? []).map { ($0.rule, $0.count) })
    }
    // The folder comes as a whole: excluded entries are counted when a folder is compared.
    for name in [".b", ".c", "node_modules/e.txt", "node_modules/f.txt", "id_rsa"] {
      try daemon.home["outside/d/\(name)"].write("")
    }
    try daemon.home["outside/d"].rename(to: daemon.home["files/d"])
    try write("a.txt")
    #expect(try listed() == ["a.txt"])
    #expect(try leftOut() == [.hidden: 2, .toolFolder: 1, .secret: 1])
    try write("d/x.log", "d/y.log")
    #expect(try listed() == ["a.txt", "d/x.log", "d/y.log"])
    try daemon.home["files/d/.ignore"].write("*.log\n")
    #expect(try listed() == ["a.txt"])
    #expect(try leftOut() == [.hidden: 3, .toolFolder: 1, .secret: 1, .ignored: 2])
    try daemon.home["files/d"].removeTree()
    #expect(try listed() == ["a.txt"])
    #expect(try leftOut() == [:])
  }
}
