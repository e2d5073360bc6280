import FileSelection
import LinuxSystem

/// One setting of `sittad.conf`.
///
/// The parser, its messages, `sittad.conf(5)` and the installed file are derived from this table.
package struct ConfigurationOption: Sendable {
  let section: String
  let key: String
  /// The allowed values, for messages.
  let allowed: String
  /// The default, as it is written in the file; empty if there is none.
  let defaultValue: String
  /// What the option does, in sentences; literal text is in backticks.
  let help: String
  /// The words of which the value is a list, to correct misspelled ones; empty if it is none.
  var words: [String] = []
  /// Applies a value to the configuration; returns false if the value is not allowed.
  let apply: @Sendable (String, inout ServiceConfiguration, ConfigurationFolders) -> Bool

  /// All options, in the order of the manual.
  static let all =
    index + sources + watch + text + ranking + cooldown + extract + documents + recognition
    + readers + service

  private static let index: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Index", key: "Roots",
      allowed: "folders, absolute or beginning with ~/",
      defaultValue: "~",
      help: """
        The folders to index, absolute or beginning with `~/`. Put a name with blanks in quotes: \
        `Roots=~/Documents "~/My notes"`. A folder that is not available now, on an unplugged disk \
        for example, keeps its documents; they are hidden until it comes back. If you remove a folder \
        from this list, its documents are removed at the next start or `sitta reload`. A root can be \
        a symbolic link, but links inside it are never followed. A root can be inside another. A \
        file, and a folder that shows the state of the kernel, such as `/proc`, cannot be a root. \
        `sitta add-root` and `sitta remove-root` write the whole list to `\(RootsFile.name)`, which \
        overrides the other files; remove that file to use them again.
        """
    ) { value, configuration, folders in
      let words = Self.words(value)
      let paths = words.compactMap { folders.path($0) }
      guard paths.count == words.count else { return false }
      configuration.roots = paths.isEmpty ? nil : (configuration.roots ?? []) + paths
      return true
    },
    ConfigurationOption(
      section: "Index", key: "Exclude",
      allowed: "patterns such as *.iso or ~/tmp/*",
      defaultValue: "",
      help: """
        Files and folders to leave out. A pattern without a slash is compared with each name \
        (`*.iso`), one with a slash with the whole path (`~/tmp/*`). Everything below a folder that \
        matches is left out, too.
        """
    ) { value, configuration, folders in
      let patterns = Self.words(value).map { word in
        GlobPattern(word.hasPrefix("~/") ? folders.home.description + word.dropFirst() : word)
      }
      configuration.excludes = patterns.isEmpty ? [] : configuration.excludes + patterns
      return true
    },
    flag(
      "Index", "Hidden", \.includesHidden,
      help: "Whether to index files and folders whose names begin with a dot."),
    flag(
      "Index", "IgnoreFiles", \.followsIgnoreFiles,
      help: """
        Whether to follow ignore files and marker files. Ignore files are `.sittaignore`, `.ignore`, \
        and in a git work tree `.gitignore`, `.git/info/exclude` and `core.excludesFile`. The marker \
        files `.nomedia`, `.trackerignore` and `CACHEDIR.TAG` leave out their folder. Folders that tools \
        fill (`node_modules`, `__pycache__`, virtual environments of Python and the like) are left out \
        unless a line of an ignore file, such as `!node_modules/`, includes them. With `no` they are \
        indexed.
        """),
    flag(
      "Index", "Secrets", \.includesSecrets,
      help: """
        Whether to index files that may contain secrets. Sitta recognizes them by name: private keys, \
        `.ssh`, `.gnupg`, password stores, keyrings, wallets, shell histories, browser profiles, \
        `.env` and the like. Capitals, backups (`id_rsa.bak`) and compression (`id_rsa.gz`) make no \
        difference. If ordinary files have the name as well (`a.key`), the contents decide. A file that \
        begins like a private key (`-----BEGIN OPENSSH PRIVATE KEY-----`) is a secret under any name.
        """),
    flag(
      "Index", "OneFileSystem", \.staysOnFileSystem,
      help: "Whether to leave out folders on another file system than their root."),
    ConfigurationOption(
      section: "Index", key: "MaxFileSize",
      allowed: "a size such as 100M, or infinity",
      defaultValue: "infinity",
      help: """
        Larger files are left out, including their names. K, M and G are allowed; `infinity` means \
        no limit.
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
    flag(
      "Index", "Access", \.recordsAccess,
      help: """
        Whether to record who may read each file, for the index of a team; see sitta-feed(8) and sitta-gateway(8). \
        `sitta changes` and `Changes` then say the owner, group, permissions and access control list of each file and folder, and again when \
        they change. This includes the folders above those of `Roots=`. Nothing else depends on it: `sittad` \
        still answers its own user only. Files on a server (NFS, SMB, FUSE and the like) are recorded as not known, because \
        the server decides. A change through a hard link elsewhere is found in the time of `CheckInterval=`.
        """),
  ]

  private static let watch: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Watch", key: "PollInterval",
      allowed: "a time from 1s to 7d, such as 5min",
      defaultValue: "5min",
      help: """
        The longest time until a change is found that the kernel does not report. Such changes are \
        in folders beyond its limit of watches, and on shared file systems such as NFS. \
        Polling costs a few stat calls for each folder, spread over the interval. Folders whose \
        changes the kernel reports are not polled.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.pollInterval, Self.interval(value))
    },
    ConfigurationOption(
      section: "Watch", key: "CheckInterval",
      allowed: "a time from 1s to 7d, such as 24h",
      defaultValue: "1d",
      help: """
        The time in which all folders are compared once. That finds changes that no kernel reports: \
        writes through a memory map that stays open, or through a hard link elsewhere. The work is \
        spread over the interval.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.checkInterval, Self.interval(value))
    },
  ]

  private static let extract: [ConfigurationOption] = [
    ConfigurationOption(
      section: "Extract", key: "MaxTextSize",
      allowed: "a size from 1K to 1G, such as 64M",
      defaultValue: "\(ServiceConfiguration().textLimit >> 20)M",
      help: """
        The most text that is indexed of one file. K, M and G are allowed. Of a longer text, or of \
        one with more than 300000 different words, only the beginning is indexed (of plain text, the first and the last lines), and `sitta status` \
        counts such files. With the default the daemon stays below 200 MB of memory; it needs up to \
        four times as much memory as it reads.
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
      defaultValue: ServiceConfiguration().logLevel.rawValue,
      help: """
        The messages to log: `error`, `warning`, `info` or `debug`. Each level includes those \
        before it. File text and queries are never logged.
        """
    ) { value, configuration, _ in
      Self.set(&configuration.logLevel, LogLevel(rawValue: value.lowercased()))
    },
    flag(
      "Service", "QueryLog", \.keepsQueries,
      help: """
        Whether to keep searches for `sitta stats`: the last 10000 queries with their number of \
        hits, and the last 10000 hits that were opened. They are in `queries.sqlite` in the state \
        folder, which only you can read. `sitta forget --queries` erases them, also after you set \
        this to `no` again. Searches while you type (`--prefixes last`) are not kept. Files that you \
        opened rank a little higher in later searches; see `Opened=`.
        """),
  ]

  /// Sets a property; returns false if the value is nil.
  static func set<Value>(_ property: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    property = value
    return true
  }

  /// An option that is yes or no; ``ServiceConfiguration`` has its default.
  static func flag(
    _ section: String, _ key: String,
    _ property: any WritableKeyPath<ServiceConfiguration, Bool> & Sendable, help: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      section: section, key: key, allowed: "yes or no",
      defaultValue: ServiceConfiguration()[keyPath: property] ? "yes" : "no", help: help
    ) { value, configuration, _ in
      set(&configuration[keyPath: property], boolean(value))
    }
  }

  /// Parses a boolean as systemd does, see systemd.syntax(7); nil if it is invalid.
  static func boolean(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "1", "yes", "true", "on": true
    case "0", "no", "false", "off": false
    default: nil
    }
  }

  static func size(_ value: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    guard let last = value.uppercased().last else { return nil }
    guard let unit = units[last] else { return Int(value) }
    return Int(value.dropLast()).flatMap { number in
      let (product, overflow) = number.multipliedReportingOverflow(by: unit)
      return overflow ? nil : product
    }
  }

  /// Parses a time span from one second to seven days; nil for other texts.
  private static func interval(_ value: String) -> Duration? {
    TimeSpan(value).flatMap { span in
      (.seconds(1) ... .seconds(7 * 86_400)).contains(span.duration) ? span.duration : nil
    }
  }

  /// Splits a value into words at blanks, except blanks in double or single quotes.
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

/// The folders to which paths in the configuration are relative.
package struct ConfigurationFolders: Sendable {
  let home: FilePath
  /// The NAME of a section `[Reader NAME]`, and where the line is; nil for other lines.
  var reader: (name: String, origin: RuleOrigin)?

  init(home: FilePath) { self.home = home }

  /// Changes the section of the line; returns true.
  func change(
    _ configuration: inout ServiceConfiguration, _ change: (inout ReaderSections.Section) -> Void
  ) -> Bool {
    if let reader { configuration.readers.change(reader.name, at: reader.origin, change) }
    return true
  }

  /// The path of an absolute word or one that begins with `~/`; nil for other words.
  func path(_ word: String) -> FilePath? {
    word.hasPrefix("/") || word == "~" || word.hasPrefix("~/")
      ? FilePath(Array(word.utf8), relativeTo: home, home: home) : nil
  }
}
