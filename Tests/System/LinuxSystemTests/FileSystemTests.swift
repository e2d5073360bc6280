import Glibc
import LinuxSystem
import TestSupport
import Testing

struct FileSystemTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func `A folder is created with the missing folders above it`() throws {
    let path = folder["a/b/c"]
    try path.makeDirectory(permissions: 0o750)
    #expect(try FileStatus(of: path).permissions == 0o750)
    try path.setPermissions(0o711)
    try path.makeDirectory(permissions: 0o700)
    #expect(try FileStatus(of: path).permissions == 0o711)
  }

  @Test func `A folder may be reached through a link`() throws {
    try folder["real"].makeDirectory()
    try folder["link"].makeSymbolicLink(to: folder["real"])
    try folder["link/a"].makeDirectory()
    try folder["link"].makeDirectory()
    #expect(folder["real/a"].exists)
  }

  @Test(arguments: [("file", "file"), ("file/below", "file"), ("dangling", "dangling")])
  func `No folder is created at the path of another entry`(name: String, obstacle: String) throws {
    try folder["file"].write("words")
    try folder["dangling"].makeSymbolicLink(to: folder["nowhere"])
    let path = folder[obstacle]
    let expected = SystemError(code: EEXIST, attempt: "Cannot create the folder", path: path)
    #expect(throws: expected) { try folder[name].makeDirectory() }
    #expect(try folder["file"].text() == "words")
  }

  @Test func `Processes that replace a file at the same time do not touch each other's new one`()
    throws
  {
    let path = folder["memory"]
    // Another process is just writing these.
    try folder[".memory.new"].write("half")
    try folder[".memory.1.new"].write("half")
    try path.replaceContent(with: Array("mine".utf8), isShared: true)
    #expect(try path.text() == "mine")
    #expect(try folder[".memory.new"].text() == "half")
    #expect(try folder[".memory.1.new"].text() == "half")
    // If a file has one writer, it removes the file that a killed process has left.
    try path.replaceContent(with: Array("again".utf8))
    #expect(try path.text() == "again")
    #expect(!folder[".memory.new"].exists)
  }

  @Test func `A rename replaces the entry at the new path`() throws {
    try folder["a"].write("new")
    try folder["b"].write("old")
    try folder["a"].rename(to: folder["b"])
    #expect(try folder["b"].text() == "new")
    #expect(!folder["a"].exists)
    #expect(throws: SystemError(code: ENOENT, attempt: "Cannot rename", path: folder["a"])) {
      try folder["a"].rename(to: folder["c"])
    }
  }

  @Test func `Removing a missing file is not an error, removing a folder is`() throws {
    try folder["a"].write("")
    try folder["a"].removeFile()
    #expect(!folder["a"].exists)
    try folder["a"].removeFile()
    try folder["b"].makeDirectory()
    #expect(throws: SystemError(code: EISDIR, attempt: "Cannot remove", path: folder["b"])) {
      try folder["b"].removeFile()
    }
  }

  @Test func `All links of a path are followed`() throws {
    let real = folder[[0xff, 0xfe]]
    try real.write("")
    try folder["a"].makeSymbolicLink(to: real)
    try folder["b"].makeSymbolicLink(to: folder["a"])
    #expect(try folder["b"].resolvingSymbolicLinks() == real)
    #expect(
      throws: SystemError(code: ENOENT, attempt: "Cannot resolve the links of", path: folder["c"])
    ) {
      try folder["c"].resolvingSymbolicLinks()
    }
  }

  @Test func `The working directory is that of the kernel`() throws {
    let link = try #require(FilePath(absolute: "/proc/self/cwd"))
    #expect(try FilePath.workingDirectory() == link.resolvingSymbolicLinks())
  }
}
