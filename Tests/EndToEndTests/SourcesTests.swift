import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `Sources=`: mail, address books and bookmarks in hidden folders, by consent.
@Suite(.timeLimit(.minutes(15)))
struct SourcesTests {
  let home: TemporaryDirectory
  private var profile: FilePath { home[".thunderbird/x.default"] }
  private var inbox: FilePath { home[".thunderbird/x.default/Mail/Local Folders/Inbox"] }

  /// Files of a profile that no store is in.
  private static let others = [
    "cookies.sqlite", "cookies.sqlite-wal", "key4.db", "logins.json", "cert9.db", "prefs.js",
    "permissions.sqlite", "places.sqlite", "encrypted-openpgp-passphrase.txt", "openpgp.sqlite",
    "global-messages-db.sqlite", "storage/default/data.sqlite", "Mail/Local Folders/Inbox.msf",
    "Mail/Local Folders/msgFilterRules.dat", "Mail/Local Folders/.gitignore", ".nomedia",
  ]

  init() throws {
    home = try TemporaryDirectory()
    try inbox.write(Self.message(1, "acorn"))
    for name in Self.others { try home[".thunderbird/x.default/\(name)"].write("bramble") }
    try home[".thunderbird/profiles.ini"].write("[Profile0]\nPath=x.default\nbramble\n")
    try home["files/a.txt"].write("acorn")
  }

  private static func message(_ number: Int, _ word: String) -> String {
    """
    From ann@example.org Thu Nov 12 13:30:00 2020
    From: Ann <ann@example.org>
    Subject: Message \(number)
    Message-ID: <\(number)@example.org>

    \(word)


    """
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/strace")))
  func `Of a profile nothing but the stores is opened, in 10,000 changes of the rest`() throws {
    let trace = home["trace"]
    let daemon = try RunningDaemon(
      in: home, configuration: "[Index]\nSources=thunderbird\n",
      prefix: [
        "/usr/bin/strace", "-f", "-qq", "-s", "4096", "-o", "\(trace)", "-e",
        "trace=open,openat,openat2,creat,execve", "--",
      ])
    let files = home["files/a.txt"]
    #expect(try daemon.found("acorn") == [files, inbox])
    for number in 0..<10_000 {
      let name = Self.others[number % Self.others.count]
      try home[".thunderbird/x.default/\(name)"].write("bramble \(number)")
      if number % 2_500 == 0 { try inbox.append(Self.message(2 + number, "beech\(number)")) }
    }
    #expect(try daemon.found("beech7500") == [inbox])
    #expect(try daemon.found("bramble") == [])
    #expect(try daemon.listed() == [files, inbox])
    let explained = try daemon.sitta(["explain", "\(profile.appending("prefs.js"))"])
    #expect(explained.outputText.contains("Sources=thunderbird"), "\(explained.outputText)")
    try Tool.run("/bin/kill", "-TERM", "\(try daemon.connect().status().process)")
    #expect(try daemon.process.wait(until: .now + .seconds(60)) == .exited(0))

    // A descriptor with O_PATH only names a path, for explanations; see open(2).
    let lines = try trace.text().split(separator: "\n").filter { !$0.contains("O_PATH") }
    let opened = lines.compactMap { line in
      line.split(separator: "\"").dropFirst().first.flatMap { $0.split(separator: "/").last }
    }
    #expect(opened.contains("Inbox"), "The trace must show what is opened.")
    #expect(opened.contains("sitta-extract"), "The trace must show what the programs open.")
    // In other folders it is tried whether there are rule files.
    let names = Self.others.compactMap { $0.split(separator: "/").last }.filter {
      !$0.hasPrefix(".")
    }
    for name in names + ["profiles.ini", "storage"] {
      #expect(!opened.contains(name), "\(name) was opened.")
    }
  }

  @Test func `Mail is named until it is indexed, and removed with its word`() throws {
    let option = home[".config/sitta/sittad.conf.d/mail.conf"]
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn") == [home["files/a.txt"]])
    #expect(try daemon.connect().status().unindexedMail == ["thunderbird"])
    #expect(try daemon.sitta(["status"]).outputText.contains("\nmail       of thunderbird is not"))
    let shown = try daemon.sitta(["sources"])
    #expect(shown.outputText.contains("not indexed  \(home[".thunderbird"]) (1 file, 0 KiB)"))
    #expect(shown.outputText.contains("  Sources=thunderbird\n"), "\(shown.outputText)")
    #expect(shown.ending == .exited(0))

    try option.write("[Index]\nSources=thunderbrid\n")
    let refused = try daemon.sitta(["reload"])
    #expect(refused.ending == .exited(4))
    #expect(refused.errorText.contains("Did you mean thunderbird?"), "\(refused.errorText)")
    try option.write("[Index]\nSources=thunderbird\n")
    let reloaded = try daemon.sitta(["reload"])
    // Of the places of Thunderbird only the one that exists is shown; a note can follow on some file systems.
    let roots = reloaded.outputText.split(separator: "\n").map {
      String($0.split(separator: " (")[0])
    }
    #expect(
      roots == ["root       \(daemon.files)", "root       \(home[".thunderbird"])"],
      "\(reloaded.outputText)\(reloaded.errorText)")
    #expect(try daemon.found("acorn") == [home["files/a.txt"], inbox])
    let status = try daemon.connect().status()
    #expect(status.unindexedMail == nil)
    #expect(status.warnings.allSatisfy { !$0.contains("thunderbird") }, "\(status.warnings)")
    #expect(try daemon.sitta(["sources"]).outputText.contains("indexed      "))

    // A program that is used for the first time later is found as well.
    let later = home["snap/thunderbird/common/.thunderbird/y/ImapMail/a/INBOX"]
    try later.write(Self.message(3, "cedar"))
    #expect(try daemon.found("cedar") == [later])

    try option.removeFile()
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try daemon.found("acorn OR cedar") == [home["files/a.txt"]])
    #expect(try daemon.listed(away: true) == [home["files/a.txt"]])
  }

  @Test func `A mailbox of a source is forgotten as any other file`() throws {
    let daemon = try RunningDaemon(in: home, configuration: "[Index]\nSources=thunderbird\n")
    #expect(try daemon.found("acorn").contains(inbox))
    #expect(try daemon.sitta(["forget", "\(inbox)"]).ending == .exited(0))
    try inbox.append(Self.message(2, "beech"))
    #expect(try daemon.found("acorn OR beech") == [home["files/a.txt"]])
    let root = try daemon.sitta(["forget", "\(home[".thunderbird"])"])
    #expect(root.errorText.contains("Sources="), "\(root.errorText)")
    let removed = try daemon.sitta(["remove-root", "\(home[".thunderbird"])"])
    #expect(removed.errorText.contains("Sources="), "\(removed.errorText)")
  }

  @Test func `People and bookmarks are documents of their own`() throws {
    let script = home["fill.py"]
    try script.write(
      """
      import os, sqlite3, sys
      def fill(path, *statements):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        base = sqlite3.connect(path)
        for statement in statements: base.execute(statement)
        base.commit()
      os.chdir(sys.argv[1])
      fill('.thunderbird/x.default/abook.sqlite', 'create table properties (card, name, value)',
           "insert into properties values ('a', 'DisplayName', 'Ann Falk'), ('a', 'Notes', 'plays larch'), "
           "('b', 'DisplayName', 'Bo Falk')")
      fill('.mozilla/firefox/y/places.sqlite',
           'create table moz_places (id integer primary key, url text, title text)',
           'create table moz_bookmarks (id integer primary key, type, fk, parent, title, dateAdded, guid)',
           "insert into moz_places values (1, 'https://larch.example', 'x'), (2, 'https://bramble.example', 'y')",
           "insert into moz_bookmarks values (1, 1, 1, 0, 'Trees', 1605187805000000, 'abcdefghijkl')")

      """)
    try Tool.run("/usr/bin/python3", "\(script)", "\(home.path)")
    try home[".config/chromium/Default/Bookmarks"].write(
      """
      {"checksum": "1", "roots": {"other": {"children": [{"name": "Larch wood", "type": "url",
      "url": "https://wood.example", "guid": "g"}], "name": "Other", "type": "folder"}}}
      """)
    try home[".config/chromium/Default/History"].write("bramble")
    let daemon = try RunningDaemon(
      in: home, configuration: "[Index]\nSources=thunderbird bookmarks\n")
    let found = try daemon.locations("larch").map { "\($0)" }.sorted()
    #expect(
      found == [
        "\(home[".config/chromium/Default/Bookmarks"])!/g.html",
        "\(home[".mozilla/firefox/y/places.sqlite"])!/abcdefghijkl.html",
        "\(home[".thunderbird/x.default/abook.sqlite"])!/a.vcf",
      ])
    #expect(try daemon.found("bramble") == [])
    let hits = try daemon.sitta(["search", "--json", "trees"])
    #expect(hits.outputText.contains(#""title":"Trees""#), "\(hits.outputText)")
    #expect(hits.outputText.contains(#""created":"2020-11-12"#), "\(hits.outputText)")
    let person = try daemon.sitta(["search", "--json", "type:contact", "falk", "larch"])
    #expect(person.outputText.contains(#""title":"Ann Falk""#), "\(person.outputText)")
  }

  @Test func `A chat is found by who wrote it and when`() throws {
    try home["files/WhatsApp Chat with Ann.txt"].write(
      "12/11/20, 13:30 - Ann Falk: the larch\n13/11/20, 09:00 - Bo: and the bramble\n")
    let daemon = try RunningDaemon(in: home)
    let chat = home["files/WhatsApp Chat with Ann.txt"]
    #expect(try daemon.found("type:chat larch author:falk created:2020") == [chat])
    #expect(try daemon.found("type:chat larch author:carl") == [])
  }
}
