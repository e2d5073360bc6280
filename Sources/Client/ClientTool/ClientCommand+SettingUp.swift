import Arguments
import LinuxSystem
import SearchInterface

/// The command `sitta setup`.
extension ClientCommand {
  static let setupCommand = CommandLineTable.Command(
    "setup", operands: "[DIR…]", operandCount: 0...1_000, completion: .folders,
    options: [.init("at-login", help: "Also start the daemon at each login.")],
    help: "Choose the folders to index, before the first start, and start the daemon.",
    details: [
      """
      It writes the folders into a new `~/.config/sitta/sittad.conf`; without DIR the home folder is indexed. A file \
      that is there stays as it is: then `sitta add-root` and `sitta remove-root` change the folders.
      """
    ],
    examples: [.init("setup --at-login ~/Documents ~/Mail", "two folders, from now on")])

  func setUp(_ parsed: ParsedArguments) throws -> ExitCode {
    let folders = try parsed.operands.map { try folder($0, of: "sitta setup") }
    for folder in folders {
      guard (try? FileStatus(of: folder.resolvingSymbolicLinks()))?.kind == .directory else {
        throw UsageError("'\(folder)' is no folder.")
      }
    }
    if !folders.isEmpty { try writeConfiguration(folders) }
    let connection = try DaemonConnection(option: parsed.bytes(of: "socket"))
    if parsed.has("at-login"), !connection.enable() {
      throw Failure(
        code: .failed,
        sentence: """
          sittad was not enabled at login: systemctl --user enable --now sittad.socket sittad.service failed, or there \
          is no systemd here. What is to be indexed is written; start it with: sittad
          """)
    }
    let status = try connection.open(timeout: .seconds(30)).status()
    try output.write(StatusText.lines(for: status.roots).map { $0 + "\n" }.joined())
    return .found
  }

  /// Whether neither an index nor a configuration of this person exists, so that nothing was chosen yet.
  static var isFirstRun: Bool {
    guard ProcessEnvironment.variable("SITTA_SOCKET") == nil, let file = configurationFile,
      let state = ProcessEnvironment.stateHome?.appending("sitta")
    else { return false }
    return !state.exists && !file.exists
  }

  private static var configurationFile: FilePath? {
    (ProcessEnvironment.path(in: "XDG_CONFIG_HOME")
      ?? ProcessEnvironment.home?.appending(".config"))?
      .appending("sitta").appending("sittad.conf")
  }

  private func writeConfiguration(_ folders: [FilePath]) throws {
    guard let file = Self.configurationFile else {
      throw Failure(code: .failed, sentence: "The home folder is unknown: set HOME.")
    }
    let names = folders.compactMap(\.utf8).filter { !$0.contains(where: \.isNewline) }
    guard names.count == folders.count else {
      throw Failure(
        code: .failed,
        sentence: "A name is not valid UTF-8 or has a line feed; no file can name it.")
    }
    let lines = names.map { "Roots=\(ConfigurationLines.quoted($0))\n" }
    let text =
      "# Written by 'sitta setup'. All settings: man sittad.conf\n[Index]\n\(lines.joined())"
    try file.parent.makeDirectory()
    do throws(SystemError) {
      try FileDescriptor.createFile(at: file, permissions: 0o600, with: Array(text.utf8))
    } catch {
      guard file.exists else { throw error }
      // It was written before, and the daemon did not start.
      let content = try? FileDescriptor(openingOwn: file).read(
        upTo: 1 << 20, expecting: text.utf8.count)
      if content == Array(text.utf8) { return }
      throw Failure(
        code: .failed,
        sentence: """
          '\(file)' exists and stays as it is. Add the folders with 'sitta add-root', or write Roots= lines into it.
          """)
    }
    output.note("Wrote '\(file)'.")
  }
}
