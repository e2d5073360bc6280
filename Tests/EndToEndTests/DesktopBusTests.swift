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
    try recordOpening()
    #expect(try gnome("ActivateResult", "sasu", uri, "1", "heron", "0") == "")
    #expect(try opened() == "\(daemon.files)/heron.txt\n")
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

  /// A program for desktops that writes down what it is asked to open.
  private func recordOpening() throws {
    try daemon.home["bin/xdg-open"].writeProgram(
      "#!/bin/sh\necho \"$1\" > \(daemon.home["part"])\nmv \(daemon.home["part"]) \(daemon.home["opened"])\n"
    )
  }

  /// What was opened, once it was.
  private func opened() throws -> String {
    try daemon.wait { daemon.home["opened"].exists }
    return try daemon.home["opened"].text()
  }

  @Test func `KRunner has a file shown in its folder`() throws {
    try recordOpening()
    let uri = daemon.files.appending("heron.txt").uri
    // No file manager is on this bus, so the folder is opened.
    #expect(try call("Runner", "org.kde.krunner1", "Run", "ss", uri, "reveal") == "")
    #expect(try opened() == "\(daemon.files)\n")
  }

  @Test func `More of GNOME's hits are on the page, with the query`() throws {
    try recordOpening()
    #expect(try gnome("LaunchSearch", "asu", "2", "heron", "reeds", "0") == "")
    let address = try opened().split(separator: "#c=").map(String.init)
    try #require(address.count == 2 && address[0].hasPrefix("http://127.0.0.1:"), "\(address)")
    let code = address[1].dropLast()
    func enter() throws -> String {
      try Tool.run(
        "/usr/bin/curl",
        arguments: [
          "-s", "-m", "60", "-H", "Content-Type: application/json", "-d", "{\"code\":\"\(code)\"}",
          "\(address[0])key",
        ])
    }
    #expect(try enter().contains("\"query\":\"heron reeds\""))
    // The code ends the server when it is used once more.
    _ = try enter()
  }

  @Test func `Without a daemon nothing is found`() throws {
    _ = try gnome("GetInitialResultSet", "as", "1", "heron")
    try daemon.process.send(signal: 15)
    _ = try daemon.process.wait(until: .now + .seconds(60))
    #expect(try gnome("GetInitialResultSet", "as", "1", "heron") == "as 0\n")
    #expect(try call("Runner", "org.kde.krunner1", "Match", "s", "heron") == "a(sssida{sv}) 0\n")
  }
}
