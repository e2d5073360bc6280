import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

struct SecretTests {
  let rules = SelectionRules(roots: ["/h", "/k/.ssh"], includesHidden: true)

  @Test(
    arguments: SecretNames.keptOut.flatMap { content, paths in paths.map { ($0, content) } })
  func `A file that may hold secrets is left out`(path: String, content: String) throws {
    let path = try #require(FilePath(absolute: path))
    guard case .excluded(.secret(_, let found, let matched)) = rules.verdict(on: path) else {
      Issue.record("'\(path)' is not a secret.")
      return
    }
    #expect(found == content)
    #expect(path.isInside(matched))
  }

  @Test(arguments: SecretNames.letIn)
  func `A name that only resembles a secret is not left out`(path: String) throws {
    #expect(rules.verdict(on: try #require(FilePath(absolute: path))).isIncluded)
  }

  @Test func `The tables have at least 105 names each`() {
    #expect(SecretNames.keptOut.flatMap(\.paths).count >= 105)
    #expect(SecretNames.letIn.count >= 105)
  }

  @Test(arguments: SecretNames.keptOut.flatMap(\.paths))
  func `Secrets are indexed if the configuration says so`(path: String) throws {
    var rules = rules
    rules.includesSecrets = true
    #expect(rules.verdict(on: try #require(FilePath(absolute: path))).isIncluded)
  }

  @Test func `Patterns are in small letters, like the names that they are matched with`() {
    for secret in Secret.all { #expect(secret.pattern == secret.pattern.lowercased()) }
  }

  @Test(
    arguments: [
      ("a", ["a"]), ("a.md", ["a.md"]), ("a~", ["a~", "a"]), ("~", ["~"]), ("#", ["#"]),
      ("a.~12~", ["a.~12~", "a"]), ("a~12~", ["a~12~", "a~12"]), (".bak", [".bak"]),
      ("a.bak.old~", ["a.bak.old~", "a.bak.old", "a.bak", "a"]),
      (".a.swp", [".a.swp", ".a", "a"]), ("(copy)", ["(copy)"]), (" (copy)", [" (copy)"]),
      ("a (copy 2)", ["a (copy 2)", "a"]), ("a (b)", ["a (b)"]), ("##", ["##"]),
      ("", [""]), ("a.2.1", ["a.2.1", "a.2", "a"]),
    ])
  func `A backup is a secret if its original is`(name: String, originals: [String]) {
    let found = BackupName.originals(of: Array(name.utf8), by: .all)
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == originals)
  }

  @Test func `A name with many marks has few originals`() {
    let name = Array("id_rsa".utf8) + Array(String(repeating: ".bak~", count: 50).utf8)
    #expect(BackupName.originals(of: name, by: .all).count < 20)
  }
}
