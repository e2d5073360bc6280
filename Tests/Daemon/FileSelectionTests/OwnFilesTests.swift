import LinuxSystem
import TestSupport
import Testing

@testable import FileSelection

struct OwnFilesTests {
  let folder: TemporaryDirectory
  private var own: FilePath { folder["state"] }

  init() throws {
    folder = try TemporaryDirectory()
    try folder["state/index"].write("pages")
    try folder["second"].makeHardLink(to: folder["state/index"])
    try folder["one"].write("words")
    try folder["two"].makeHardLink(to: folder["one"])
  }

  private func contains(_ name: String) throws -> Bool {
    OwnFiles(in: [own]).contain(try FileStatus(of: folder[name]))
  }

  @Test func `A hard link to a file of the index is recognized, one to another file is not`() throws
  {
    #expect(try contains("second"))
    #expect(try !contains("two"))
  }

  @Test func `A file that is added later is recognized`() throws {
    let files = OwnFiles(in: [own])
    let other = try FileStatus(of: folder["two"])
    #expect(!files.contain(other))
    try folder["state/three"].makeHardLink(to: folder["one"])
    #expect(files.contain(try FileStatus(of: folder["two"])))
    try folder["state/three"].removeFile()
    #expect(!files.contain(other))
  }

  @Test func `Without the folder there are no own files`() throws {
    try own.rename(to: folder["elsewhere"])
    #expect(try !contains("two"))
  }

  @Test
  func `If the folder cannot be read, every file with several names counts as a file of the index`()
    throws
  {
    try own.rename(to: folder["elsewhere"])
    try own.makeSymbolicLink(to: own)
    #expect(try contains("two"))
  }
}
