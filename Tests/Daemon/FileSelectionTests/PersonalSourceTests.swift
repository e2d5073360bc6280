import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

/// The list of stores of each source.
struct PersonalSourceTests {
  static let rules = SelectionRules(
    roots: ["/h"], sources: PersonalSource.allCases.flatMap { $0.folders(in: "/h") },
    excludes: [GlobPattern("Spam")])

  @Test(
    arguments: [
      ".thunderbird/x.default/Mail/Local Folders/Inbox",
      ".thunderbird/x.default/Mail/Local Folders/Inbox.sbd/Invoices.2024",
      ".thunderbird/x.default/Mail/Local Folders/Kept/cur/1700000000.eml",
      ".thunderbird/x.default/ImapMail/imap.example.org/INBOX",
      ".thunderbird/x.default/abook.sqlite", ".thunderbird/x.default/abook-1.sqlite",
      ".thunderbird/x.default/history.sqlite",
      "snap/thunderbird/common/.thunderbird/x.default/Mail/pop.example.org/Sent",
      ".var/app/org.mozilla.Thunderbird/.thunderbird/x/ImapMail/a/INBOX",
      ".local/share/evolution/mail/local/cur/1.2.host:2,S",
      ".local/share/evolution/mail/local/.Sent/new/1.2.host",
      ".local/share/evolution/addressbook/system/contacts.db",
      ".cache/evolution/mail/7f1/folders/INBOX/cur/3a/1042",
      ".cache/evolution/mail/7f1/folders/INBOX/subfolders/Sent/cur/00/7",
      ".cache/evolution/addressbook/9c2/cache.db",
      ".local/share/local-mail/inbox/cur/1.2.host:2,S",
      ".local/share/local-mail/cur/1.2.host:2,S",
      ".local/share/.local-mail.directory/inbox/new/1.2.host",
      ".local/share/akonadi/file_db_data/31/131_r0", ".local/share/akonadi/file_db_data/9_r0",
      ".local/share/contacts/7f1.vcf", ".mozilla/firefox/x.default/places.sqlite",
      "snap/firefox/common/.mozilla/firefox/x/places.sqlite",
      ".config/google-chrome/Default/Bookmarks", ".config/google-chrome/Profile 1/Bookmarks",
      ".config/BraveSoftware/Brave-Browser/Default/Bookmarks",
      ".local/share/konqueror/bookmarks.xml",
    ])
  func `A store is indexed, and each folder on the way to it`(path: String) throws {
    var path = try #require(FilePath(absolute: "/h/\(path)"))
    #expect(Self.rules.verdict(on: path, isFolder: false).isIncluded)
    // An event does not say whether its path is a folder.
    #expect(Self.rules.verdict(on: path).isIncluded)
    while !Self.rules.roots.contains(path) {
      path = path.parent
      #expect(Self.rules.verdict(on: path).isIncluded, "\(path)")
    }
  }

  @Test(
    arguments: [
      ".thunderbird/profiles.ini", ".thunderbird/installs.ini", ".thunderbird/x.default/prefs.js",
      ".thunderbird/x.default/permissions.sqlite", ".thunderbird/x.default/webappsstore.sqlite",
      ".thunderbird/x.default/cert9.db", ".thunderbird/x.default/pkcs11.txt",
      ".thunderbird/x.default/encrypted-openpgp-passphrase.txt",
      ".thunderbird/x.default/openpgp.sqlite", ".thunderbird/x.default/places.sqlite",
      ".thunderbird/x.default/global-messages-db.sqlite",
      ".thunderbird/x.default/abook.sqlite-wal", ".thunderbird/x.default/storage",
      ".thunderbird/x.default/storage/default/ls/data.sqlite", ".thunderbird/x.default/Mail.bak",
      ".thunderbird/x.default/calendar-data", ".thunderbird/Crash Reports",
      ".thunderbird/x.default/Mail/Local Folders/Inbox.msf",
      ".thunderbird/x.default/Mail/Local Folders/msgFilterRules.dat",
      ".thunderbird/x.default/Mail/Local Folders/filterlog.html",
      ".thunderbird/x.default/Mail/Local Folders/nstmp",
      ".thunderbird/x.default/Mail/Local Folders/.gitignore",
      ".thunderbird/x.default/Mail/Local Folders/Kept/tmp/1.eml",
      ".thunderbird/x.default/Mail/Feeds/feeds.json",
      ".local/share/evolution/mail/trust.db", ".local/share/evolution/mail/local/folders.db",
      ".local/share/evolution/mail/local/tmp/1.2.host",
      ".local/share/evolution/datetime-formats.ini",
      ".local/share/evolution/camel-cert.db", ".local/share/evolution/addressbook/system/photos",
      ".local/share/evolution/calendar/system/calendar.ics",
      ".cache/evolution/mail/7f1/folders.db", ".cache/evolution/mail/7f1/folders/INBOX/tmp/7",
      ".cache/evolution/sources/trees.db", ".local/share/local-mail/inbox/tmp/1",
      ".local/share/local-mail/inbox/.uidvalidity", ".local/share/akonadi/file_db_data/31/b/c",
      ".local/share/contacts/WARNING_README.txt", ".mozilla/firefox/profiles.ini",
      ".mozilla/firefox/x.default/formhistory.sqlite", ".mozilla/firefox/x.default/favicons.sqlite",
      ".mozilla/firefox/x.default/sessionstore.jsonlz4",
      ".mozilla/firefox/x.default/bookmarkbackups", ".config/google-chrome/Local State",
      ".config/google-chrome/Default/Cookies", ".config/google-chrome/Default/History",
      ".config/google-chrome/Default/Bookmarks.bak", ".config/google-chrome/Safe Browsing",
      ".config/google-chrome/Default/Web Data", ".local/share/konqueror/closeditems_saved",
    ])
  func `Nothing else in the folder of a source is`(path: String) throws {
    let path = try #require(FilePath(absolute: "/h/\(path)"))
    let verdict = Self.rules.verdict(on: path, isFolder: false)
    guard case .excluded(.noStore(_, let matched)) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(path.isInside(matched))
  }

  @Test(
    arguments: [
      ".thunderbird/x.default/storage", ".thunderbird/x.default/Mail.bak",
      ".thunderbird/Crash Reports",
      ".thunderbird/x.default/calendar-data", ".thunderbird/x.default/Mail/Local Folders/Kept/tmp",
      ".local/share/evolution/addressbook/system/photos", ".local/share/evolution/calendar",
      ".cache/evolution/sources", ".mozilla/firefox/x.default/bookmarkbackups",
      ".config/google-chrome/Safe Browsing", ".config/google-chrome/Default/Cache",
    ])
  func `A folder without stores is not looked at`(path: String) throws {
    let path = try #require(FilePath(absolute: "/h/\(path)"))
    #expect(!Self.rules.verdict(on: path).isIncluded)
  }

  @Test(
    arguments: [
      ".thunderbird/x.default/key4.db", ".thunderbird/x.default/logins.json",
      ".thunderbird/x.default/cookies.sqlite", ".config/chromium/Default/Login Data",
    ])
  func `The rules for secrets come first`(path: String) throws {
    let path = try #require(FilePath(absolute: "/h/\(path)"))
    guard case .excluded(.secret) = Self.rules.verdict(on: path, isFolder: false) else {
      Issue.record("\(Self.rules.verdict(on: path, isFolder: false))")
      return
    }
    var all = SelectionRules(roots: [], sources: Self.rules.sources, includesHidden: true)
    all.includesSecrets = true
    #expect(
      !all.verdict(on: path, isFolder: false).isIncluded, "Secrets=yes adds nothing to a source.")
  }

  @Test func `Patterns, sizes and forgotten paths count in a source as well`() {
    var rules = Self.rules
    #expect(
      rules.verdict(on: "/h/.thunderbird/x/Mail/a/Spam")
        == .excluded(.pattern("Spam", "/h/.thunderbird/x/Mail/a/Spam")))
    rules.forgotten = ["/h/.thunderbird/x/Mail/a/Diary"]
    #expect(!rules.verdict(on: "/h/.thunderbird/x/Mail/a/Diary").isIncluded)
    rules.sizeLimit = 3
    var selector = FileSelector(rules: rules)
    let selection = selector.selection(in: "/h/.thunderbird/x/Mail/a")
    #expect(selection?.verdict(onFile: Array("Inbox".utf8), size: 4).isIncluded == false)
    #expect(selection?.verdict(onFile: Array("Inbox".utf8), size: 3).isIncluded == true)
  }

  @Test func `Attachments are not judged by the list of stores`() throws {
    var selector = FileSelector(rules: Self.rules)
    let found = selector.selection(in: "/h/.thunderbird/x/Mail/a")
    let selection = try #require(found)
    for (member, isIncluded) in [
      ("report.html", true), ("data.sqlite", true), (".hidden", false), ("id_rsa", false),
    ] {
      let names = ["<1@a>", member].map { Array($0.utf8) }
      let verdict = selection.verdict(onMember: names, of: Array("Inbox".utf8), size: 1)
      #expect(verdict.isIncluded == isIncluded, "\(member)")
    }
  }

  @Test func `A folder that is a root itself is indexed as any other`() {
    let rules = SelectionRules(
      roots: ["/h/.thunderbird"], sources: PersonalSource.thunderbird.folders(in: "/h"))
    #expect(rules.verdict(on: "/h/.thunderbird/profiles.ini").isIncluded)
    #expect(rules.roots.count == 3)
    let without = SelectionRules(roots: ["/h"])
    #expect(!without.verdict(on: "/h/.thunderbird/x/Mail/a/Inbox").isIncluded)
  }

  @Test func `Rule files in the folder of a source are not read`() throws {
    let home = try TemporaryDirectory()
    let inbox = home[".thunderbird/x/Mail/a/Inbox"]
    try inbox.write("From ")
    try home[".gitignore"].write("*")
    try home[".git/config"].write("")
    for name in [".nomedia", ".ignore", ".gitignore", "CACHEDIR.TAG"] {
      try home[".thunderbird/x/Mail/\(name)"].write(
        "*\nSignature: 8a477f597d28d172789f06886806bc55")
    }
    var selector = FileSelector(
      rules: SelectionRules(
        roots: [], sources: PersonalSource.thunderbird.folders(in: home.path)))
    #expect(selector.verdict(on: inbox).isIncluded)
    let listed = selector.selection(
      in: home[".thunderbird/x/Mail"], listing: [Array(".nomedia".utf8)])
    #expect(listed.selection?.exclusion == nil && !listed.hasChanged)
    #expect(!selector.rules.dependOn(home[".thunderbird/x/Mail/.gitignore"]))
  }
}
