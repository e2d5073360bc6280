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
    // A file with a harmless name is a key by its old name, too.
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

  @Test func `Of files with ambiguous names the contents decide, also after a rename`() throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    var talk = ZipBuilder()
    talk.add("Index/Document.iwa", "slides")
    try daemon.home["files/talk.key"].write(talk.file)
    try daemon.home["files/answers.key"].write("1 marigold\n")
    try daemon.home["files/cacert.pem"].write(
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")
    try daemon.home["files/chain.pem"].write("A certificate\nand its key:\n" + Self.key)
    try daemon.home["files/der.key"].write([0x30, 0x82, 4, 0xa4, 2, 1, 0, 0, 1])
    try daemon.home["files/notes.txt"].write("How it looks:\n" + Self.key)
    let names = ["answers.key", "cacert.pem", "notes.txt", "talk.key"]
    #expect(try listed(daemon) == names)
    let explained = try daemon.sitta(["explain", "\(daemon.home["files/chain.pem"])"])
    #expect(explained.outputText.contains("matches '*chain*.pem' and may hold private keys"))
    try daemon.home["files/notes.txt"].rename(to: daemon.home["files/notes.key"])
    #expect(try listed(daemon) == names.filter { $0 != "notes.txt" })
    #expect(try daemon.found("marigold") == [daemon.home["files/answers.key"]])
    try daemon.home["files/notes.key"].write("Only words.\n")
    #expect(try listed(daemon).contains("notes.key"))
  }

  @Test func `Compressed secrets stay out, in folders and in archives`() throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    for name in ["etc/shadow", "home.nmconnection", "terraform.tfstate", "id_rsa", "notes"] {
      let file = daemon.home["files/\(name)"]
      try file.write("marigold\n")
      try Tool.run("/bin/gzip", "\(file)")
    }
    var archive = ZipBuilder()
    archive.add("id_rsa.gz", "marigold")
    archive.add(#"ann\.ssh\config"#, "marigold")
    archive.add(#"ann/x\id_rsa.old"#, "marigold")
    archive.add("deploy.key", "words\n" + Self.key)
    archive.add("plain.key", "marigold")
    try daemon.home["files/all.zip"].write(archive.file)
    let found = try daemon.locations("marigold").map { "\($0)" }.sorted()
    let files = "\(daemon.files)"
    #expect(found == ["\(files)/all.zip!/plain.key", "\(files)/notes.gz"])
  }
}
