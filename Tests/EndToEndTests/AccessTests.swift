import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Who may read files, with `Access=yes`: on the disk and in `Changes`.
@Suite(.timeLimit(.minutes(15)))
final class AccessTests: AccessFixture {
  @Test func `Files, folders and those above the root have their rules`() throws {
    let daemon = try daemon()
    var feed = AccessFeed()
    try feed.update(from: daemon)
    let own = "\(ProcessEnvironment.user):\(try FileStatus(of: note).group)"
    #expect(feed.files == [note.uri: "\(own):u::r--,g::r--,o::r--"])
    for path in folders {
      #expect(feed.entries(ofFolder: path) == "u::--x,g::--x,o::--x", "\(path)")
    }
    // Every folder above has one, and `/` is never sent.
    #expect(feed.folders.count == note.components.count - 1)
    #expect(feed.folders.values.allSatisfy { $0 != nil })
  }

  @Test func `Without Access=yes nothing is recorded, and no change of a folder is a commit`()
    throws
  {
    let daemon = try daemon("")
    var feed = AccessFeed()
    try feed.update(from: daemon)
    #expect(feed.files == [note.uri: nil])
    #expect(feed.folders.values.allSatisfy { $0 == nil })
    try folder.setPermissions(0o700)
    try home["srv"].setPermissions(0o700)
    #expect(try feed.update(from: daemon) == [])
  }

  @Test func `A changed mode of a file, a folder, the root and one above it is in the feed`()
    throws
  {
    let daemon = try daemon()
    var feed = AccessFeed()
    try feed.update(from: daemon)
    for permissions in [0o600, 0o640, 0o604] as [UInt32] {
      try note.setPermissions(permissions)
      #expect(try feed.update(from: daemon) == [note.uri])
      let others = permissions == 0o604 ? "r--" : "---"
      let group = permissions == 0o640 ? "r--" : "---"
      #expect(feed.entries(of: note) == "u::r--,g::\(group),o::\(others)")
    }
    for path in folders {
      try path.setPermissions(0o710)
      #expect(try feed.update(from: daemon) == [path.uri])
      #expect(feed.entries(ofFolder: path) == "u::--x,g::--x,o::---")
      // What does not matter is no change.
      try path.setPermissions(0o750)
      #expect(try feed.update(from: daemon) == [])
    }
  }

  @Test(.enabled(if: FilePath.hasAccessLists, "The file system has no lists."))
  func `A changed list is in the feed`() throws {
    let daemon = try daemon()
    var feed = AccessFeed()
    try feed.update(from: daemon)
    #expect(note.set(accessList: "u::rw-,u:4711:r--,g::---,m::r--,o::---"))
    #expect(try feed.update(from: daemon) == [note.uri])
    #expect(feed.entries(of: note) == "u::r--,u:4711:r--,g::---,m::r--,o::---")
    #expect(note.set(accessList: "u::rw-,u:4711:---,g::---,m::r--,o::---"))
    try feed.update(from: daemon)
    #expect(feed.entries(of: note) == "u::r--,u:4711:---,g::---,m::r--,o::---")
    for path in [folder, home["srv"]] {
      #expect(path.set(accessList: "u::rwx,g::r-x,g:4711:r-x,m::r-x,o::---"))
      #expect(try feed.update(from: daemon) == [path.uri])
      #expect(feed.entries(ofFolder: path) == "u::--x,g::--x,g:4711:--x,m::--x,o::---")
    }
  }

  @Test(.enabled(if: Tool.isRoot, "Only root can change owners."))
  func `A changed owner is in the feed`() throws {
    let daemon = try daemon()
    var feed = AccessFeed()
    try feed.update(from: daemon)
    for path in [note, folder, root, home["srv"]] {
      try path.setOwner(4711, group: 4712)
      #expect(try feed.update(from: daemon) == [path.uri])
      let access = feed.files[path.uri] ?? feed.folders[path.uri] ?? nil
      #expect(access?.hasPrefix("4711:4712:") == true)
    }
  }

  @Test func `An archive gives its rule to its folder, and members inherit it`() throws {
    var inner = ZipBuilder()
    inner.add("deep.txt", "deep")
    var zip = ZipBuilder()
    zip.add("x/member.txt", "words")
    zip.add(Array("in.zip".utf8), inner.file)
    let archive = folder.appending("a.zip")
    try archive.write(zip.file)
    try archive.setPermissions(0o640)
    let daemon = try daemon()
    var feed = AccessFeed()
    try feed.update(from: daemon)
    #expect(feed.entries(of: archive) == "u::r--,g::r--,o::---")
    // The folder of the members has the URI of the file.
    #expect(feed.entries(ofFolder: archive) == "u::r--,g::r--,o::---")
    let below = "\(archive.uri)#!/"
    let members = feed.files.filter { $0.key.hasPrefix(below) }
    #expect(members.count >= 2 && members.values.allSatisfy { $0 == "inherited" })
    let folders = feed.folders.filter { $0.key.hasPrefix(below) }
    #expect(folders.count == 2 && folders.values.allSatisfy { $0 == "inherited" })
    try archive.setPermissions(0o600)
    #expect(try feed.update(from: daemon) == [archive.uri])
    #expect(feed.entries(of: archive) == "u::r--,g::---,o::---")
    #expect(feed.entries(ofFolder: archive) == "u::r--,g::---,o::---")
    let renamed = folder.appending("b.zip")
    try archive.rename(to: renamed)
    try feed.update(from: daemon)
    #expect(feed.entries(of: renamed) == "u::r--,g::---,o::---")
    #expect(feed.entries(ofFolder: renamed) == "u::r--,g::---,o::---")
  }

  @Test func `A renamed file keeps its rule, also if it is changed right after`() throws {
    let daemon = try daemon()
    var feed = AccessFeed()
    for round in 0..<5 {
      let (one, other) = (folder.appending("one\(round)"), root.appending("other\(round)"))
      try one.write("words")
      try one.setPermissions(0o644)
      try feed.update(from: daemon)
      #expect(feed.entries(of: one) == "u::r--,g::r--,o::r--")
      try one.rename(to: other)
      if round > 1 { try other.setPermissions(0o600) }
      try feed.update(from: daemon)
      let expected = round > 1 ? "u::r--,g::---,o::---" : "u::r--,g::r--,o::r--"
      #expect(feed.entries(of: other) == expected)
    }
  }

  @Test func `Quick changes end with the last one`() throws {
    let daemon = try daemon()
    var feed = AccessFeed()
    for round in 0..<20 {
      for _ in 0..<50 {
        try note.setPermissions(0o644)
        try note.setPermissions(0o600)
      }
      if round.isMultiple(of: 2) { try note.setPermissions(0o640) }
      try feed.update(from: daemon)
      let group = round.isMultiple(of: 2) ? "r--" : "---"
      #expect(feed.entries(of: note) == "u::r--,g::\(group),o::---")
    }
  }

  @Test func `A file that cannot be read, and its folder, have rules`() throws {
    let daemon = try daemon()
    var feed = AccessFeed()
    try note.setPermissions(0)
    try feed.update(from: daemon)
    #expect(feed.entries(of: note) == "u::---,g::---,o::---")
    try folder.setPermissions(0)
    try feed.update(from: daemon)
    #expect(feed.entries(ofFolder: folder) == "u::---,g::---,o::---")
    try folder.setPermissions(0o700)
  }
}
