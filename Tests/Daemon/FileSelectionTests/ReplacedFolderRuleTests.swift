import FileSelection
import LinuxSystem
import TestSupport
import Testing

/// Files in a root whose folder was replaced by a symbolic link.
struct ReplacedFolderRuleTests {
  let folder: TemporaryDirectory
  let rules: SelectionRules

  init() throws {
    folder = try TemporaryDirectory()
    rules = SelectionRules(roots: [folder["r"]])
    try folder["r/d/file"].write("inside")
    try folder["outside/file"].write("foreign")
    try folder["outside/.sittaignore"].write("*")
    try folder["outside/e/CACHEDIR.TAG"].write("Signature: 8a477f597d28d172789f06886806bc55")
    try folder["r/link"].makeSymbolicLink(to: folder["outside"])
  }

  @Test func `Nothing is opened through a link below a root`() throws {
    #expect(try rules.status(of: folder["r/d/file"]).kind == .regular)
    #expect(try rules.status(of: folder["r/link"]).kind == .symbolicLink)
    #expect(try rules.open(folder: folder["r/d"]).status().kind == .directory)
    #expect(try rules.open(file: folder["r/d/file"]).status().kind == .regular)
    #expect(throws: SystemError.self) { try rules.status(of: folder["r/link/file"]) }
    #expect(throws: SystemError.self) { _ = try rules.open(file: folder["r/link/file"]) }
    #expect(throws: SystemError.self) { _ = try rules.open(folder: folder["r/link/e"]) }
  }

  @Test func `A path outside of the roots is opened directly`() throws {
    #expect(try rules.status(of: folder["outside/file"]).kind == .regular)
    #expect(try rules.open(folder: folder["outside/e"]).status().kind == .directory)
    #expect(try rules.open(file: folder["outside/file"]).status().kind == .regular)
  }

  @Test func `A root below a link is opened`() throws {
    try folder["above"].makeSymbolicLink(to: folder.path)
    let rules = SelectionRules(roots: [folder["above/r"]])
    #expect(try rules.status(of: folder["above/r/d/file"]).kind == .regular)
    #expect(throws: SystemError.self) { try rules.status(of: folder["above/r/link/file"]) }
  }

  @Test func `A rule file below a link is ignored`() {
    var selector = FileSelector(
      rules: rules, gitPaths: GitPaths(home: folder["home"], system: folder["home/system"]))
    #expect(selector.verdict(on: folder["r/link/file"]).isIncluded)
    #expect(selector.verdict(on: folder["r/link/e/file"]).isIncluded)
  }
}
