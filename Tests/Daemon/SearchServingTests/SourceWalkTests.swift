import FileSelection
import LinuxSystem
import TestSupport
import Testing

@testable import SearchServing

/// What `sitta sources` counts.
struct SourceWalkTests {
  let home: TemporaryDirectory
  let source: SourceFolder

  init() throws {
    home = try TemporaryDirectory()
    source = try #require(PersonalSource.thunderbird.folders(in: home.path).first)
    try home[".thunderbird/x/Mail/a/Inbox"].write("From a")
    try home[".thunderbird/x/Mail/a/Inbox.sbd/Old"].write("From b")
    try home[".thunderbird/x/Mail/a/Empty"].write("")
    for name in ["Mail/a/Inbox.msf", "prefs.js", "storage/default"] {
      try home[".thunderbird/x/\(name)"].write("no mail")
    }
  }

  private func whole(_ rules: SelectionRules) throws -> SourceWalk {
    var walk = SourceWalk(of: source, rules)
    while !walk.isDone { try walk.next(1) { _ in } }
    return walk
  }

  @Test func `Stores are counted, and nothing else`() throws {
    let walk = try whole(SelectionRules(roots: [home.path]))
    #expect((walk.files, walk.bytes, walk.unread) == (2, 12, 0))
    #expect(walk.root == home[".thunderbird"])
  }

  @Test func `What the rules leave out is not counted, and a folder that cannot be read is told`()
    throws
  {
    var rules = SelectionRules(roots: [], excludes: [GlobPattern("Old")])
    #expect(try whole(rules).files == 1)
    rules.forgotten = [home[".thunderbird/x"]]
    #expect(try whole(rules).files == 0)
    let missing = try #require(PersonalSource.kmail.folders(in: home.path).first)
    var walk = SourceWalk(of: missing, rules)
    try walk.next(1) { _ in }
    #expect(walk.isDone && walk.unread == 0, "Hardly anybody has all programs.")
  }
}
