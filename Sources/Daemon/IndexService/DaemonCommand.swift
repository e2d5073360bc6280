public import Arguments
import Configuration
import IndexStorage
import LinuxSystem
import SearchInterface

/// The command line of `sittad`.
public struct DaemonCommand: Sendable {
  /// The options of `sittad`.
  public static let table = CommandLineTable(
    program: "sittad",
    summary: "keeps a full-text index of your files fresh and answers queries",
    details: [
      """
      It stays in the foreground until a signal ends it. Messages go to standard error, or to the \
      journal if standard error is connected to it. If systemd passes a socket, it answers there.
      """,
      """
      If the configuration is wrong, it ends and names file and line. If systemd passes a socket, it \
      stays instead: each command of `sitta` names file and line, and the first one after the \
      correction is answered.
      """,
    ],
    options: [
      .init(
        "config", value: "FILE", completion: .files, help: "Read only this configuration file."),
      .init(
        "root", value: "DIR", completion: .folders,
        help: "Index this folder; can be given several times."),
      .init("state", value: "DIR", completion: .folders, help: "Keep the index in this folder."),
      .init("socket", value: "PATH", completion: .files, help: "Answer queries on this socket."),
      .init(
        "log-level", value: "LEVEL", choices: LogLevel.allCases.map(\.rawValue),
        help: "Log error, warning, info or debug, and what is more serious."),
      .init("check-config", help: "Check the configuration, report what is wrong, and end."),
      .init(
        "survey",
        help: """
          Print what an index of the folders would have and cost as lines of JSON, the last one with everything, and \
          end; no document is opened.
          """),
    ],
    exitCodes: [
      (0, "ended normally"), (1, "could not work"), (2, "wrong usage or configuration"),
    ])

  /// What a command line requests.
  public enum Action: Sendable {
    /// Print this text and end.
    case show(String)
    /// Report that the configuration is valid, with sentences about probable mistakes, and end.
    case checked(warnings: [String])
    /// Print what an index would have, and end.
    case survey(DaemonSettings)
    /// Run the daemon.
    case serve(DaemonSettings)
  }

  /// Reads the command line, the environment and the configuration.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the action.
  /// - Throws: an error with the mistake and the allowed values.
  public static func action(for arguments: [[UInt8]]) throws -> Action {
    let parsed = try table.parse(arguments)
    if parsed.has("help") { return .show(table.help) }
    if parsed.has("version") { return .show("sittad \(Release.version)\n") }
    guard let home = ProcessEnvironment.home else {
      throw UsageError("The home folder is unknown. Set HOME.")
    }
    let base = try FilePath.workingDirectory()
    func path(_ bytes: [UInt8]) throws -> FilePath {
      guard let path = FilePath(bytes, relativeTo: base, home: home) else {
        throw UsageError("A path is empty. --config, --root, --state and --socket need one.")
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
    if parsed.has("check-config") {
      return .checked(warnings: source.warnings(about: configuration))
    }
    let state =
      try parsed.bytes(of: "state").map(path)
      ?? (ProcessEnvironment.stateHome ?? home).appending("sitta")
    let socket = try parsed.bytes(of: "socket").map(path) ?? SearchSocket.usualPath
    let settings = DaemonSettings(
      source: source, configuration: configuration, text: text, state: state, socket: socket)
    return parsed.has("survey") ? .survey(settings) : .serve(settings)
  }
}

/// The folders and settings of a daemon.
public struct DaemonSettings: Sendable {
  /// The sources of the configuration.
  let source: ConfigurationSource
  /// The configuration, including the command line.
  let configuration: ServiceConfiguration
  /// The settings for how words match.
  let text: TextSettings
  /// The folder of the index.
  let state: FilePath
  /// The path of the socket; nil if only systemd can provide one.
  let socket: FilePath?

  /// The folders to index.
  var roots: [FilePath] { source.roots(of: configuration) }
}
