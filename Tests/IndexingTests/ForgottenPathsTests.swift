import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

struct ForgottenPathsTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// What the file says to the next daemon.
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

  @Test func `Nothing is left of the last path, not even the file`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try change(&forgotten) { $0.insert("/a/b") }
    try change(&forgotten) { $0.insert("/a/c") }
    try change(&forgotten) { $0.remove("/a") }
    #expect(try stored().isEmpty)
    #expect(try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names == [])
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
    // Nobody can write a file where a folder is.
    let obstacle = folder["forgotten.new"]
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
