import LinuxSystem
import TestSupport
import Testing

/// The completions of shells from a daemon: words of the index and roots.
@Suite(.timeLimit(.minutes(15)))
struct ShellCompletionTests {
  let daemon: RunningDaemon
  private let share: FilePath

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    share = SourceTree.root.appending("share")
    try daemon.files.appending("note.md").write(
      "The nuthatch, nuthatches; nuthatch$(touch owned) `touch owned` C++ €\n")
    try daemon.home["bin/sitta"].writeProgram(
      "#!/bin/sh\nexec '\(try Binary.sitta.path)' --socket '\(daemon.socket)' \"$@\"\n")
    _ = try daemon.listed()
  }

  private func environment(path: FilePath? = nil) -> [[UInt8]] {
    [
      "HOME=\(daemon.home.path)", "XDG_CONFIG_HOME=\(daemon.home.path)", "TERM=xterm",
      "PATH=\(path ?? daemon.home["bin"]):/usr/bin:/bin", "LC_ALL=C.UTF-8",
    ].map { Array($0.utf8) }
  }

  /// The candidates of a shell, in order.
  private func offered(
    _ shell: String, _ script: String, _ words: [String], path: FilePath? = nil
  ) throws -> [String] {
    let report = try ChildProcess.run(
      ChildProcess.Command(
        try #require(FilePath(absolute: shell)), (["-c", script] + words).map { Array($0.utf8) },
        environment: environment(path: path), directory: daemon.home.path),
      until: .now + .seconds(60))
    #expect(report.errorText == "")
    return report.outputText.split(separator: "\n").map(String.init).sorted()
  }

  private func bash(_ words: [String], path: FilePath? = nil) throws -> [String] {
    let script = """
      set -u; . '\(share)/bash-completion/completions/sitta'
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _sitta
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try offered("/bin/bash", script, ["bash"] + words, path: path)
  }

  private func fish(_ line: String, path: FilePath? = nil) throws -> [String] {
    let script =
      "source '\(share)/fish/vendor_completions.d/sitta.fish'; complete -C '\(line)'"
    return try offered("/usr/bin/fish", script, [], path: path)
      .map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `bash offers words of the index and roots`() throws {
    #expect(try bash(["sitta", "search", "nuth"]) == ["nuthatch", "nuthatches"])
    #expect(try bash(["sitta", "count", "Nuthatche"]) == ["nuthatches"])
    #expect(try bash(["sitta", "search", "unheard"]) == [])
    #expect(try bash(["sitta", "remove-root", ""]) == ["\(daemon.files)"])
    #expect(try bash(["sitta", "remove-root", "~/fi"]) == ["\(daemon.files)"])
    #expect(try bash(["sitta", "remove-root", "/nowhere"]) == [])
    #expect(!daemon.home["owned"].exists)
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/fish")))
  func `fish offers words of the index and roots`() throws {
    #expect(try fish("sitta search nuth") == ["nuthatch", "nuthatches"])
    #expect(try fish("sitta search -n 5 nuth") == ["nuthatch", "nuthatches"])
    #expect(try fish("sitta remove-root ") == ["\(daemon.files)"])
  }

  @Test(
    .enabled(if: Tool.exists("/usr/bin/zsh")),
    arguments: [
      ("sitta search nuthatche", "sitta search nuthatches"),
      ("sitta search Nuthatche", "sitta search nuthatches"),
      // Between options there are no words of files.
      ("sitta search --nuthatche", "sitta search --nuthatche"),
      ("sitta search --all-cop", "sitta search --all-copies"),
      ("sitta search -type:presen", "sitta search -type:presentation"),
      ("sitta search ty", "sitta search type:"), ("sitta search in:fil", "sitta search in:files/"),
      ("sitta remove-root ", "sitta remove-root FILES"),
      ("sitta integrate do", "sitta integrate dolphin"),
    ])
  func `zsh completes words of the index, fields and roots`(typed: String, line: String) throws {
    try daemon.home[".zshrc"].write(
      """
      fpath=('\(share)/zsh/site-functions' $fpath)
      autoload -Uz compinit && compinit -u -D
      PS1='ready> '
      # Ctrl-O prints the current line.
      show() { print -r -- "<$BUFFER>" > '\(daemon.home["line"])'; exit }
      zle -N show; bindkey '^O' show

      """)
    let terminal = try PseudoTerminal(
      running: ChildProcess.Command(
        "/usr/bin/zsh", [Array("-i".utf8)],
        environment: environment() + [Array("ZDOTDIR=\(daemon.home.path)".utf8)],
        directory: daemon.home.path))
    _ = try terminal.read { $0.contains("ready> ") }
    // A folder with a blank would end the value of a field.
    try daemon.home.path.appending("fil blank").makeDirectory()
    try terminal.type("\(typed)\t\u{f}")
    _ = try terminal.read()
    let expected = line.replacing("FILES", with: "\(daemon.files)")
    let shown = try daemon.home["line"].text()
    #expect(shown.replacing(" >", with: ">") == "<\(expected)>\n")
  }

  @Test func `Words and roots are never evaluated`() throws {
    let bin = daemon.home["hostile"]
    let word = "nut$(touch${IFS}owned)`touch${IFS}owned`"
    try bin.appending("sitta").writeProgram("#!/bin/sh\necho '\(word)'\n")
    #expect(
      try bash(["sitta", "search", "nut"], path: bin)
        == [#"nut\$\(touch\$\{IFS\}owned\)\`touch\$\{IFS\}owned\`"#])
    #expect(try bash(["sitta", "remove-root", ""], path: bin) == [word])
    if Tool.exists("/usr/bin/fish") {
      #expect(try fish("sitta search nut", path: bin) == [word])
      #expect(try fish("sitta remove-root ", path: bin) == [word])
    }
    #expect(!daemon.home["owned"].exists)
  }

  @Test func `Without a daemon nothing is offered, at once, and none is started`() throws {
    let bin = daemon.home["alone"]
    let called = daemon.home["called"]
    try bin.appending("systemctl").writeProgram("#!/bin/sh\n: > '\(called)'\nexit 1\n")
    try bin.appending("sitta").writeProgram(
      """
      #!/bin/sh
      unset SITTA_SOCKET; export XDG_RUNTIME_DIR='\(daemon.home["empty"])'
      exec '\(try Binary.sitta.path)' "$@"

      """)
    let start = ContinuousClock.now
    #expect(try bash(["sitta", "search", "nuth"], path: bin) == [])
    #expect(try bash(["sitta", "remove-root", ""], path: bin) == [])
    if Tool.exists("/usr/bin/fish") { #expect(try fish("sitta search nuth", path: bin) == []) }
    #expect(start.duration(to: .now) < .seconds(30))
    #expect(!called.exists)
    // A search starts it.
    let report = try ChildProcess.run(
      ChildProcess.Command(
        bin.appending("sitta"), ["search", "x"].map { Array($0.utf8) },
        environment: environment(path: bin)),
      until: .now + .seconds(60))
    #expect(report.ending == .exited(3))
    #expect(called.exists)
  }

  @Test func `The roots are printed, one a line`() throws {
    #expect(try daemon.sitta(["status", "--roots"]).outputText == "\(daemon.files)\n")
    #expect(try daemon.sitta(["status", "--roots", "--json"]).ending == .exited(2))
  }
}
