import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Bad files that lie in people's folders beside good text files.
@Suite(.timeLimit(.minutes(15)))
struct BadInputTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  @Test func `A binary is found by its name, and its bytes are no text`() throws {
    let file = daemon.files.appending("camera-dump")
    try file.write(Array("readable beginning".utf8) + [0] + Array("hidden".utf8))
    #expect(try daemon.found("camera") == [file])
    #expect(try daemon.found("beginning") == [])
    #expect(try daemon.found("hidden") == [])
    #expect(try daemon.connect().status().withoutText == 1)
  }

  @Test func `A NUL at the end of the first 8 KiB makes a binary, one behind it does not`() throws {
    let padding = [UInt8](repeating: 0x20, count: 8_190)
    try daemon.files.appending("inside").write([0x78] + padding + [0])
    try daemon.files.appending("behind").write([0x78] + padding + [0x20, 0])
    #expect(try daemon.found("x") == [daemon.files.appending("behind")])
  }

  @Test func `Text that is not UTF-8 is found`() throws {
    let file = daemon.files.appending("latin.txt")
    try file.write(Array("caf".utf8) + [0xe9, 0x20] + Array("closes early ".utf8) + [0xff, 0xc3])
    #expect(try daemon.found("closes early") == [file])
    #expect(try daemon.found("café") == [file])
  }

  @Test func `Empty and blank files are found by their names`() throws {
    try daemon.files.appending("empty.txt").write("")
    try daemon.files.appending("blank.txt").write(" \n\t\r\n")
    #expect(try daemon.found("empty") == [daemon.files.appending("empty.txt")])
    #expect(try daemon.found("blank") == [daemon.files.appending("blank.txt")])
  }

  @Test func `FIFOs, sockets and links are passed over and hold nobody up`() throws {
    let folder = daemon.files.appending("odd")
    try folder.makeDirectory()
    try folder.appending("fifo.txt").makeFIFO()
    let socket = try UnixSocket.listen(at: folder.appending("socket.txt"))
    try folder.appending("self.txt").makeSymbolicLink(to: folder.appending("self.txt"))
    try folder.appending("up").makeSymbolicLink(to: daemon.files)
    try folder.appending("to").makeSymbolicLink(to: folder.appending("fro"))
    try folder.appending("fro").makeSymbolicLink(to: folder.appending("to"))
    try folder.appending("zero.txt").makeSymbolicLink(to: FilePath.root.appending("dev/zero"))
    try folder.appending("good.txt").write("neighbour")
    #expect(try daemon.found("neighbour") == [folder.appending("good.txt")])
    #expect(try daemon.listed() == [folder.appending("good.txt")])
    #expect(socket.number >= 0)
  }

  @Test(.enabled(if: Tool.isRoot)) func `Devices are not opened`() throws {
    let device = daemon.files.appending("zero.txt")
    try Tool.run("/usr/bin/mknod", "\(device)", "c", "1", "5")
    try daemon.files.appending("good.txt").write("neighbour")
    #expect(try daemon.listed() == [daemon.files.appending("good.txt")])
  }

  @Test func `A file that becomes a FIFO is no document any more`() throws {
    let file = daemon.files.appending("changing.txt")
    try file.write("shape")
    #expect(try daemon.found("shape") == [file])
    try file.removeFile()
    try file.makeFIFO()
    #expect(try daemon.listed() == [])
    try file.removeFile()
    try file.appending("inside.txt").write("shape")
    #expect(try daemon.found("shape") == [file.appending("inside.txt")])
  }

  @Test func `Of a file that is too large the beginning is found, and status counts it`() throws {
    let home = try TemporaryDirectory()
    let padding = String(repeating: "filling ", count: 200_000)
    try home["files/novel.txt"].write("opening \(padding) finale")
    let daemon = try RunningDaemon(in: home, configuration: "[Extract]\nMaxTextSize=1M\n")
    #expect(try daemon.found("opening novel") == [home["files/novel.txt"]])
    #expect(try daemon.found("finale") == [])
    #expect(try daemon.connect().status().partial == 1)
  }

  @Test func `Paths beyond what the kernel takes hold nobody up`() throws {
    let name = String(repeating: "n", count: 255)
    try daemon.files.appending(name).write("long")
    let deep = daemon.files.appending("deep")
    try deep.makeDirectory()
    try Tool.run(
      "/usr/bin/perl", "-e",
      #"""
      chdir($ARGV[0]) or die;
      for (1..20) {
        mkdir($ARGV[1]) or die; chdir($ARGV[1]) or die; open(F, ">f") or die; print(F "bottom");
      }
      """#, "\(deep)", name)
    defer { _ = try? Tool.run("/bin/rm", "-rf", "\(deep)") }
    #expect(try daemon.found("long") == [daemon.files.appending(name)])
    #expect(try daemon.found("bottom").count >= 14)
    let warnings = try daemon.connect().status().warnings
    // Folders that lie deeper are opened from one to the next.
    #expect(warnings.allSatisfy { $0.hasSuffix("cannot be opened: File name too long.") })
    try daemon.files.appending("after.txt").write("afterwards")
    #expect(try daemon.found("afterwards").count == 1)
    try Tool.run("/bin/rm", "-rf", "\(deep)")
    #expect(try daemon.listed().count == 2)
    #expect(try daemon.connect().status().warnings == [])
  }

  @Test(arguments: [
    Array("caf\u{e9}".unicodeScalars.map { UInt8($0.value) }) + Array(".txt".utf8),
    [0xff, 0xfe, 0x0a] + Array("weird.txt".utf8),
    Array("two\nlines.txt".utf8),
    Array("colour\u{1b}[31mred\u{7}.txt".utf8),
    Array("\u{202e}txt.exe".utf8),
    Array("tab\tand\rreturn".utf8),
  ])
  func `A file is found whatever its name is`(name: [UInt8]) throws {
    let folder = daemon.files.appending(name)
    let file = folder.appending(name)
    try file.write("Inside\u{1b}[2J a strange name")
    #expect(try daemon.found("strange") == [file])

    let raw = try daemon.sitta(["list", "-0"])
    #expect(raw.ending == .exited(0))
    #expect(raw.output == file.bytes + [0])

    for arguments in [["list"], ["search", "strange"], ["list", "--json"], ["status"]] {
      let report = try daemon.sitta(arguments)
      #expect(report.ending == .exited(0))
      let raw = report.outputText.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" || $0 == "\u{202e}"
      }
      // JSON keeps characters that are no control characters.
      if arguments.last == "--json" {
        #expect(raw.allSatisfy { $0 == "\u{202e}" })
      } else {
        #expect(raw.isEmpty, "\(arguments): \(report.outputText.debugDescription)")
      }
      #expect(report.outputText.split(separator: "\n").count == Self.lines(of: arguments))
    }
    try file.rename(to: folder.appending("plain.txt"))
    #expect(try daemon.listed() == [folder.appending("plain.txt")])
  }

  /// How many lines a command prints of one document.
  private static func lines(of arguments: [String]) -> Int {
    switch arguments.first {
    case "search": 3
    case "status": 7
    default: 1
    }
  }
}

// MARK: - Roots

extension BadInputTests {
  @Test func `A root that does not exist yet is taken up when it appears`() throws {
    let home = try TemporaryDirectory()
    let root = home["later/deep/root"]
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.listed() == [])
    let missing = try daemon.connect().status()
    #expect(missing.roots.map(\.state) == [.missing])
    #expect(
      missing.warnings == [
        """
        The folder '\(root)' does not exist now. Mount the drive that it is on, or correct Roots= in \
        sittad.conf.
        """
      ])

    try root.appending("a.txt").write("arrival")
    #expect(try daemon.found("arrival") == [root.appending("a.txt")])
    let there = try daemon.connect().status()
    #expect(there.roots.map(\.state) != [.missing])
    #expect(there.warnings == [])
  }

  @Test func `A root that vanishes and comes back loses nothing`() throws {
    let file = daemon.files.appending("folder").appending("a.txt")
    try file.write("boomerang")
    #expect(try daemon.found("boomerang") == [file])
    let elsewhere = daemon.home["elsewhere"]
    try daemon.files.rename(to: elsewhere)
    #expect(try daemon.found("boomerang") == [])
    #expect(try daemon.connect().status().roots.map(\.state) == [.missing])
    try elsewhere.rename(to: daemon.files)
    #expect(try daemon.found("boomerang") == [file])
    try file.write("frisbee")
    #expect(try daemon.found("frisbee") == [file])
    try daemon.files.removeTree()
    #expect(try daemon.listed() == [])
    try file.write("boomerang")
    #expect(try daemon.found("boomerang") == [file])
  }

  @Test func `A root that is a file is no folder, and is taken up as one when it is`() throws {
    let home = try TemporaryDirectory()
    let root = home["root"]
    let daemon = try RunningDaemon(in: home, roots: [root])
    #expect(try daemon.listed() == [])
    // At the start it would be refused.
    try root.write("no folder")
    #expect(try daemon.listed() == [])
    #expect(
      try daemon.connect().status().warnings == [
        "The folder '\(root)' is not a folder. Correct Roots= in sittad.conf."
      ])
    try root.removeFile()
    try root.appending("a.txt").write("folder now")
    #expect(try daemon.found("folder") == [root.appending("a.txt")])
  }

  @Test func `What the daemon keeps for itself is no document`() throws {
    let home = try TemporaryDirectory()
    let daemon = try RunningDaemon(in: home, roots: [home.path])
    try home["state.txt"].write("neighbour")
    #expect(try daemon.found("neighbour") == [home["state.txt"]])
    #expect(try daemon.listed() == [home["state.txt"]])
    // Its own writes must not wake it for ever.
    let clock = try daemon.connect().sync(SyncMethod.Parameters()).clock
    #expect(try daemon.connect().sync(SyncMethod.Parameters()).clock == clock)
  }

  @Test func `Roots inside each other and roots named twice list each file once`() throws {
    let home = try TemporaryDirectory()
    let (outer, inner) = (home["outer"], home["outer/inner"])
    try inner.appending("a.txt").write("once")
    let daemon = try RunningDaemon(in: home, roots: [outer, inner, outer])
    #expect(try daemon.found("once") == [inner.appending("a.txt")])
    #expect(try daemon.connect().status().documents == 1)
  }
}
