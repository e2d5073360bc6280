import LinuxSystem
import TestSupport
import Testing

/// The script `sitta-pick`, with fzf on a terminal, and with a program in its place that runs the
/// commands that fzf would.
@Suite(.timeLimit(.minutes(15)))
struct PickTests {
  let daemon: RunningDaemon
  private let script: FilePath

  /// A name that does harm if a shell reads it: quotes, a command, a tab, a line feed, an escape
  /// sequence, a leading dash and bytes that are no UTF-8.
  private static let hostile: [UInt8] =
    Array("-rf \"$(touch owned)\" 'x' `touch owned`;touch owned\t\\\n\u{1b}[2J\u{202e}\u{9b}".utf8)
    + [0xff]

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    script = SourceTree.root.appending("bin").appending("sitta-pick")
    try daemon.files.appending("note.md").write("# Sowing\n\nWhen the frost is over.\n")
    try daemon.files.appending(Self.hostile).write("The quicksilver is poisonous.\n")
    // A folder of programs of its own: sitta asks this daemon.
    try daemon.home["bin/sitta"].writeProgram(
      "#!/bin/sh\nexec '\(try Binary.sitta.path)' --socket '\(daemon.socket)' \"$@\"\n")
    _ = try daemon.listed()
  }

  private func command(_ arguments: [String], path: String? = nil) throws -> ChildProcess.Command {
    let environment = [
      "HOME=\(daemon.home.path)", "TERM=xterm",
      "SHELL=\(Tool.exists("/usr/bin/fish") ? "/usr/bin/fish" : "/bin/sh")",
      "PATH=\(path ?? "\(daemon.home["bin"]):/usr/bin:/bin")",
    ]
    return ChildProcess.Command(
      script, arguments.map { Array($0.utf8) }, environment: environment.map { Array($0.utf8) },
      directory: daemon.home.path)
  }

  private func run(_ arguments: [String], path: String? = nil) throws -> ChildProcess.Report {
    try ChildProcess.run(command(arguments, path: path), until: .now + .seconds(60))
  }

  private var isHarmed: Bool { daemon.home["owned"].exists }

  // MARK: - With fzf

  @Test(.enabled(if: Tool.exists("/usr/bin/fzf")), arguments: ["", "Silver'\\"])
  func `Words are found while they are typed, and Enter prints the path`(start: String) throws {
    let output = daemon.home["output"]
    var shell = try command([])
    shell.program = "/bin/sh"
    shell.arguments = ["-c", "'\(script)' --print -- \"$1\" > '\(output)'", "sh", start]
      .map { Array($0.utf8) }
    let terminal = try PseudoTerminal(running: shell, rows: 24, columns: 160)
    _ = try terminal.read { $0.contains("Enter: print the path") }
    // Ctrl-U empties the line; the last word is only begun.
    try terminal.type("\u{15}over fros")
    let shown = try terminal.read { $0.contains("note.md") && $0.contains("When the frost") }
    #expect(shown.contains("note.md"), "\(shown)")
    try terminal.type("\r")
    _ = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(0))
    #expect(try output.text() == "\(daemon.files.appending("note.md"))\n")
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/fzf")))
  func `A query with quotes and commands only searches`() throws {
    let terminal = try PseudoTerminal(running: command([]), rows: 24, columns: 160)
    _ = try terminal.read { $0.contains("Enter: open") }
    try terminal.type("\u{15}frost '\\'; touch owned; $(touch owned) `touch owned` \"\\")
    // The line of fzf shows the end of the typed text.
    _ = try terminal.read { $0.contains("`touch owned` \"\\") }
    try terminal.type("\u{15}quicksilv")
    _ = try terminal.read { $0.contains("poisonous") }
    try terminal.type("\u{1b}")
    _ = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(1))
    #expect(!isHarmed)
  }

  // MARK: - Without fzf

  /// Writes a program that acts as fzf: it takes the first line, quotes as fzf does, and runs the
  /// commands of `--bind` and `--preview`.
  ///
  /// - Parameters:
  ///   - query: the text typed at the end.
  ///   - key: the key that ends it; empty for Enter.
  /// - Throws: if it cannot be written.
  private func writeFinder(query: String, key: String = "") throws {
    try daemon.home["bin/query"].write(query)
    try daemon.home["bin/fzf"].writeProgram(
      #"""
      #!/bin/sh
      quoted() { printf "'%s'" "$(printf %s. "$1" | sed "s/'/'\\\\''/g; \$s/\.\$//")"; }
      query=$(cat '\#(daemon.home["bin/query"])')
      IFS= read -r line || exit 1
      tab=$(printf '\t')
      uri=${line%%"$tab"*} rest=${line#*"$tab"}
      path=${rest%%"$tab"*}
      for argument; do
        case $argument in
          --bind=change:reload:*) command=${argument#--bind=change:reload:} ;;
          --preview=*) command=${argument#--preview=} ;;
          *) continue ;;
        esac
        # Each placeholder becomes one quoted word.
        first=$(quoted "$uri") second=$(quoted "$path") third=$(quoted "$query")
        while :; do
          case $command in
            *'{1}'*) command=${command%%'{1}'*}$first${command#*'{1}'} ;;
            *'{2}'*) command=${command%%'{2}'*}$second${command#*'{2}'} ;;
            *'{q}'*) command=${command%%'{q}'*}$third${command#*'{q}'} ;;
            *) break ;;
          esac
        done
        "$SHELL" -c "$command" >> '\#(daemon.home["ran"])' 2>&1
      done
      printf '%s\n%s\n%s\n' "$query" '\#(key)' "$line"
      """#)
  }

  @Test func `A hostile name is listed, previewed and printed, and nothing of it is run`() throws {
    let file = daemon.files.appending(Self.hostile)
    try writeFinder(query: "quicksil")
    let report = try run(["--print", "--null", "quicksil"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.output == file.bytes + [0])
    var ran = try daemon.home["ran"].text()
    // The only escape sequences are those that dim the folder.
    let folder = "~" + "\(daemon.files)".dropFirst("\(daemon.home.path)".count)
    #expect(ran.contains("\u{1b}[2m\(folder)\u{1b}[0m"), "\(ran)")
    ran = ran.replacing("\u{1b}[2m\(folder)\u{1b}[0m", with: "")
    // The list, and the text with the path above it.
    #expect(ran.contains("poisonous.\n"))
    #expect(ran.contains("\n\nThe quicksilver is poisonous.\n"), "\(ran)")
    for word in ["\u{1b}", "\u{202e}", "\u{9b}"] { #expect(!ran.contains(word)) }
    #expect(!isHarmed)
  }

  @Test(arguments: [
    "'; touch owned; '", "$(touch owned)", "`touch owned`", "-n", "--help", "\\",
    // The end of a quoted word for fish, which $SHELL names.
    "\\'; touch owned; #",
  ])
  func `A hostile query is only searched for`(query: String) throws {
    try writeFinder(query: query)
    _ = try run(["--print", "--", "frost"])
    #expect(!isHarmed)
    #expect(try !daemon.home["ran"].text().contains("Usage"))
  }

  @Test func `Enter opens the file at the match, also where only the beginning was typed`() throws {
    let editor = daemon.home["editor"]
    try editor.writeProgram("#!/bin/sh\necho \"EDIT $@\"\n")
    try writeFinder(query: "fros")
    var opening = try command(["fros"])
    opening.environment = try #require(opening.environment) + [Array("VISUAL=\(editor)".utf8)]
    let terminal = try PseudoTerminal(running: opening)
    let text = try terminal.read()
    #expect(text == "EDIT +3 \(daemon.files.appending("note.md"))\n")
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test(arguments: [("alt-enter", "--print"), ("ctrl-o", "--reveal"), ("", "")])
  func `Other keys print the path or show the folder`(key: String, option: String) throws {
    try writeFinder(query: "frost", key: key)
    let note = daemon.files.appending("note.md")
    // Searches come to the daemon, and the opened files are written down.
    try daemon.home["bin/sitta"].writeProgram(
      """
      #!/bin/sh
      [ "$1" != open ] || { shift; printf '%s|' "$@"; exit; }
      exec '\(try Binary.sitta.path)' --socket '\(daemon.socket)' "$@"

      """)
    let middle = option.isEmpty ? "" : "\(option)|"
    #expect(
      try run(["frost"]).outputText
        == "--prefixes|last|--file|\(note.uri)|\(middle)--|frost|")
  }

  @Test func `Nothing typed shows what changed last, and no choice is no file`() throws {
    try writeFinder(query: "")
    #expect(try run(["-0"]).output.last == 0)
    try daemon.home["bin/fzf"].writeProgram("#!/bin/sh\nexit 130\n")
    let report = try run(["frost"])
    #expect(report.ending == .exited(1))
    #expect(report.outputText == "" && report.errorText == "")
  }

  @Test func `What is missing is named`() throws {
    let bin = daemon.home["tools"]
    try bin.makeDirectory()
    for tool in ["cat", "printf"] {
      try bin.appending(tool).makeSymbolicLink(to: #require(FilePath(absolute: "/bin/\(tool)")))
    }
    #expect(try run([], path: "\(bin)").errorText.contains("no program 'sitta'"))
    try bin.appending("sitta").writeProgram("#!/bin/sh\necho 'sitta: No sittad.' >&2; exit 3\n")
    let missing = try run([], path: "\(bin)")
    #expect(missing.ending == .exited(4))
    #expect(missing.errorText.contains("There is no program 'fzf' in PATH. Install the package"))
    try bin.appending("fzf").writeProgram("#!/bin/sh\nexit 0\n")
    let alone = try run(["frost"], path: "\(bin)")
    #expect(alone.ending == .exited(3))
    #expect(alone.errorText == "sitta: No sittad.\n")
    #expect(try run(["--what"]).ending == .exited(2))
    #expect(try run(["--help"]).outputText.hasPrefix("Usage: sitta-pick"))
  }
}
