import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

struct SecretTests {
  let rules = SelectionRules(roots: ["/h", "/k/.ssh"], includesHidden: true)

  @Test(
    arguments: SecretNames.keptOut.flatMap { content, paths in paths.map { ($0, content) } })
  func `What may hold secrets is left out`(path: String, content: String) throws {
    let path = try #require(FilePath(absolute: path))
    guard case .excluded(.secret(_, let found, let place)) = rules.verdict(on: path) else {
      Issue.record("'\(path)' is no secret.")
      return
    }
    #expect(found == content)
    #expect(path.isInside(place))
  }

  @Test(arguments: SecretNames.letIn)
  func `What only sounds like it is not`(path: String) throws {
    #expect(rules.verdict(on: try #require(FilePath(absolute: path))).isIncluded)
  }

  @Test func `The tables have at least 105 names each`() {
    #expect(SecretNames.keptOut.flatMap(\.paths).count >= 105)
    #expect(SecretNames.letIn.count >= 105)
  }

  @Test(arguments: SecretNames.keptOut.flatMap(\.paths))
  func `They are indexed where they are asked for`(path: String) throws {
    var rules = rules
    rules.includesSecrets = true
    #expect(rules.verdict(on: try #require(FilePath(absolute: path))).isIncluded)
  }

  @Test func `Patterns are in small letters, as names are held against them`() {
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
  func `A backup has the name of what it is of`(name: String, originals: [String]) {
    let found = BackupName.originals(of: Array(name.utf8), by: .all)
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == originals)
  }

  @Test func `However often a name is marked, few originals are looked up`() {
    let name = Array("id_rsa".utf8) + Array(String(repeating: ".bak~", count: 50).utf8)
    #expect(BackupName.originals(of: name, by: .all).count < 20)
  }
}
