import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

struct FileStatusTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test(
    arguments: [
      ("file", .regular), ("folder", .directory), ("link", .symbolicLink),
      ("dangling", .symbolicLink),
      ("fifo", .other),
    ] as [(String, FileStatus.Kind)])
  func `The kind of a link is symbolicLink`(name: String, kind: FileStatus.Kind) throws {
    try folder["file"].write("words")
    try folder["folder"].makeDirectory()
    try folder["link"].makeSymbolicLink(to: folder["file"])
    try folder["dangling"].makeSymbolicLink(to: folder["nowhere"])
    try folder["fifo"].makeFIFO()
    let status = try FileStatus(of: folder[name])
    #expect(status.kind == kind)
    let open = try FileDescriptor(openingDirectory: folder.path)
    #expect(try FileStatus(of: Array(name.utf8), in: open) == status)
  }

  @Test func `An open file and its path have the same status`() throws {
    let path = folder[[0xff, 0xfe]]
    try path.write("words")
    try path.setPermissions(0o640)
    let status = try FileStatus(of: path)
    #expect(try FileDescriptor(opening: path, flags: O_RDONLY).status() == status)
    #expect(status.size == 5)
    #expect(status.permissions == 0o640)
    #expect(status.owner == ProcessEnvironment.user)
  }

  @Test func `A hard link has the same inode, a copy another`() throws {
    try folder["a"].write("words")
    try folder["b"].makeHardLink(to: folder["a"])
    try folder["c"].write("words")
    let status = try ["a", "b", "c"].map { try FileStatus(of: folder[$0]) }
    #expect(status[0] == status[1])
    #expect(status[0].inode != status[2].inode)
    #expect(status[0].device == status[2].device)
  }

  @Test(
    arguments: [
      (0, 0, 0), (1, 999_999_999, 1_999_999_999), (-1, 1, -999_999_999),
      (9_223_372_036, 854_775_807, .max), (9_223_372_036, 854_775_808, .max),
      (9_300_000_000, 0, .max), (.max, 0, .max), (.min, 0, .min),
    ] as [(Int, Int, Int64)])
  func `A time is in nanoseconds, clamped to the range`(
    seconds: Int, nanoseconds: Int, expected: Int64
  ) {
    var buffer = stat()
    buffer.st_mtim = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    buffer.st_ctim = timespec(tv_sec: 1, tv_nsec: 2)
    #expect(FileStatus(buffer).modified.nanoseconds == expected)
    #expect(FileStatus(buffer).changed.nanoseconds == 1_000_000_002)
  }
}
