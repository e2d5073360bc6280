public import Arguments
import Configuration
import LinuxSystem
import SearchIndex
import SearchInterface

/// What `sittad` was asked to do on its command line.
public struct DaemonCommand: Sendable {
  /// What `sittad` can be called with.
  public static let table = CommandLineTable(
    program: "sittad",
    summary: "keeps a full-text index of your files fresh and answers queries",
    details: [
      """
      It stays in the foreground and writes its messages to standard error, or to the journal where \
      that is the same; systemd or a terminal ends it. With a socket from systemd it answers there.
      """
    ],
    options: [
      .init(
        "config", value: "FILE", completion: .files, help: "Read this configuration and no other."),
      .init(
        "root", value: "DIR", completion: .folders,
        help: "Index this folder; may be given several times."),
      .init("state", value: "DIR", completion: .folders, help: "Keep the index in this folder."),
      .init("socket", value: "PATH", completion: .files, help: "Answer queries here."),
      .init(
        "log-level", value: "LEVEL", choices: LogLevel.allCases.map(\.rawValue),
        help: "What to log: error, warning, info or debug."),
      .init("check-config", help: "Check the configuration and end."),
    ],
    exitCodes: [
      (0, "ended in order"), (1, "could not work"), (2, "wrong usage or configuration"),
    ])

  /// What stands in `sittad(8)` beside the table.
  public static let manual = table.manual(
    8,
    more: [
      .init(
        "SIGNALS",
        [
          .item("SIGTERM, SIGINT", "End in order: what is being written is finished."),
          .item(
            "SIGHUP",
            """
            Read the configuration again, as `sitta reload` does. What cannot be followed changes \
            nothing, and the journal names file and line. The places given on the command line, \
            and `[Text]`, hold until the next start.
            """),
        ]),
      .init(
        "ENVIRONMENT",
        [
          .item("XDG_CONFIG_HOME", "Where a person's configuration lies, `~/.config` if not set."),
          .item("XDG_STATE_HOME", "Where the index lies, `~/.local/state` if not set."),
          .item("XDG_RUNTIME_DIR", "Where the socket is made."),
          .item("LISTEN_FDS, NOTIFY_SOCKET, WATCHDOG_USEC", "What systemd says; see sd_notify(3)."),
        ]),
      .init(
        "FILES",
        [
          .item("/etc/sitta/sittad.conf, ~/.config/sitta/sittad.conf", "See sittad.conf(5)."),
          .item("~/.local/state/sitta", "The index. It is made anew where it is missing."),
          .item("$XDG_RUNTIME_DIR/sitta/io.sitta.Search", "The socket; see io.sitta.Search(7)."),
        ]),
      .init("SEE ALSO", [.paragraph("sitta(1), sittad.conf(5), io.sitta.Search(7)")]),
    ])

  /// What to do.
  public enum Action: Sendable {
    /// Print this text and end.
    case show(String)
    /// Say that the configuration is right, and end.
    case checked
    /// Serve.
    case serve(DaemonSettings)
  }

  /// Reads command line, environment and configuration.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: what to do.
  /// - Throws: an error whose description says what is wrong and what is allowed.
  public static func action(for arguments: [[UInt8]]) throws -> Action {
    let parsed = try table.parse(arguments)
    if parsed.has("help") { return .show(table.help) }
    if parsed.has("version") { return .show("sittad \(Release.version)\n") }
    guard let home = ProcessEnvironment.home else {
      throw UsageError("There is no home folder: set HOME.")
    }
    let base = try FilePath.workingDirectory()
    func path(_ bytes: [UInt8]) throws -> FilePath {
      guard let path = FilePath(bytes, relativeTo: base, home: home) else {
        throw UsageError("An empty path was given.")
      }
      return path
    }
    let configurationHome =
      ProcessEnvironment.path(in: "XDG_CONFIG_HOME") ?? home.appending(".config")
    let source = ConfigurationSource(
      home: home, file: try parsed.bytes(of: "config").map(path),
      folders: [
        FilePath.root.appending("etc").appending("sitta"), configurationHome.appending("sitta"),
      ],
      roots: try parsed.allBytes(of: "root").map(path),
      logLevel: parsed.text(of: "log-level").flatMap(LogLevel.init))
    let (configuration, text) = try source.read()
    if parsed.has("check-config") { return .checked }
    let stateHome =
      ProcessEnvironment.path(in: "XDG_STATE_HOME")
      ?? home.appending(".local").appending("state")
    let runtime = ProcessEnvironment.path(in: "XDG_RUNTIME_DIR")
    let state = try parsed.bytes(of: "state").map(path) ?? stateHome.appending("sitta")
    let socket =
      try parsed.bytes(of: "socket").map(path)
      ?? runtime?.appending("sitta").appending("io.sitta.Search")
    return .serve(
      DaemonSettings(
        source: source, configuration: configuration, text: text, state: state, socket: socket))
  }
}

/// Where a daemon works and how.
public struct DaemonSettings: Sendable {
  /// Where the configuration comes from.
  let source: ConfigurationSource
  /// The configuration, with what the command line changed.
  let configuration: ServiceConfiguration
  /// How words are found.
  let text: TextSettings
  /// The folder of the index.
  let state: FilePath
  /// Where queries are answered; nil where only an inherited socket can tell.
  let socket: FilePath?

  /// The folders whose files are indexed.
  var roots: [FilePath] { source.roots(of: configuration) }
}
