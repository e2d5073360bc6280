import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct ForgottenPathsTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// The paths that the next daemon reads from the file.
  func stored() throws -> Set<FilePath> {
    try ForgottenPaths(in: folder.path).paths
  }

  private func change(
    _ forgotten: inout ForgottenPaths, _ body: (inout ForgottenNames) -> Void
  ) throws {
    var names = forgotten.names
    body(&names)
    try forgotten.replace(with: names)
  }

  @Test func `A path of any bytes is remembered, and a folder instead of what is in it`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    #expect(forgotten.paths.isEmpty)
    let odd = FilePath.root.appending([0x61, 0x0a, 0xff, 0x25])
    try change(&forgotten) { $0.insert(odd) }
    try change(&forgotten) { $0.insert("/a/b/c") }
    try change(&forgotten) { $0.insert("/a/bc") }
    #expect(try stored() == [odd, "/a/b/c", "/a/bc"])
    try change(&forgotten) { $0.insert("/a/b") }
    #expect(try stored() == [odd, "/a/b", "/a/bc"])
    #expect(forgotten.paths == (try stored()))
  }

  @Test func `Nothing is left of the last path in any byte`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.insert("/a/b") }
    try change(&forgotten) { $0.insert("/a/c") }
    try change(&forgotten) { $0.remove("/a") }
    #expect(try stored().isEmpty)
    for name in ["forgotten", "forgotten.new"] {
      #expect(try folder[name].contents().allSatisfy { $0 == 0x0a })
    }
  }

  @Test func `What is not erased yet is remembered, and left out only if it was named`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    var names = forgotten.names
    names.insert("/a/b")
    names.addUnerased(["/a/b", "/x"])
    try forgotten.adopt(names)
    var next = try ForgottenPaths(in: folder.path)
    #expect(next.unerased == ["/a/b", "/x"])
    #expect(next.paths == ["/a/b"])
    names.removeUnerased(["/x"])
    try next.adopt(names)
    #expect(try ForgottenPaths(in: folder.path).unerased == ["/a/b"])
    names.remove("/a")
    try next.adopt(names)
    #expect(try ForgottenPaths(in: folder.path).unerased == [])
  }

  @Test func `A rename of what is not erased yet is written`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.addUnerased(["/a/b"]) }
    let hasChanged = forgotten.rename("/a", to: "/c", isFolder: true, at: 0) { _ in true }
    #expect(hasChanged)
    #expect(try ForgottenPaths(in: folder.path).unerased == ["/a/b", "/c/b"])
  }

  @Test func `What cannot be written is remembered in memory, and written later`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    let obstacle = folder["forgotten.new"]
    try obstacle.removeFile()
    try obstacle.makeDirectory()
    var names = forgotten.names
    names.addUnerased(["/x"])
    #expect(throws: SystemError.self) { try forgotten.adopt(names) }
    #expect(forgotten.unerased == ["/x"])
    #expect(try ForgottenPaths(in: folder.path).unerased == [])
    try obstacle.removeTree()
    try forgotten.writeChanges()
    #expect(try ForgottenPaths(in: folder.path).unerased == ["/x"])
  }

  @Test func `No file needs a free block for a list that is not much longer`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    func sizes() throws -> [Int64] {
      try ["forgotten", "forgotten.new"].map { try FileStatus(of: folder[$0]).size }
    }
    let before = try sizes()
    #expect(before == [65_536, 65_536])
    func add(_ count: Int) throws {
      try change(&forgotten) { names in
        for number in 0..<count { names.insert(FilePath.root.appending("a\(number)")) }
      }
    }
    try add(300)
    #expect(try sizes() == before)
    try add(8_000)
    let text = try folder["forgotten"].contents().count { $0 != 0x0a }
    #expect(try sizes().allSatisfy { $0 >= text * 3 / 2 })
    #expect(try stored().count == 8_000)
  }

  @Test func `A rename is followed, and the old name stays`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.insert("/a/b") }
    let isOther = forgotten.rename("/x", to: "/y", at: 0) { _ in true }
    #expect(!isOther)
    let isNew = forgotten.rename("/a", to: "/z/a", at: 0) { _ in true }
    #expect(isNew)
    #expect(try stored() == ["/a/b", "/z/a/b"])
    let isNewAgain = forgotten.rename("/z/a", to: "/a", at: 0) { _ in true }
    #expect(!isNewAgain, "There is nothing new.")
  }

  @Test func `A rename is remembered where the file cannot be written, which is tried again`()
    throws
  {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.insert("/a/b") }
    // No file can be written where a folder is.
    let obstacle = folder["forgotten.new"]
    try obstacle.removeFile()
    try obstacle.makeDirectory()
    let isNew = forgotten.rename("/a", to: "/z", at: 0) { _ in true }
    #expect(isNew)
    #expect(forgotten.paths == ["/a/b", "/z/b"])
    #expect(try stored() == ["/a/b"])
    #expect(throws: SystemError.self) { try forgotten.writeChanges() }
    try obstacle.removeTree()
    try forgotten.writeChanges()
    #expect(try stored() == ["/a/b", "/z/b"])
  }

  @Test func `Names are replaced as a whole or not at all`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.insert("/a/b") }
    try folder["forgotten.new"].removeFile()
    try folder["forgotten.new"].makeDirectory()
    #expect(throws: SystemError.self) {
      try change(&forgotten) { names in
        names.remove("/a")
        names.insert("/a")
      }
    }
    #expect(forgotten.paths == ["/a/b"])
    #expect(try stored() == ["/a/b"])
  }

  @Test func `Old names are looked for once an hour`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.insert("/a") }
    _ = forgotten.rename("/a", to: "/b", at: 0) { _ in true }
    let day = UnixTime.epoch + ForgottenNames.memory
    let first = forgotten.dropOld(at: day) { _ in false }
    let second = forgotten.dropOld(at: day + .seconds(3_599)) { _ in true }
    #expect([first, second] == [false, false])
    let third = forgotten.dropOld(at: day + .seconds(3_600)) { _ in true }
    #expect(third)
    #expect(try stored() == ["/a"])
  }
}
