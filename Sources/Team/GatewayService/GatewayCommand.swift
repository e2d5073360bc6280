package import Arguments
import LinuxSystem
import SearchInterface
import TeamProgram

/// The command line of `sitta-gateway`.
package struct GatewayCommand: Sendable {
  /// The options.
  package static let table = CommandLineTable(
    program: "sitta-gateway",
    summary: "answers searches in a team's index, for each reader what they may read",
    details: [
      """
      It listens on a Unix socket, and knows from the kernel who asks. It speaks the interface of sittad, so sitta \
      --socket, sitta --host and assistants search in it. It stays in the foreground until a signal ends it.
      """
    ],
    options: [
      .init("config", value: "FILE", completion: .files, help: "Read this configuration file."),
      .init("check", help: "Print the sources of the database, and end."),
    ],
    exitCodes: [
      (0, "ended normally"), (1, "could not work"), (2, "wrong usage or configuration"),
    ])

  /// What a command line requests.
  package enum Action: Equatable, Sendable {
    case show(String)
    case check(GatewayConfiguration)
    case serve(GatewayConfiguration)
  }

  /// Reads the command line and the configuration.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the action.
  /// - Throws: an error with the mistake.
  package static func action(for arguments: [[UInt8]]) throws -> Action {
    let parsed = try table.parse(arguments)
    if parsed.has("help") { return .show(table.help) }
    if parsed.has("version") { return .show("sitta-gateway \(Release.version)\n") }
    let usual = FilePath.root.appending("etc").appending("sitta").appending("gateway.conf")
    let configuration = try GatewayConfiguration(
      ConfigurationFile(
        option: parsed.bytes(of: "config"), orIn: [usual], section: GatewayConfiguration.section))
    return parsed.has("check") ? .check(configuration) : .serve(configuration)
  }
}
