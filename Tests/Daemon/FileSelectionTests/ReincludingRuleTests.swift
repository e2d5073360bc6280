import FileSelection
import LinuxSystem
import TestSupport
import Testing

struct ReincludingRuleTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for (name, text) in [
      (".ignore", "*.log\n!keep.log\n\nbuild/*\n!build/out/\n"), ("a.log", ""), ("keep.log", ""),
      ("build/out/x.txt", ""), ("plain.txt", ""),
    ] { try folder["r/\(name)"].write(text) }
  }

  @Test(
    arguments: [
      ("keep.log", "'!keep.log' in line 2"), ("build/out/x.txt", "'!build/out/' in line 5"),
      ("plain.txt", nil), ("a.log", nil),
    ] as [(String, String?)])
  func `The line that includes a path or its folder again is named`(
    name: String, rule: String?
  ) {
    var selector = FileSelector(rules: SelectionRules(roots: [folder["r"]]))
    let found = selector.reincludingRule(on: folder["r/\(name)"], isFolder: false)
    #expect(found.map(\.description) == rule.map { "\($0) of '\(folder["r/.ignore"])'" })
  }
}
