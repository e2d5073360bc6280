import LinuxSystem
import TestSupport
import Testing

@testable import IndexService

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

  @Test func `A rename is followed`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try forgotten.insert("/a/b")
    #expect(try !forgotten.rename("/x", to: "/y"))
    #expect(try forgotten.rename("/a", to: "/z/a"))
    #expect(try stored() == ["/z/a/b"])
  }

  @Test func `What was exchanged is remembered by both paths`() throws {
    var forgotten = try ForgottenPaths(in: folder.path)
    try forgotten.insert("/a/diary")
    #expect(try !forgotten.exchange("/x", with: "/y"))
    #expect(try forgotten.exchange("/a/diary", with: "/a/diary.new"))
    #expect(try stored() == ["/a/diary", "/a/diary.new"])
    #expect(try !forgotten.exchange("/a/diary", with: "/a/diary.new"))
  }
}
