import LinuxSystem
import TestSupport
import Testing

/// `sitta integrate` in a home of its own, and the files that it writes for the programs.
@Suite(.timeLimit(.minutes(15)))
struct IntegrateTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  private func sitta(_ arguments: [String], _ variables: [String] = []) throws
    -> ChildProcess.Report
  {
    try run(
      Binary.sitta.path, arguments, ["HOME=\(home.path)", "PATH=/nowhere"] + variables,
      in: home.path)
  }

  private func run(
    _ program: FilePath, _ arguments: [String], _ environment: [String], in folder: FilePath
  ) throws -> ChildProcess.Report {
    try ChildProcess.run(
      ChildProcess.Command(
        program, arguments.map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) },
        directory: folder),
      until: .now + .seconds(60))
  }

  // MARK: - The file

  @Test func `A file is written once, and removed only unchanged`() throws {
    let file = home[".config/nvim/plugin/sitta.vim"]
    let written = try sitta(["integrate", "neovim"])
    #expect(written.ending == .exited(0), "\(written.errorText)")
    #expect(written.outputText == "Wrote '\(file)'.\nRestart Neovim.\n")
    let printed = try sitta(["integrate", "--print", "neovim"]).outputText
    #expect(try file.text().hasPrefix(printed))
    #expect(try file.text().dropFirst(printed.count).hasPrefix("\" Unchanged since"))
    #expect(try FileStatus(of: file).permissions & 0o700 == 0o600)
    #expect(try sitta(["integrate", "neovim"]).errorText.contains("is there already"))
    #expect(try sitta(["integrate", "--remove", "neovim"]).outputText == "Removed '\(file)'.\n")
    #expect(!file.exists)
    #expect(try sitta(["integrate", "--remove", "neovim"]).ending == .exited(1))
  }

  @Test func `What is printed is known again, too`() throws {
    let file = home[".config/nvim/plugin/sitta.vim"]
    try file.write(sitta(["integrate", "--print", "neovim"]).outputText)
    #expect(try sitta(["integrate", "neovim"]).errorText.contains("is there already"))
    #expect(try sitta(["integrate", "--remove", "neovim"]).outputText == "Removed '\(file)'.\n")
  }

  @Test func `What an earlier version wrote is replaced or removed`() throws {
    let file = home["d/kio_filenamesearch/kio-filenamesearch-grep"]
    let variables = ["XDG_DATA_HOME=\(home["d"])"]
    let earlier = """
      #!/bin/sh
      # Unchanged since 'sitta integrate' wrote it: c272594ba4931154

      """
    try file.write(earlier)
    let replaced = try sitta(["integrate", "dolphin"], variables)
    #expect(replaced.outputText.hasPrefix("Replaced '\(file)'"), "\(replaced.errorText)")
    #expect(try file.text().hasPrefix(sitta(["integrate", "--print", "dolphin"]).outputText))
    #expect(try FileStatus(of: file).permissions & 0o700 == 0o700)
    try file.write(earlier)
    let removed = try sitta(["integrate", "--remove", "dolphin"], variables)
    #expect(removed.outputText == "Removed '\(file)'.\n")
  }

  @Test func `A file of the person stays as it is`() throws {
    let file = home[".config/nvim/plugin/sitta.vim"]
    let printed = try sitta(["integrate", "--print", "neovim"]).outputText
    _ = try sitta(["integrate", "neovim"])
    let written = try file.text()
    let changed = written.replacing("Sitta", with: "Seek", maxReplacements: 1)
    for text in ["", "\" Mine.\n", printed + "x", written + "x\n", changed] {
      try file.write(text)
      for option in [[], ["--remove"]] {
        let report = try sitta(["integrate"] + option + ["neovim"])
        #expect(report.ending == .exited(4))
        #expect(report.errorText.contains("it stays as it is"), "\(report.errorText)")
        #expect(try file.text() == text)
      }
    }
  }

  @Test func `An extension of two files is written and removed as one`() throws {
    let folder = home[".local/share/ulauncher/extensions/sitta"]
    let files = ["main.py", "manifest.json"].map { folder.appending($0) }
    #expect(try sitta(["integrate", "ulauncher"]).ending == .exited(0))
    #expect(files.allSatisfy { $0.exists })
    let manifest = try files[1].text()
    try files[1].write(manifest + " ")
    for option in [[], ["--remove"]] {
      #expect(try sitta(["integrate"] + option + ["ulauncher"]).ending == .exited(4))
      #expect(try files[1].text() == manifest + " ")
    }
    try files[1].write(manifest)
    #expect(try sitta(["integrate", "--remove", "ulauncher"]).ending == .exited(0))
    #expect(!files.contains { $0.exists })
    // A manifest alone is that of somebody else.
    try files[1].write("{}\n")
    #expect(try sitta(["integrate", "ulauncher"]).ending == .exited(4))
    #expect(!files[0].exists)
  }

  @Test func `The folders of the variables are used, and a script can be run`() throws {
    let variables = ["XDG_DATA_HOME=\(home["d"])", "XDG_CONFIG_HOME=\(home["c"])"]
    #expect(try sitta(["integrate", "dolphin"], variables).ending == .exited(0))
    #expect(try sitta(["integrate", "fish"], variables).ending == .exited(0))
    let script = home["d/kio_filenamesearch/kio-filenamesearch-grep"]
    #expect(try FileStatus(of: script).permissions & 0o700 == 0o700)
    #expect(home["c/fish/conf.d/sitta.fish"].exists)
    #expect(!home[".local"].exists && !home[".config"].exists)
  }

  @Test func `Without a name the programs are listed, and a shell's line is told`() throws {
    let list = try sitta(["integrate"]).outputText
    #expect(list.split(separator: "\n").count == 13)
    #expect(list.contains("\ndolphin    Dolphin's search"))
    let line = "    eval \"$(sitta integrate --print bash)\"\n"
    #expect(try sitta(["integrate", "bash"]).outputText.hasSuffix(line))
    #expect(try sitta(["integrate", "--remove", "bash"]).outputText.hasPrefix("Remove this line"))
  }

  // MARK: - Key bindings

  /// A file name that a line of the shell has to keep: only quotes keep it together.
  private static let name: [UInt8] =
    Array("/a b/-$(touch owned)`touch owned`'\"\\\n\t;*{x}~#é".utf8) + [0xff]

  @Test(
    arguments: [
      (
        "/bin/bash", "bash",
        """
        READLINE_LINE='ls |end' READLINE_POINT=3; __sitta_pick
        [ "$READLINE_LINE" = "${READLINE_LINE:0:READLINE_POINT}|end" ] || exit 5
        eval "set -- ${READLINE_LINE%|end}"; printf %s "$2"
        """
      ),
      (
        "/usr/bin/zsh", "zsh",
        """
        zle() { : }; LBUFFER='ls '; sitta-pick-widget; eval "set -- $LBUFFER"; printf %s "$2"
        """
      ),
      (
        "/usr/bin/fish", "fish",
        """
        function commandline; if test $argv[1] = --insert; set -g line (string join '' $argv[3..]); end; end
        __sitta_pick; eval "printf %s $line"
        """
      ),
    ].filter { Tool.exists($0.0) })
  func `A key inserts the path as one word of the shell`(
    shell: String, name: String, script: String
  ) throws {
    try home["path"].write(Self.name + [0])
    try home["bin/sitta-pick"].writeProgram(
      "#!/bin/sh\n[ \"$*\" = '--print --null' ] && exec cat '\(home["path"])'\n")
    let keys = home["keys"]
    try keys.write(try sitta(["integrate", "--print", name]).outputText)
    // A widget's program has the terminal, and a test has none.
    if name == "zsh" { try keys.write(keys.text().replacing("< /dev/tty", with: "")) }
    let report = try run(
      #require(FilePath(absolute: shell)), ["-c", "source '\(keys)'\n\(script)"],
      ["HOME=\(home.path)", "PATH=\(home["bin"]):/usr/bin:/bin", "LC_ALL=C.UTF-8"], in: home.path)
    #expect(report.errorText == "")
    #expect(report.output == Self.name)
    #expect(!home["owned"].exists)
  }

  @Test(
    arguments: [
      ("/bin/bash", ["--norc", "-i", "-c"], "bash", "bind -X", "\"\\ei\""),
      ("/usr/bin/zsh", ["-f", "-i", "-c"], "zsh", "bindkey '^[i'", "sitta-pick-widget"),
      ("/usr/bin/fish", ["-i", "-c"], "fish", "bind \\ei", "__sitta_pick"),
    ].filter { Tool.exists($0.0) })
  func `The key is bound in a shell with a terminal`(
    shell: String, options: [String], name: String, question: String, answer: String
  ) throws {
    let keys = home["keys"]
    try keys.write(try sitta(["integrate", "--print", name]).outputText)
    let words = options + ["source '\(keys)'; \(question)"]
    let terminal = try PseudoTerminal(
      running: ChildProcess.Command(
        #require(FilePath(absolute: shell)), words.map { Array($0.utf8) },
        environment: ["HOME=\(home.path)", "PATH=/usr/bin:/bin", "TERM=xterm"].map {
          Array($0.utf8)
        }))
    let text = try terminal.read()
    #expect(text.contains(answer), "\(text)")
  }
}

// MARK: - With a daemon

/// The files that `sitta integrate` writes, used with files of a daemon.
@Suite(.timeLimit(.minutes(15)))
struct IntegratedSearchTests {
  let daemon: RunningDaemon
  private let inside: FilePath

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    inside = daemon.files.appending("in side")
    try inside.appending(Array("a\nb".utf8)).write("the frost\n")
    try inside.appending("deep").appending("c.txt").write("one\nnot frost alone\n")
    try daemon.files.appending("outside.txt").write("the frost and the thaw\n")
    try daemon.home["bin/sitta"].writeProgram(
      "#!/bin/sh\nexec '\(try Binary.sitta.path)' --socket \"${SOCKET-\(daemon.socket)}\" \"$@\"\n")
    _ = try daemon.listed()
  }

  private var environment: [String] {
    [
      "HOME=\(daemon.home.path)", "PATH=\(daemon.home["bin"]):/usr/bin:/bin",
      "XDG_DATA_DIRS=/nowhere",
    ]
  }

  /// Runs the hook of Dolphin as KDE's worker does.
  private func dolphin(
    _ arguments: [String], in folder: FilePath, _ variables: [String] = []
  ) throws -> ChildProcess.Report {
    let script = daemon.home[".local/share/kio_filenamesearch/kio-filenamesearch-grep"]
    if !script.exists { _ = try integrate("dolphin") }
    return try ChildProcess.run(
      ChildProcess.Command(
        script, arguments.map { Array($0.utf8) },
        environment: (environment + variables).map { Array($0.utf8) }, directory: folder),
      until: .now + .seconds(60))
  }

  private func integrate(_ name: String) throws -> FilePath {
    let report = try ChildProcess.run(
      ChildProcess.Command(
        Binary.sitta.path, ["integrate", name].map { Array($0.utf8) },
        environment: environment.map { Array($0.utf8) }),
      until: .now + .seconds(60))
    try #require(report.ending == .exited(0), "\(report.errorText)")
    let path = try #require(report.outputText.split(separator: "'").dropFirst().first)
    return try #require(FilePath(absolute: String(path)))
  }

  @Test(arguments: ["frost", "frost OR thaw", "(frost OR thaw)", "frost) OR (thaw"])
  func `Dolphin gets the paths of its folder alone`(text: String) throws {
    let report = try dolphin(["--run", text], in: inside)
    #expect(report.ending == .exited(0), "\(report.errorText)")
    let paths = report.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(paths.sorted() == ["\(inside.utf8 ?? "")/a\nb", "\(inside)/deep/c.txt"].sorted())
    #expect(report.output.last == 0)
  }

  @Test func `Nothing found is a good end, and an option-like text is only a text`() throws {
    #expect(try dolphin(["--check"], in: inside).ending == .exited(0))
    for text in ["unheard", "--help", "$(touch owned)"] {
      let report = try dolphin(["--run", text], in: inside)
      #expect(report.ending == .exited(0), "\(text): \(report.errorText)")
      #expect(report.output == [])
    }
    #expect(!inside.appending("owned").exists)
  }

  @Test func `Without a daemon, or in a folder that is not indexed, KDE searches`() throws {
    let nobody = ["SOCKET=/nowhere/socket"]
    for call in [["--check"], ["--run", "frost"]] {
      #expect(try dolphin(call, in: inside, nobody).ending == .exited(127))
    }
    #expect(try dolphin(["--run", "frost"], in: daemon.home["bin"]).ending == .exited(127))
    // The script of KDE goes first.
    let data = daemon.home["kde"]
    try data.appending("kio_filenamesearch").appending("kio-filenamesearch-grep").writeProgram(
      "#!/bin/sh\nprintf '%s|' \"$@\"\n")
    let report = try dolphin(
      ["--run", "a b"], in: inside, nobody + ["XDG_DATA_DIRS=/nowhere:\(data)"])
    #expect(report.outputText == "--run|a b|")
  }

  // MARK: - Launchers

  /// A menu that answers with a text at first, and then with the line that has another text.
  private func menu(_ name: String, query: String, choice: String) throws {
    try daemon.home["bin/\(name)"].writeProgram(
      """
      #!/bin/sh
      cd '\(daemon.home.path)'
      [ -e asked ] && exec grep -F '\(choice)'
      touch asked
      echo '\(query)'

      """)
  }

  /// Has `sitta open` write down its arguments instead.
  private func recordOpening() throws {
    try daemon.home["bin/sitta"].writeProgram(
      """
      #!/bin/sh
      [ "$1" != open ] || { printf '%s|' "$@" > '\(daemon.home["opened"])'; exit; }
      exec '\(try Binary.sitta.path)' --socket '\(daemon.socket)' "$@"

      """)
  }

  private func run(_ program: FilePath, _ words: [String] = [], _ variables: [String] = []) throws
    -> ChildProcess.Report
  {
    try ChildProcess.run(
      ChildProcess.Command(
        program, words.map { Array($0.utf8) },
        environment: (environment + variables).map { Array($0.utf8) }),
      until: .now + .seconds(60))
  }

  @Test(arguments: [("fuzzel", "fros", "c.txt", "deep/c.txt"), ("wofi", "fros", "a\\nb", "a%0Ab")])
  func `A menu asks for words, lists documents, and the chosen one opens`(
    name: String, query: String, choice: String, path: String
  ) throws {
    try recordOpening()
    try menu(name, query: query, choice: choice)
    let report = try run(integrate(name))
    #expect(report.ending == .exited(0), "\(report.errorText)")
    let opened = try daemon.home["opened"].text()
    #expect(opened.hasPrefix("open|--prefixes|last|--file|file:///"), "\(opened)")
    #expect(opened.hasSuffix("/\(path)|--|\(query)|"), "\(opened)")
  }

  @Test(arguments: [("unheard", "Nothing was found."), ("", "nothing"), ("=", "sitta")])
  func `A menu opens nothing without a hit`(query: String, choice: String) throws {
    try recordOpening()
    try menu("fuzzel", query: query, choice: choice)
    #expect(try run(integrate("fuzzel")).ending == .exited(0))
    #expect(!daemon.home["opened"].exists)
  }

  @Test func `rofi gets rows with the URI, and calls the mode again with it`() throws {
    try recordOpening()
    let opened = daemon.home["opened"]
    try Tool.run("/usr/bin/mkfifo", "\(opened)")
    let mode = try integrate("rofi")
    #expect(try run(mode).outputText == "\0prompt\u{1f}Sitta\n")
    let listed = try run(mode, ["frost deep"], ["ROFI_RETV=2"]).outputText
    let row = try #require(listed.split(separator: "\n").first { $0.hasPrefix("c.txt") })
    let parts = row.split(separator: "\0info\u{1f}")
    #expect(parts.count == 2 && parts[1].hasSuffix("/deep/c.txt frost deep"), "\(listed)")
    let none = try run(mode, ["unheard"], ["ROFI_RETV=2"]).outputText
    #expect(none.hasSuffix("Nothing was found.\0nonselectable\u{1f}true\n"), "\(none)")
    _ = try run(mode, [String(parts[0])], ["ROFI_RETV=1", "ROFI_INFO=\(parts[1])"])
    // A program that rofi does not wait for opens the document.
    #expect(try Tool.run("/bin/cat", "\(opened)").hasSuffix("/deep/c.txt|--|frost deep|"))
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/vim")))
  func `Vim lists the lines of the matches`() throws {
    _ = try integrate("vim")
    let list = daemon.home["list"]
    let words = [
      "-e", "-s", "-N", "-u", "NONE", "--cmd", "set rtp^=~/.vim", "-c", "runtime plugin/sitta.vim",
      "-c", "Sitta '; touch owned; ' | !touch owned", "-c", "Sitta alone frost",
      "-c", "call writefile(map(getqflist(), 'bufname(v:val.bufnr).\":\".v:val.lnum'), '\(list)')",
      "-c", "qa!",
    ]
    _ = try ChildProcess.run(
      ChildProcess.Command(
        "/usr/bin/vim", words.map { Array($0.utf8) },
        environment: (environment + ["SHELL=/bin/sh"]).map { Array($0.utf8) }, directory: inside),
      until: .now + .seconds(60))
    #expect(!inside.appending("owned").exists)
    #expect(try list.text().contains("deep/c.txt:2\n"))
  }
}
