import Arguments
import LinuxSystem
import SearchIndex

/// What `sittad` was asked to do on its command line.
public struct DaemonCommand: Sendable {
  /// Sitta's version.
  public static let version = "0.1.0"

  static let table = CommandLineTable(
    program: "sittad",
    summary: "sittad keeps a full-text index of your files fresh and answers queries.",
    options: [
      .init("config", value: "FILE", help: "Read this configuration and no other."),
      .init("root", value: "DIR", help: "Index this folder; may be given several times."),
      .init("state", value: "DIR", help: "Keep the index in this folder."),
      .init("socket", value: "PATH", help: "Answer queries here."),
      .init(
        "log-level", value: "LEVEL", choices: LogLevel.allCases.map(\.rawValue),
        help: "What to log: error, warning, info or debug."),
      .init("check-config", help: "Check the configuration and end."),
    ],
    closing: """
      It stays in the foreground; systemd or a terminal takes its messages.
      Exit codes: 0 ended in order, 1 could not work, 2 wrong usage or configuration.
      """)

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
    if parsed.has("version") { return .show("sittad \(version)\n") }
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
    var configuration = try ConfigurationReader(home: home).read(
      only: parsed.bytes(of: "config").map(path),
      folders: [
        FilePath.root.appending("etc").appending("sitta"), configurationHome.appending("sitta"),
      ])
    let text = try configuration.text.load()
    if parsed.has("check-config") { return .checked }
    let roots = try parsed.allBytes(of: "root").map(path)
    if !roots.isEmpty { configuration.roots = roots }
    if let level = parsed.text(of: "log-level").flatMap(LogLevel.init) {
      configuration.logLevel = level
    }
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
        configuration: configuration, text: text, roots: configuration.roots ?? [home],
        state: state, socket: socket))
  }
}

/// Where a daemon works and how.
public struct DaemonSettings: Sendable {
  /// The configuration, with what the command line changed.
  let configuration: ServiceConfiguration
  /// How words are found.
  let text: TextSettings
  /// The folders whose files are indexed.
  let roots: [FilePath]
  /// The folder of the index.
  let state: FilePath
  /// Where queries are answered; nil where only an inherited socket can tell.
  let socket: FilePath?
}
