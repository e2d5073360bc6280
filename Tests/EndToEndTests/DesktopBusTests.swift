import LinuxSystem
import TestSupport
import Testing

/// The searches of GNOME and KDE on a bus of its own.
///
/// `make test-desktop` has the real desktops.
@Suite(.timeLimit(.minutes(15)))
final class DesktopBusTests {
  let daemon: RunningDaemon
  private let bus: ChildProcess
  private var address: String { "unix:path=\(daemon.home["bus"])" }

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("heron.txt").write("A heron stands in the reeds.\n")
    _ = try daemon.listed()
    let service = try Binary.session.path
    try daemon.home["bin"].makeDirectory()
    try daemon.home["services/io.sitta.Desktop.service"].write(
      """
      [D-BUS Service]
      Name=io.sitta.Desktop
      Exec=/usr/bin/env SITTA_SOCKET=\(daemon.socket) HOME=\(daemon.home.path) LC_ALL=C \
      PATH=\(daemon.home["bin"]):/usr/bin:/bin \(service) bus

      """)
    try daemon.home["bus.conf"].write(
      """
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(daemon.home["bus"])</listen>
        <servicedir>\(daemon.home["services"])</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """)
    bus = try ChildProcess(
      ChildProcess.Command(
        #require(FilePath(absolute: "/usr/bin/dbus-daemon")),
        ["--nofork", "--config-file=\(daemon.home["bus.conf"])"].map { Array($0.utf8) }))
    try daemon.wait { daemon.home["bus"].exists }
  }

  private func call(_ object: String, _ interface: String, _ words: String...) throws -> String {
    try Tool.run(
      "/usr/bin/busctl",
      arguments: [
        "--address=\(address)", "call", "io.sitta.Desktop", "/io/sitta/\(object)", interface,
      ] + words)
  }

  private func gnome(_ words: String...) throws -> String {
    try Tool.run(
      "/usr/bin/busctl",
      arguments: [
        "--address=\(address)", "call", "io.sitta.Desktop", "/io/sitta/SearchProvider",
        "org.gnome.Shell.SearchProvider2",
      ] + words)
  }

  @Test func `GNOME finds files by their text, and each result has a look`() throws {
    let uri = daemon.files.appending("heron.txt").uri
    #expect(try gnome("GetInitialResultSet", "as", "1", "heron") == "as 1 \"\(uri)\"\n")
    #expect(
      try gnome("GetSubsearchResultSet", "asas", "1", "x", "2", "heron", "re")
        == "as 1 \"\(uri)\"\n")
    #expect(try gnome("GetInitialResultSet", "as", "1", "h") == "as 0\n")
    #expect(try gnome("GetInitialResultSet", "as", "0") == "as 0\n")
    let looks = try gnome("GetResultMetas", "as", "2", uri, "file:///gone/a%20b.txt")
    #expect(looks.hasPrefix("aa{sv} 2 "), "\(looks)")
    #expect(looks.contains("\"name\" s \"heron.txt\""), "\(looks)")
    #expect(looks.contains("\"description\" s \"A heron stands in the reeds.\""), "\(looks)")
    #expect(looks.contains("GThemedIcon text-plain text-x-generic"), "\(looks)")
    #expect(looks.contains("\"name\" s \"a b.txt\""), "\(looks)")
    // A file that was saved a moment ago.
    try daemon.files.appending("new.txt").write("bittern\n")
    _ = try daemon.listed()
    #expect(try gnome("GetInitialResultSet", "as", "1", "bittern").contains("new.txt"))
    try daemon.home["bin/xdg-open"].writeProgram(
      "#!/bin/sh\necho \"$1\" > \(daemon.home["part"])\nmv \(daemon.home["part"]) \(daemon.home["opened"])\n"
    )
    #expect(try gnome("ActivateResult", "sasu", uri, "1", "heron", "0") == "")
    try daemon.wait { daemon.home["opened"].exists }
    #expect(try daemon.home["opened"].text() == "\(daemon.files)/heron.txt\n")
  }

  @Test func `KRunner gets matches, and can show a file in its folder`() throws {
    let uri = daemon.files.appending("heron.txt").uri
    let matches = try call("Runner", "org.kde.krunner1", "Match", "s", "heron")
    #expect(
      matches.hasPrefix("a(sssida{sv}) 1 \"\(uri)\" \"heron.txt\" \"text-x-generic\" 30 0.7 "),
      "\(matches)")
    #expect(matches.contains("\"subtext\" s \"~/files\""), "\(matches)")
    #expect(try call("Runner", "org.kde.krunner1", "Match", "s", "h") == "a(sssida{sv}) 0\n")
    #expect(
      try call("Runner", "org.kde.krunner1", "Actions")
        == "a(sss) 1 \"reveal\" \"Show in folder\" \"document-open-folder\"\n")
    #expect(try call("Runner", "org.kde.krunner1", "Teardown") == "")
  }

  @Test func `Without a daemon nothing is found`() throws {
    _ = try gnome("GetInitialResultSet", "as", "1", "heron")
    try daemon.process.send(signal: 15)
    _ = try daemon.process.wait(until: .now + .seconds(60))
    #expect(try gnome("GetInitialResultSet", "as", "1", "heron") == "as 0\n")
    #expect(try call("Runner", "org.kde.krunner1", "Match", "s", "heron") == "a(sssida{sv}) 0\n")
  }
}
