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

  @Test func `A path of any bytes is remembered, and a folder instead of what is in it`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    #expect(forgotten.paths.isEmpty)
    let odd = FilePath.root.appending([0x61, 0x0a, 0xff, 0x25])
    try forgotten.insert(odd)
    try forgotten.insert("/a/b/c")
    try forgotten.insert("/a/bc")
    #expect(try stored() == [odd, "/a/b/c", "/a/bc"])
    try forgotten.insert("/a/b")
    #expect(try stored() == [odd, "/a/b", "/a/bc"])
    #expect(forgotten.paths == (try stored()))
  }

  @Test func `Nothing is left of the last path, not even the file`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try forgotten.insert("/a/b")
    try forgotten.insert("/a/c")
    try forgotten.remove("/a")
    #expect(try stored().isEmpty)
    #expect(try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names == [])
  }

  @Test func `A rename is followed, and the old name stays`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try forgotten.insert("/a/b")
    #expect(try !forgotten.rename("/x", to: "/y") { _ in true })
    #expect(try forgotten.rename("/a", to: "/z/a") { _ in true })
    #expect(try stored() == ["/a/b", "/z/a/b"])
    #expect(try !forgotten.rename("/z/a", to: "/a") { _ in true }, "There is nothing new.")
  }
}
