import Arguments
import Configuration
import LinuxSystem
import TestSupport
import Testing

@testable import IndexService

/// Every call names its configuration, so that the machine's own does not matter.
struct DaemonCommandTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["conf"].write("[Index]\nRoots=/srv\nHidden=yes\n[Service]\nLogLevel=error\n")
  }

  func action(_ words: String...) throws -> DaemonCommand.Action {
    let words = words.map { Array($0.utf8) } + [Array("--config=".utf8) + folder["conf"].bytes]
    return try DaemonCommand.action(for: words)
  }

  func settings(_ action: DaemonCommand.Action) throws -> DaemonSettings {
    guard case .serve(let settings) = action else { throw Unexpected() }
    return settings
  }

  struct Unexpected: Error {}

  @Test func `The configuration holds where the command line says nothing`() throws {
    let settings = try settings(action())
    #expect(settings.roots == ["/srv"])
    #expect(settings.configuration.includesHidden)
    #expect(settings.configuration.logLevel == .error)
    #expect(settings.state.name == Array("sitta".utf8))
  }

  @Test func `The command line wins`() throws {
    let settings = try settings(
      action(
        "--root", "/a", "--root=b", "--state", "/s", "--socket", "/k", "--log-level=debug"))
    #expect(settings.roots == ["/a", try FilePath.workingDirectory().appending("b")])
    #expect(settings.configuration.roots == settings.roots)
    #expect(settings.configuration.includesHidden)
    #expect(settings.configuration.logLevel == .debug)
    #expect(settings.state == "/s")
    #expect(settings.socket == "/k")
  }

  @Test func `Without roots the home folder is indexed`() throws {
    try folder["conf"].write("")
    #expect(try settings(action()).roots == [try #require(ProcessEnvironment.home)])
  }

  @Test func `Help and version are shown, whatever the configuration says`() throws {
    try folder["conf"].write("nonsense")
    for (flag, start) in [("--help", "sittad keeps"), ("--version", "sittad 0")] {
      guard case .show(let text) = try action(flag) else { throw Unexpected() }
      #expect(text.hasPrefix(start))
      #expect(text.hasSuffix("\n"))
    }
  }

  @Test func `A configuration can be checked`() throws {
    guard case .checked = try action("--check-config") else { throw Unexpected() }
    try folder["conf"].write("nonsense")
    #expect(throws: ConfigurationError.self) { try action("--check-config") }
  }

  @Test(
    arguments: [
      ("--root=", "A path is empty. --config, --root, --state and --socket need one."),
      ("--state=", "A path is empty. --config, --root, --state and --socket need one."),
      ("extra", "'sittad' does not take 'extra'."),
      ("--log-level=loud", "--log-level takes one of error, warning, info, debug, not 'loud'."),
    ])
  func `A wrong call is refused`(word: String, sentence: String) {
    #expect(throws: UsageError(sentence)) { try action(word) }
  }
}
