import LinuxSystem
import TestSupport
import Testing

/// Mails as people see them: hits, order, text, and the program that shows one message of a mailbox.
@Suite(.timeLimit(.minutes(15)))
struct MailTests {
  let daemon: RunningDaemon
  private var mailbox: FilePath { daemon.files.appending("Inbox.mbox") }
  private var bin: FilePath { daemon.home["bin"] }

  private static let first = """
    From: Bo Falk <bo@example.org>
    To: Ann <ann@example.org>
    Subject: Lease of the barn
    Date: Thu, 12 Nov 2020 13:30:00 +0000
    Message-ID: <1@example.org>

    The lease ends in June.
    From here on it is yours.

    """

  private static let others = """

    From ann@example.org Fri Nov 13 08:00:00 2020
    From: Ann <ann@example.org>
    To: Bo Falk <bo@example.org>
    Subject: Re: Lease of the barn
    Date: Fri, 13 Nov 2020 08:00:00 +0000
    Message-ID: <2@example.org>

    The lease goes on for a year, I hope.

    From carl@example.org Wed Jan  2 09:00:00 2019
    From: carl@example.org
    Subject: Barn dance
    Date: Wed, 2 Jan 2019 09:00:00 +0000
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=xx

    --xx
    Content-Type: text/plain

    No lease needed: bring drinks.
    --xx
    Content-Type: text/plain
    Content-Disposition: attachment; filename="songs.txt"

    Quadrille and polka
    --xx--

    """

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    let quoted = Self.first.replacing("\nFrom here", with: "\n>From here")
    try mailbox.write("From bo@example.org Thu Nov 12 13:30:00 2020\n\(quoted)\(Self.others)")
    try bin.makeDirectory()
    try daemon.home["tmp"].makeDirectory()
    for tool in ["sh", "cat"] {
      try bin.appending(tool).makeSymbolicLink(to: #require(FilePath(absolute: "/bin/\(tool)")))
    }
    _ = try daemon.listed()
  }

  private func command(_ arguments: [String], _ variables: [String]) throws -> ChildProcess.Command
  {
    let environment =
      ["HOME=\(daemon.home.path)", "PATH=\(bin)", "TMPDIR=\(daemon.home["tmp"])"] + variables
    return ChildProcess.Command(
      try Binary.sitta.path, (["--socket", "\(daemon.socket)"] + arguments).map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }

  private func pipe(
    _ arguments: String..., with variables: [String] = []
  ) throws -> ChildProcess.Report {
    try ChildProcess.run(command(arguments, variables), until: .now + .seconds(60))
  }

  private func screen(
    _ arguments: String..., with variables: [String] = []
  ) throws -> (text: String, ending: ChildProcess.Ending?) {
    let terminal = try PseudoTerminal(running: command(arguments, variables))
    return (try terminal.read(), try terminal.process.wait(until: .now + .seconds(60)))
  }

  /// The private copies that are left.
  private func copies() throws -> [FilePath] {
    let folder = daemon.home["tmp"]
    return try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names.map {
      folder.appending($0)
    }
  }

  @Test func `A conversation is one hit with sender and day, unless all messages are wanted`()
    throws
  {
    let folded = try pipe("search", "lease").outputText
    #expect(folded.contains("Barn dance\n") && folded.contains("  carl@example.org · 2 Jan 2019\n"))
    #expect(folded.contains("and 1 more message of this conversation\n"))
    #expect(folded.contains("Bo Falk · 12 Nov 2020") != folded.contains("Ann · 13 Nov 2020"))
    let all = try pipe("search", "--all-messages", "lease").outputText
    #expect(all.contains("Bo Falk · 12 Nov 2020") && all.contains("Ann · 13 Nov 2020"))
    #expect(!all.contains("more message"))
    // Programs get each message, or its address beside that of the best one.
    #expect(try pipe("search", "--json", "lease").outputText.split(separator: "\n").count == 3)
    let relaxed = try pipe("search", "--json", "--relaxed", "lease").outputText
    #expect(relaxed.split(separator: "\n").count == 2 && relaxed.contains(#""replies":["file:"#))
    // On a terminal a message has no name.
    let shown = try screen("search", "lease").text
    #expect(shown.contains("· ~/files/Inbox.mbox\n"), "\(shown)")
    #expect(!shown.contains("@example.org>") && !shown.contains("!/"), "\(shown)")
  }

  @Test func `Mails are sorted by the time when they were sent`() throws {
    try daemon.files.appending("note.txt").write("The lease of a boat.\n")
    _ = try daemon.listed()
    func names(_ order: String) throws -> [String] {
      try pipe("search", "--sort", order, "--format", "{title}", "lease").outputText
        .split(separator: "\n").map(String.init)
    }
    let mails = ["Re: Lease of the barn", "Lease of the barn", "Barn dance"]
    #expect(try names("created") == mails + ["note.txt"])
    #expect(try names("date") == ["note.txt"] + mails)
    let printed = try pipe("search", "--sort", "created", "lease").outputText
    #expect(printed.contains("  2020-11-13T08:00:00Z  Ann · 13 Nov 2020\n"))
  }

  @Test func `A message is read after its header`() throws {
    let text = try pipe("read", "\(mailbox)!/<1@example.org>", with: ["TZ=UTC"]).outputText
    #expect(
      text == """
        From: Bo Falk <bo@example.org>
        To: Ann <ann@example.org>
        Date: 12 Nov 2020, 13:30
        Subject: Lease of the barn

        The lease ends in June.
        From here on it is yours.

        """)
  }

  // MARK: - Opening

  /// Opens a hit with a desktop, and returns the path that its program gets.
  private func opened(_ query: String) throws -> (file: FilePath, report: ChildProcess.Report) {
    let call = daemon.home["call"]
    if !call.exists { try Tool.run("/usr/bin/mkfifo", "\(call)") }
    try bin.appending("xdg-open").writeProgram("#!/bin/sh\necho \"$1\" > '\(call)'\n")
    let report = try pipe("open", query, with: ["DISPLAY=:0"])
    // The program goes on alone, and waits until somebody reads.
    let path = try Tool.run("/bin/cat", "\(call)").split(separator: "\n").first.map(String.init)
    return (try #require(path.flatMap { FilePath(absolute: $0) }), report)
  }

  @Test func `The program for mails gets the message alone, as a private file`() throws {
    let (file, report) = try opened("June")
    #expect(report.ending == .exited(0) && report.errorText == "", "\(report.errorText)")
    #expect(file.parent.parent == daemon.home["tmp"] && file.name == Array("message.eml".utf8))
    #expect(try file.text() == Self.first)
    #expect(try FileStatus(of: file).permissions & 0o777 == 0o400)
    #expect(try FileStatus(of: file.parent).permissions & 0o777 == 0o700)
    let attachment = try opened("quadrille")
    #expect(attachment.report.errorText.contains("'songs.txt' is attached to this mail"))
    #expect(try attachment.file.text().hasPrefix("From: carl@example.org\nSubject: Barn dance\n"))
  }

  @Test func `A message of a mailbox in an archive opens with the text of the index`() throws {
    var zip = ZipBuilder()
    let letter = Self.first.replacing("barn", with: "Scheune bei Köln").replacing(
      "June", with: "Mai")
    zip.add("old/Inbox.mbox", "From bo@example.org Thu Nov 12 13:30:00 2020\n\(letter)")
    try daemon.files.appending("old.zip").write(zip.file)
    _ = try daemon.listed()
    let (file, report) = try opened("Scheune")
    #expect(report.errorText == "", "\(report.errorText)")
    #expect(
      try file.text() == """
        From: Bo Falk <bo@example.org>
        To: Ann <ann@example.org>
        Date: 12 Nov 2020 13:30 +0000
        Subject: Lease of the Scheune bei Köln
        MIME-Version: 1.0
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit

        The lease ends in Mai.
        From here on it is yours.

        """)
  }

  @Test func `A mail that no program opens leaves no copy, and the reason is said`() throws {
    try bin.appending("xdg-open").writeProgram("#!/bin/sh\necho 'no mail program' >&2\nexit 3\n")
    let report = try pipe("open", "June", with: ["DISPLAY=:0"])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("no mail program"), "\(report.errorText)")
    #expect(try copies() == [])
  }

  @Test func `Without windows, a mail is text in a pager`() throws {
    try bin.appending("less").writeProgram("#!/bin/sh\ncat \"$1\"\n")
    let shown = try screen("open", "June", with: ["TERM=xterm", "TZ=UTC", "EDITOR=vi"])
    #expect(shown.ending == .exited(0))
    #expect(
      shown.text.hasPrefix("From: Bo Falk <bo@example.org>\nTo: Ann <ann@example.org>\n"),
      "\(shown.text)")
    #expect(shown.text.hasSuffix("\n\nThe lease ends in June.\nFrom here on it is yours.\n"))
    #expect(try copies() == [])
  }

  @Test func `What a mail program marks in a mailbox is applied`() throws {
    func message(_ status: String, _ word: String) -> String {
      """
      From - Thu Nov 12 13:30:00 2020
      X-Mozilla-Status: \(status)
      From: Ann <ann@example.org>
      Subject: \(word)

      \(word)


      """
    }
    let inbox = daemon.files.appending("Inbox")
    try inbox.write(message("0000", "acorn") + message("0000", "beech"))
    #expect(try daemon.locations("acorn OR beech").count == 2)
    // Read, deleted, and taken back.
    for (status, count) in [("0001", 2), ("0009", 1), ("0001", 2)] {
      try inbox.write(message(status, "acorn") + message("0000", "beech"))
      #expect(try daemon.locations("acorn OR beech").count == count, "\(status)")
    }
    try inbox.append(message("0000", "cedar"))
    #expect(try daemon.locations("acorn OR beech OR cedar").count == 3)
  }
}
