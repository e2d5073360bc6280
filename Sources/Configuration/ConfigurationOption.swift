import LinuxSystem

/// One setting of `sittad.conf`: the table from which the reader, its messages, `sittad.conf(5)` and
/// the file that is installed are made.
package struct ConfigurationOption: Sendable {
  let section: String
  let key: String
  /// What a value may be, for messages.
  let allowed: String
  /// What it is without any file, as it would stand there; empty for nothing.
  let standard: String
  /// What it is for, as sentences; literals stand between backticks.
  let help: String
  /// Takes a value; false where it is none of the allowed ones.
  let apply: @Sendable (String, inout ServiceConfiguration, ConfigurationPlaces) -> Bool

  /// Every setting, in the order of the manual.
  static let all = index + watch + text + ranking + cooldown + extract + service

  private static let index: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Index", key: "Roots",
      allowed: "folders, absolute or beginning with ~/",
      standard: "~",
      help: """
        Folders whose files are indexed, absolute or beginning with `~/`; the home folder where none \
        is named. Quotes keep a name with blanks together: `Roots=~/Documents "~/My notes"`. A folder \
        that is not there now (a disk that was unplugged) keeps its documents, hidden, until it \
        comes back; those of a folder that is taken out of this list go at the next start or \
        `sitta reload`. A root may be a symbolic link; links in it are never followed. A root may \
        lie inside another. `sitta add-root` and `sitta remove-root` keep the whole list in \
        `\(RootsFile.name)`; remove that file to go by the others again.
        """
    ) { value, configuration, places in
      let words = Self.words(value)
      let paths = words.compactMap { places.path($0) }
      guard paths.count == words.count else { return false }
      configuration.roots = paths.isEmpty ? nil : (configuration.roots ?? []) + paths
      return true
    },
    ConfigurationOption(
      section: "Index", key: "Exclude",
      allowed: "patterns such as *.iso or ~/tmp/*",
      standard: "",
      help: """
        Names and paths that are left out, with what lies below them: a pattern without a slash is \
        held against each name (`*.iso`), one with a slash against the whole path (`~/tmp/*`).
        """
    ) { value, configuration, places in
      let patterns = Self.words(value).map { word in
        GlobPattern(word.hasPrefix("~/") ? places.home.description + word.dropFirst() : word)
      }
      configuration.excludes = patterns.isEmpty ? [] : configuration.excludes + patterns
      return true
    },
    ConfigurationOption(
      section: "Index", key: "Hidden",
      allowed: "yes or no",
      standard: "no",
      help: """
        Whether names that begin with a dot are indexed.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.includesHidden, Self.boolean(value))
    },
    ConfigurationOption(
      section: "Index", key: "IgnoreFiles",
      allowed: "yes or no",
      standard: "yes",
      help: """
        Whether files on disk say what is left out: `.sittaignore`, `.ignore`, and in a work tree \
        of git what git goes by (`.gitignore`, `.git/info/exclude`, `core.excludesFile`); \
        `.nomedia`, `.trackerignore` and `CACHEDIR.TAG` leave out the folder they lie in.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.followsIgnoreFiles, Self.boolean(value))
    },
    ConfigurationOption(
      section: "Index", key: "Secrets",
      allowed: "yes or no",
      standard: "no",
      help: """
        Whether files are indexed that may hold secrets. Names tell: private keys, `.ssh`, \
        `.gnupg`, password stores, keyrings, wallets, histories of shells, profiles of browsers, \
        `.env` and the like, in capitals and as backups (`id_rsa.bak`) too. So does the content: a \
        file that begins as a private key does (`-----BEGIN OPENSSH PRIVATE KEY-----`) is one \
        whatever its name.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.includesSecrets, Self.boolean(value))
    },
    ConfigurationOption(
      section: "Index", key: "OneFileSystem",
      allowed: "yes or no",
      standard: "yes",
      help: """
        Whether folders are left out that lie on another file system than the root they are in.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.staysOnFileSystem, Self.boolean(value))
    },
    ConfigurationOption(
      section: "Index", key: "MaxFileSize",
      allowed: "a size such as 100M, or infinity",
      standard: "infinity",
      help: """
        Files that are larger (K, M, G) are left out, name and all; `infinity` for no limit.
        """
    ) { value, configuration, _ in
      if value.lowercased() == "infinity" {
        configuration.sizeLimit = nil
        return true
      }
      guard let size = Self.size(value), size >= 0 else { return false }
      configuration.sizeLimit = Int64(size)
      return true
    },
  ]

  private static let watch: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Watch", key: "PollInterval",
      allowed: "a time from 1s to 7d, such as 5min",
      standard: "5min",
      help: """
        How long it takes at most until a change is found of which the kernel does not tell: in \
        folders beyond its limit of watches, and on file systems that others can change as well, \
        such as NFS. Looking costs a few stat calls a folder; slices are spread over the interval. \
        Where the kernel tells of every change, nothing is looked at.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.pollInterval, Self.interval(value))
    },
    ConfigurationOption(
      section: "Watch", key: "CheckInterval",
      allowed: "a time from 1s to 7d, such as 24h",
      standard: "1d",
      help: """
        How long a round over all folders takes that finds what no kernel tells: writes through a \
        map that stays open, or through a hard link elsewhere. It is spread over the interval as \
        well.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.checkInterval, Self.interval(value))
    },
  ]

  private static let extract: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Extract", key: "MaxTextSize",
      allowed: "a size from 1K to 1G, such as 64M",
      standard: "32M",
      help: """
        How much text of one file is indexed at most (K, M, G). Of a longer file the beginning is \
        indexed, and `sitta status` counts it; so it is with a text of more than 300000 different \
        words. With this much the daemon stays below 200 MB of memory; it needs up to four times \
        as much as it reads.
        """
    ) { value, configuration, _ in
      Self.set(
        &configuration.textLimit,
        Self.size(value).flatMap { (1 << 10...1 << 30).contains($0) ? $0 : nil })
    }
  ]

  private static let service: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Service", key: "LogLevel",
      allowed: "error, warning, info or debug",
      standard: "info",
      help: """
        What is logged: `error`, `warning`, `info` or `debug`, each with those before it. No text \
        of a file and no query is ever logged.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.logLevel, LogLevel(rawValue: value.lowercased()))
    },
    ConfigurationOption(
      section: "Service", key: "QueryLog",
      allowed: "yes or no",
      standard: "no",
      help: """
        Whether searches, how many hits they had, and the hits that were opened are kept in \
        `queries.sqlite` in the state folder, the last 10000 of each, for `sitta stats`. Only you \
        can read the file; nothing of it goes anywhere else. `sitta forget --queries` erases it, \
        also after this has been set to `no` again. Searches while one types (`--prefixes last`) \
        are not kept.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.keepsQueries, Self.boolean(value))
    },
  ]

  static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  /// The words that systemd takes for a boolean; see systemd.syntax(7).
  static func boolean(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "1", "yes", "true", "on": true
    case "0", "no", "false", "off": false
    default: nil
    }
  }

  private static func size(_ value: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    guard let last = value.uppercased().last else { return nil }
    guard let unit = units[last] else { return Int(value) }
    return Int(value.dropLast()).flatMap { number in
      let (product, overflow) = number.multipliedReportingOverflow(by: unit)
      return overflow ? nil : product
    }
  }

  /// A time span in which a round over folders makes sense.
  private static func interval(_ value: String) -> Duration? {
    TimeSpan(value).flatMap { span in
      (.seconds(1) ... .seconds(7 * 86_400)).contains(span.duration) ? span.duration : nil
    }
  }

  /// Words between blanks; double or single quotes keep blanks together.
  static func words(_ value: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in value {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

/// Where things of this user lie.
package struct ConfigurationPlaces: Sendable {
  let home: FilePath

  /// A path that is absolute or begins with `~/`; nil for any other text.
  func path(_ word: String) -> FilePath? {
    word.hasPrefix("/") || word == "~" || word.hasPrefix("~/")
      ? FilePath(Array(word.utf8), relativeTo: home, home: home) : nil
  }
}
