import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import SearchServing

struct ExclusionWalkTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for folder in ["a", "a/.git", "a/node_modules", "b", "b/.hid"] {
      try home[folder].makeDirectory()
    }
    for file in ["a/x.txt", "a/.y", "a/.git/config", "a/node_modules/m.js", "b/id_rsa", "b/.hid/z"]
    {
      try home[file].write("x")
    }
  }

  private func walk(in folder: FilePath, roots: [FilePath]) -> ExclusionWalk {
    ExclusionWalk(SelectionRules(roots: roots), in: folder)
  }

  private func all(_ walk: ExclusionWalk, limit: Int = 100) throws -> [String] {
    var (walk, found) = (walk, [ExclusionWalk.Entry]())
    while !walk.isDone { found += try walk.next(entryLimit: limit, folderLimit: 1) { _ in } }
    #expect(walk.unread == 0)
    return found.map {
      "\($0.kind) \($0.path.description.dropFirst(home.path.description.count + 1))"
    }
  }

  @Test(arguments: [1, 2, 100])
  func `What is left out is found, however it is taken`(limit: Int) throws {
    let found = try all(walk(in: .root, roots: [home.path]), limit: limit)
    #expect(
      found.sorted() == [
        "hidden a/.git", "hidden a/.y", "hidden b/.hid", "secret b/id_rsa",
        "toolFolder a/node_modules",
      ])
    let inside = try all(walk(in: home["b"], roots: [home.path]), limit: limit)
    #expect(inside == ["hidden b/.hid", "secret b/id_rsa"])
  }

  @Test func `A root in another one is looked at once, and nothing outside of roots`() throws {
    let found = try all(walk(in: .root, roots: [home.path, home["b"]]))
    #expect(found.filter { $0 == "secret b/id_rsa" }.count == 1)
    #expect(try all(walk(in: home["a"], roots: [home["b"]])).isEmpty)
  }

  @Test func `A folder that does not answer is skipped, and counted`() throws {
    struct Hanging: Error {}
    var walk = walk(in: home.path, roots: [home.path])
    _ = try walk.next(entryLimit: 100, folderLimit: 1) { _ in }
    #expect(throws: Hanging.self) {
      try walk.next(entryLimit: 100, folderLimit: 9) { if $0 == home["a"] { throw Hanging() } }
    }
    walk.skip(home["a"])
    #expect(walk.unread == 1)
    let rest = try walk.next(entryLimit: 100, folderLimit: 9) { _ in }
    #expect(rest.map(\.path) == [home["b/.hid"], home["b/id_rsa"]])
    #expect(walk.isDone)
  }
}
