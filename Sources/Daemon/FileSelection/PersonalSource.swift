/// Data of a person that programs keep in hidden folders, as a word of `Sources=`.
public enum PersonalSource: String, CaseIterable, Sendable {
  /// Mail and address books of Thunderbird.
  case thunderbird
  /// Mail and address books of Evolution.
  case evolution
  /// Mail and contacts of KMail.
  case kmail
  /// Bookmarks of browsers.
  case bookmarks

  /// Whether the source has mail.
  public var hasMail: Bool { self != .bookmarks }

  /// The name for people.
  public var title: String {
    switch self {
    case .thunderbird: "Thunderbird"
    case .evolution: "Evolution"
    case .kmail: "KMail"
    case .bookmarks: "Bookmarks"
    }
  }

  /// A folder in which programs keep stores.
  struct Place: Sendable {
    /// The path below the home folder.
    let folder: String
    private let stores: PatternList

    /// - Parameters:
    ///   - folder: the path below the home folder.
    ///   - stores: patterns in the syntax of a `.gitignore`, of which the last one that matches decides. They
    ///     name the stores and the folders above them; with `!` they name what is left out again.
    init(_ folder: String, _ stores: [String]) {
      self.folder = folder
      self.stores = PatternList(stores.compactMap { IgnorePattern(line: $0.utf8) })
    }

    /// Whether a path below the folder is a store, is in one, or leads to one.
    func contains(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
      let name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
      guard let number = stores.lastMatch(onName: name, at: path, isFolder: isFolder) else {
        return false
      }
      return !stores.patterns[number].isNegated
    }
  }

  /// The folders in which the programs keep their stores.
  var places: [Place] {
    switch self {
    case .thunderbird: Self.thunderbirdPlaces
    case .evolution: Self.evolutionPlaces
    case .kmail: Self.kmailPlaces
    case .bookmarks: Self.bookmarkPlaces
    }
  }
}

// MARK: - The table

extension PersonalSource {
  /// Profiles of Thunderbird.
  ///
  /// Source: <https://support.mozilla.org/en-US/kb/profiles-where-thunderbird-stores-user-data>.
  private static let thunderbirdPlaces = [
    ".thunderbird", "snap/thunderbird/common/.thunderbird",
    ".var/app/org.mozilla.Thunderbird/.thunderbird",
  ].map { folder in
    Place(
      folder,
      ["/*/", "!/Crash Reports/", "!/Pending Pings/"]
        + ["Mail", "ImapMail"].flatMap { ["/*/\($0)/", "/*/\($0)/**"] } + besideMailboxes
        + ["/*/abook*.sqlite", "/*/history.sqlite"])
  }

  /// Files beside the mailboxes of Thunderbird: indexes, settings, and what is being written.
  private static let besideMailboxes = [
    "!.*", "!*.msf", "!*.dat", "!*.html", "!*.json", "!*.sqlite*", "!*.mozlz4", "!*.js", "!*.rdf",
    "!*.ini",
    "!*.log", "!*.xml", "!*.db", "!*.lock", "!*.tmp", "!*.wdseml", "!nstmp*", "!tmp/",
  ]

  /// Evolution's own mail and address books, and what it has of those on servers.
  private static let evolutionPlaces = [
    (".local/share/evolution", ".cache/evolution"),
    (
      ".var/app/org.gnome.Evolution/data/evolution", ".var/app/org.gnome.Evolution/cache/evolution"
    ),
  ].flatMap { data, cache in
    [
      Place(
        data,
        ["/mail/", "/mail/**/", "!tmp/", "/mail/**/cur/*", "/mail/**/new/*", "/addressbook/"]
          + ["/addressbook/*/", "/addressbook/*/contacts.db"]),
      // Camel spreads messages over folders of two hexadecimal digits.
      Place(
        cache,
        ["/mail/", "/mail/**/", "!tmp/", "/mail/**/cur/*/*", "/addressbook/", "/addressbook/*/"]
          + ["/addressbook/*/cache.db"]),
    ]
  }

  /// KMail's own mail, the messages that Akonadi keeps, and the address book.
  private static let kmailPlaces = [
    Place(".local/share/local-mail", ["/**/", "!tmp/", "**/cur/*", "**/new/*"]),
    Place(".local/share/.local-mail.directory", ["/**/", "!tmp/", "**/cur/*", "**/new/*"]),
    Place(".local/share/akonadi/file_db_data", ["/*", "/[0-9][0-9]/*"]),
    Place(".local/share/contacts", ["/**/", "*.vcf"]),
  ]

  /// Bookmarks of Firefox and its relatives, of Chromium and its relatives, and of Konqueror.
  private static let bookmarkPlaces =
    [
      ".mozilla/firefox", ".config/mozilla/firefox", "snap/firefox/common/.mozilla/firefox",
      ".var/app/org.mozilla.firefox/.mozilla/firefox", ".librewolf",
      ".var/app/io.gitlab.librewolf-community/.librewolf",
    ].map { Place($0, ["/*/", "!/Crash Reports/", "!/Pending Pings/", "/*/places.sqlite"]) }
    + [
      ".config/chromium", ".config/google-chrome", ".config/BraveSoftware/Brave-Browser",
      ".config/vivaldi", ".config/microsoft-edge", "snap/chromium/common/chromium",
      ".var/app/org.chromium.Chromium/config/chromium",
      ".var/app/com.google.Chrome/config/google-chrome",
      ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser",
    ].map { Place($0, ["/Default/", "/Profile */", "/*/Bookmarks"]) }
    + [Place(".local/share/konqueror", ["/bookmarks.xml"])]
}
