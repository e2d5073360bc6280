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

  @Test(arguments: SecretNames.ofTools + SecretNames.disguised)
  func `Names of tools, exports and compressed copies are those of secrets`(path: String) throws {
    let path = try #require(FilePath(absolute: path))
    guard case .excluded(.secret) = rules.verdict(on: path, isFolder: false) else {
      Issue.record("'\(path)' is not a secret.")
      return
    }
  }

  @Test(arguments: SecretNames.asking)
  func `Of an ambiguous name the contents decide`(path: String) throws {
    let path = try #require(FilePath(absolute: path))
    #expect(rules.verdict(on: path, isFolder: false).isIncluded)
    #expect(rules.verdict(on: path, isFolder: true).isIncluded, "A folder has no contents.")
    #expect(rules.ambiguousSecret(at: path) != nil)
  }

  @Test(arguments: SecretNames.ordinary)
  func `An ordinary name needs no look at the contents`(path: String) throws {
    let path = try #require(FilePath(absolute: path))
    #expect(rules.verdict(on: path, isFolder: false).isIncluded)
    #expect(rules.ambiguousSecret(at: path) == nil)
  }

  @Test(
    arguments: [
      (["home/ann/.ssh/config"], false), ([#"home\ann\.ssh\config"#], false),
      ([#"home/ann\.gnupg/x"#], false), (["a", "id_rsa.gz"], false),
      (["a", #"b\id_rsa.gz.bak"#], false),
      (["etc", "shadow.xz"], false), (["a", "notes.gz"], true), ([#"a\b\talk.key"#], true),
      ([#"a\server.key"#], false), (["C:", "a"], true),
    ])
  func `Members are judged by their names, with slashes and backslashes`(
    names: [String], isIncluded: Bool
  ) throws {
    var selector = FileSelector(rules: rules)
    let selection = selector.selection(in: "/h")
    let folder = try #require(selection)
    let path = names.map { Array($0.utf8) }
    let verdict = folder.verdict(onMember: path, of: Array("a.zip".utf8), size: 1)
    #expect(verdict.isIncluded == isIncluded)
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
