import LinuxSystem
import TestSupport
import Testing

/// The programs that `sitta open` starts, and its message if nothing can open a file.
@Suite(.timeLimit(.minutes(15)))
struct OpeningTests {
  let daemon: RunningDaemon
  private var bin: FilePath { daemon.home["bin"] }

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("note.md").write("# Sowing\n\nWhen the frost is over.\n")
    try daemon.files.appending("photo.png").write("no image")
    try daemon.home["bin"].makeDirectory()
    // The programs that these tests need, and no editor, pager or desktop.
    for tool in ["sh", "cat", "echo", "true"] {
      try daemon.home["bin/\(tool)"].makeSymbolicLink(
        to: #require(FilePath(absolute: "/bin/\(tool)")))
    }
    _ = try daemon.listed()
  }

  private func command(_ arguments: [String], _ variables: [String]) throws -> ChildProcess.Command
  {
    let path = variables.contains { $0.hasPrefix("PATH=") } ? [] : ["PATH=\(bin)"]
    let environment = ["HOME=\(daemon.home.path)"] + path + variables
    return ChildProcess.Command(
      try Binary.sitta.path, (["--socket", "\(daemon.socket)"] + arguments).map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }

  /// The output of `sitta` on a terminal.
  private func screen(
    _ arguments: [String], _ variables: [String] = ["TERM=xterm"]
  ) throws -> (text: String, ending: ChildProcess.Ending?) {
    let terminal = try PseudoTerminal(running: command(arguments, variables))
    let text = try terminal.read()
    return (text, try terminal.process.wait(until: .now + .seconds(60)))
  }

  /// The output of `sitta` into a pipe.
  private func pipe(_ arguments: [String], _ variables: [String] = []) throws
    -> ChildProcess.Report
  {
    try ChildProcess.run(command(arguments, variables), until: .now + .seconds(60))
  }

  private func write(_ program: String, _ script: String) throws {
    try daemon.home["bin/\(program)"].writeProgram("#!/bin/sh\n\(script)\n")
  }

  // MARK: - Without an editor of the person

  private static let noMethod = """
    echo 'xdg-open: 882: www-browser: not found' >&2
    echo "xdg-open: no method available for opening '$1'" >&2; exit 3
    """

  @Test func `Text opens in the editor of the system, or else in a pager`() throws {
    let note = daemon.files.appending("note.md")
    try write("xdg-open", Self.noMethod)
    try write("less", "echo \"LESS $@\"")
    try write("sensible-editor", "echo \"EDIT $@\"")
    let edited = try screen(["open", "frost"])
    #expect(edited.text == "EDIT +3 \(note)\n" && edited.ending == .exited(0))
    // Debian's script ends with an error if there is no editor.
    try write("sensible-editor", "echo 'no editor' >&2; exit 1")
    let paged = try screen(["open", "frost"])
    #expect(paged.text == "no editor\nLESS +3 \(note)\n" && paged.ending == .exited(0))
    try daemon.home["bin/sensible-editor"].removeFile()
    try write("mine", "echo \"MINE $@\"")
    #expect(
      try screen(["open", "frost"], ["TERM=xterm", "PAGER=mine -x"]).text == "MINE -x +3 \(note)\n")
    #expect(
      try screen(["open", "frost"], ["TERM=xterm", "PAGER=cat"]).text == "LESS +3 \(note)\n")
    #expect(
      try screen(["open", "frost"], ["TERM=xterm", "PAGER=nowhere"]).text == "LESS +3 \(note)\n")
  }

  @Test func `Where windows can be shown, the desktop comes first and the terminal next`() throws {
    let note = daemon.files.appending("note.md")
    let call = daemon.home["call"]
    try write("sensible-editor", "echo \"EDIT $@\"")
    try write("xdg-open", "echo \"$@\" > '\(call)'; echo chatter; echo chatter >&2")
    let desktop = ["TERM=xterm", "WAYLAND_DISPLAY=wayland-0"]
    let shown = try screen(["open", "frost"], desktop)
    #expect(shown.text == "" && shown.ending == .exited(0))
    #expect(try call.text() == "\(note)\n")
    try write("xdg-open", Self.noMethod)
    let edited = try screen(["open", "frost"], desktop)
    #expect(edited.text == "EDIT +3 \(note)\n" && edited.ending == .exited(0))
  }

  @Test func `What xdg-open says is said, and the exit code is 4`() throws {
    try write("xdg-open", Self.noMethod)
    let photo = daemon.files.appending("photo.png")
    for report in [
      try pipe(["open", "name:photo"]), try pipe(["open", "name:photo"], ["DISPLAY=:0"]),
      try pipe(["open", "--reveal", "name:photo"]),
    ] {
      #expect(report.ending == .exited(4))
      #expect(report.errorText.contains("no method available for opening"), "\(report.errorText)")
      #expect(report.errorText.split(separator: "\n").count == 1)
    }
    let note = try screen(["open", "frost"])
    #expect(note.ending == .exited(4) && note.text.contains("no method available for opening"))
    // One that says nothing, and one that says too much and nothing that may reach the terminal.
    try write("xdg-open", "exit 4")
    let silent = try pipe(["open", "name:photo"])
    #expect(silent.ending == .exited(4))
    #expect(
      silent.errorText.contains("'\(photo)' was not opened: 'xdg-open' ended with the exit code 4.")
    )
    try write(
      "xdg-open",
      "i=0; while [ $i -lt 20000 ]; do echo 'much and more and more' >&2; i=$((i+1)); done; exit 2")
    #expect(try pipe(["open", "name:photo"]).ending == .exited(4))
    try write("xdg-open", "printf '\\033[2J\\302\\233m' >&2; exit 2")
    let hostile = try screen(["open", "name:photo"])
    #expect(hostile.ending == .exited(4))
    #expect(hostile.text.contains("\\u{1b}[2J\\u{9b}m"), "\(hostile.text)")
  }

  @Test func `An editor that fails is no success`() throws {
    try write("vi", "exit 3")
    let shown = try screen(["open", "frost"], ["TERM=xterm", "EDITOR=vi"])
    #expect(shown.ending == .exited(4))
    #expect(shown.text.contains("'vi' ended with the exit code 3."))
    let missing = try screen(["open", "frost"], ["TERM=xterm", "VISUAL=nowhere -w"])
    #expect(missing.ending == .exited(4))
    #expect(missing.text.contains("There is no program 'nowhere'. Set VISUAL to another program."))
  }

  @Test func `A viewer that goes on is not waited for, and its messages do not end it`() throws {
    let call = daemon.home["call"]
    // It writes to standard error after the reader has closed it.
    try Tool.run("/usr/bin/mkfifo", "\(call)")
    try write(
      "xdg-open", "read line < '\(call)'; echo line >&2; echo line >&2; echo done > '\(call)'")
    let report = try pipe(["open", "name:photo"], ["DISPLAY=:0"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
    try Tool.run("/bin/sh", "-c", "echo go > '\(call)'")
    #expect(try Tool.run("/bin/cat", "\(call)") == "done\n")
  }

  // MARK: - The path

  @Test func `A printed path has its own bytes in a pipe, and steers no terminal`() throws {
    let file = daemon.files.appending(Array("thaw\u{1b}[2J\u{202e}gpj\n".utf8) + [0x9b, 0xff])
    try file.write("meltwater\n")
    _ = try daemon.listed()
    #expect(try pipe(["open", "--print", "meltwater"]).output == file.bytes + [0x0a])
    #expect(try pipe(["open", "--print", "-0", "meltwater"]).output == file.bytes + [0])
    #expect(try pipe(["search", "-0", "meltwater"]).output == file.bytes + [0])
    let shown = try screen(["open", "--print", "meltwater"])
    #expect(shown.text == "\(file)\n")
    #expect(try screen(["search", "-0", "meltwater"]).text == "\(file)\0")
  }

  // MARK: - With an editor

  @Test func `A hit opens in the editor at its line`() throws {
    let editor = daemon.home["editor"]
    try editor.writeProgram("#!/bin/sh\necho \"EDIT $@\"\n")
    let shown = try screen(
      ["open", "frost"], ["TERM=xterm", "VISUAL=\(editor) -w", "PATH=/usr/bin:/bin"])
    #expect(shown.ending == .exited(0))
    #expect(shown.text == "EDIT -w +3 \(daemon.files.appending("note.md"))\n")
  }

  @Test func `A name that is no UTF-8 opens as well`() throws {
    let file = daemon.files.appending([0x62, 0xff])
    try file.write("thaw\n")
    _ = try daemon.listed()
    let editor = daemon.home["editor"]
    let call = daemon.home["call"]
    try editor.writeProgram("#!/bin/sh\nprintf %s \"$2\" > '\(call)'\n")
    let shown = try screen(
      ["open", "thaw"], ["TERM=xterm", "VISUAL=\(editor)", "PATH=/usr/bin:/bin"])
    #expect(shown.ending == .exited(0), "\(shown.text)")
    #expect(try call.contents() == file.bytes)
  }

  @Test func `Without a terminal the desktop opens it`() throws {
    let call = daemon.home["call"]
    try Tool.run("/usr/bin/mkfifo", "\(call)")
    try write("xdg-open", "echo \"$@\" > '\(call)'")
    let report = try pipe(["open", "frost"], ["VISUAL=vi", "DISPLAY=:0"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
    // The program goes on alone, and waits until somebody reads.
    #expect(try Tool.run("/bin/cat", "\(call)") == "\(daemon.files.appending("note.md"))\n")
  }

  @Test(arguments: [
    (["open", "unheard"], "Nothing was found."), (["open", "-n", "2", "frost"], "only 1 hit"),
  ])
  func `What is not there is not opened`(arguments: [String], sentence: String) throws {
    let report = try pipe(arguments)
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains(sentence), "\(report.errorText)")
  }

  @Test func `A file of another machine is not taken for one of this`() throws {
    let report = try pipe(["open", "--file", "sftp://nas/srv/a.txt", "frost"])
    #expect(report.ending == .exited(2))
    #expect(report.errorText.contains("--host nas opens a hit"), "\(report.errorText)")
  }

  @Test func `A program that is missing is named`() throws {
    let report = try pipe(["open", "frost"])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("There is no program 'xdg-open'"))
  }
}
