package import Arguments
import LinuxSystem
import SearchInterface
import TeamProgram

/// The command line of `sitta-feed`.
package struct FeedCommand: Sendable {
  /// The options.
  package static let table = CommandLineTable(
    program: "sitta-feed",
    summary: "copies the index of a sittad into a database of PostgreSQL, for a team",
    details: [
      """
      It stays in the foreground until a signal ends it, and follows each change of the index. What cannot be reached is \
      tried again after 50 ms, up to 30 s. Nothing waits anywhere else: the index itself has what the database lacks.
      """
    ],
    options: [
      .init("config", value: "FILE", completion: .files, help: "Read this configuration file."),
      .init(
        "set-up",
        help: """
          Make the tables in the database, or bring them up to date, and end. Connect as the owner of the database for it.
          """),
      .init("check", help: "Print how far the database is, and end."),
    ],
    exitCodes: [
      (0, "ended normally"), (1, "could not work"), (2, "wrong usage or configuration"),
    ])

  /// What a command line requests.
  package enum Action: Equatable, Sendable {
    case show(String)
    case setUp(FeedConfiguration)
    case check(FeedConfiguration)
    case follow(FeedConfiguration)
  }

  /// Reads the command line and the configuration.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the action.
  /// - Throws: an error with the mistake.
  package static func action(for arguments: [[UInt8]]) throws -> Action {
    let parsed = try table.parse(arguments)
    if parsed.has("help") { return .show(table.help) }
    if parsed.has("version") { return .show("sitta-feed \(Release.version)\n") }
    let configuration = try configuration(parsed.bytes(of: "config"))
    if parsed.has("set-up") { return .setUp(configuration) }
    return parsed.has("check") ? .check(configuration) : .follow(configuration)
  }

  private static func configuration(_ option: [UInt8]?) throws -> FeedConfiguration {
    let folders = [
      ProcessEnvironment.path(in: "XDG_CONFIG_HOME")
        ?? ProcessEnvironment.home?.appending(".config"),
      FilePath.root.appending("etc"),
    ].compactMap { $0?.appending("sitta") }
    let file = try ConfigurationFile(
      option: option, orIn: folders.map { $0.appending("feed.conf") },
      section: FeedConfiguration.section)
    return try FeedConfiguration(file, hostName: ProcessEnvironment.hostName)
  }
}
