import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Files that are private keys stay out of the index whatever they are called.
@Suite(.timeLimit(.minutes(15)))
struct PrivateKeyTests {
  private static let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\nmarigold\n"

  /// The documents, by their names.
  private func listed(_ daemon: RunningDaemon) throws -> [String] {
    try daemon.listed().map { String(decoding: $0.name, as: UTF8.self) }.sorted()
  }

  @Test func `A key is neither found by its text nor by its name nor by its title`() throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    let key = daemon.home["files/deploy.md"]
    try key.write("# Deployment\n\n" + Self.key)
    try daemon.home["files/about keys.md"].write("# Deployment\n\nHow one begins:\n" + Self.key)
    #expect(try daemon.found("deployment") == [daemon.home["files/about keys.md"]])
    #expect(try daemon.found("name:deploy").isEmpty)
    #expect(try listed(daemon) == ["about keys.md"])
    let explained = try daemon.sitta(["explain", "\(key)"])
    #expect(
      explained.outputText.contains("begins with '-----BEGIN OPENSSH PRIVATE KEY-----'"))
    #expect(explained.outputText.contains("Secrets=yes"))
    var parameters = ExplainMethod.Parameters(path: "\(key)")
    parameters.query = "marigold"
    let reply = try daemon.connect().explain(parameters)
    #expect(reply.rule.reason == .secret)
    #expect(reply.rule.pattern == "-----BEGIN OPENSSH PRIVATE KEY-----")
    #expect(!reply.found && reply.document == nil)
  }

  @Test func `A document that becomes a key goes, and comes back when it is none any more`() throws
  {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    let file = daemon.home["files/notes"]
    try file.write("marigold")
    #expect(try daemon.found("marigold") == [file])
    try file.write(Self.key)
    #expect(try listed(daemon) == [])
    try file.save(Self.key + "again")
    #expect(try listed(daemon) == [])
    try file.write("a marigold")
    #expect(try daemon.found("marigold") == [file])
    // What looks harmless by its name is a key by its old name, too.
    try file.save(Self.key)
    #expect(try listed(daemon) == [])
    try file.rename(to: daemon.home["files/other"])
    #expect(try listed(daemon) == [])
  }

  @Test func `Secrets=yes lets keys in, and they go when that is taken back`() throws {
    let home = try TemporaryDirectory()
    let configuration = home[".config/sitta/sittad.conf.d/secrets.conf"]
    let daemon = try RunningDaemon(in: home)
    try daemon.home["files/deploy"].write(Self.key)
    try daemon.home["files/note"].write("note")
    #expect(try listed(daemon) == ["note"])
    try configuration.write("[Index]\nSecrets=yes\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try listed(daemon) == ["deploy", "note"])
    #expect(try daemon.found("marigold") == [daemon.home["files/deploy"]])
    try configuration.write("[Index]\nSecrets=no\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try listed(daemon) == ["note"])
  }

  @Test func `A key that was indexed goes at the next start`() throws {
    let home = try TemporaryDirectory()
    let configuration = home[".config/sitta/sittad.conf.d/secrets.conf"]
    try configuration.write("[Index]\nSecrets=yes\n")
    let first = try RunningDaemon(in: home)
    try home["files/deploy"].write(Self.key)
    #expect(try listed(first) == ["deploy"])
    _ = try first.terminate()
    try configuration.removeFile()
    #expect(try listed(RunningDaemon(in: home)) == [])
  }
}
