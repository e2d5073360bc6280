import Glibc
import LinuxSystem
import TestSupport
import Testing

struct FileDescriptorTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test(
    arguments: [0, 1, 10, 70_000, 200_000], [0, 1, 10, 65_536, 100_000, 300_000])
  func `A read returns all bytes up to the limit`(size: Int, limit: Int) throws {
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try folder["file"].write(content)
    for expected in [size, 0, size / 2, size * 2 + 1, -1, .max] {
      let file = try FileDescriptor(opening: folder["file"], flags: O_RDONLY)
      let bytes = try file.read(upTo: limit, expecting: expected)
      #expect(bytes == Array(content.prefix(limit)), "expecting \(expected)")
    }
  }

  @Test func `The next read continues at the current offset`() throws {
    try folder["file"].write("0123456789")
    let file = try FileDescriptor(opening: folder["file"], flags: O_RDONLY)
    #expect(try file.read(upTo: 4, expecting: 10) == Array("0123".utf8))
    try folder["file"].append("ABC")
    #expect(try file.read(upTo: 100, expecting: 6) == Array("456789ABC".utf8))
    #expect(try file.read(upTo: 100, expecting: 0) == [])
  }

  @Test func `A folder cannot be read as a file`() throws {
    let file = try FileDescriptor(openingDirectory: folder.path)
    let error = #expect(throws: SystemError.self) { try file.read(upTo: 10, expecting: 10) }
    #expect(error?.code == EISDIR)
  }

  @Test func `Available bytes are appended, and no bytes are not the end of the file`() throws {
    let pipe = try Pipe()
    try pipe.reading.makeNonBlocking()
    var bytes: [UInt8] = [0x30]
    #expect(try pipe.reading.readAvailable(upTo: 10, to: &bytes) == nil)
    try pipe.writing.write(Array("12345".utf8))
    #expect(try pipe.reading.readAvailable(upTo: 3, to: &bytes) == 3)
    #expect(try pipe.reading.readAvailable(upTo: 3, to: &bytes) == 2)
    #expect(bytes == Array("012345".utf8))
    let reading = pipe.closeWriting()
    #expect(try reading.readAvailable(upTo: 10, to: &bytes) == 0)
  }

  @Test func `The non-blocking flag is added to the other flags`() throws {
    try folder["file"].write("")
    let file = try FileDescriptor(opening: folder["file"], flags: O_WRONLY | O_APPEND)
    try file.makeNonBlocking()
    let flags = fcntl(file.number, F_GETFL)
    #expect(flags & O_APPEND != 0 && flags & O_NONBLOCK != 0)
  }

  @Test func `A descriptor is not inherited by child processes`() throws {
    let file = try FileDescriptor(openingDirectory: folder.path)
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    let pipe = try Pipe()
    #expect(fcntl(pipe.reading.number, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(pipe.writing.number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `A new file is private and has all written bytes`() throws {
    let content = [UInt8](repeating: 0x61, count: 3_000_000)
    let path = folder["file"]
    try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL).write(content)
    #expect(try path.contents() == content)
    #expect(try FileStatus(of: path).permissions == 0o600)
  }

  @Test(.timeLimit(.minutes(15))) func `Opening a FIFO does not block`() throws {
    try folder["fifo"].makeFIFO()
    let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
    let fifo = try FileDescriptor(opening: folder["fifo"], flags: flags)
    #expect(try fifo.status().kind == .other)
  }

  @Test(arguments: ["file", "link"])
  func `Only a folder is opened as a folder, not a link to one`(name: String) throws {
    try folder["file"].write("")
    try folder["folder"].makeDirectory()
    try folder["link"].makeSymbolicLink(to: folder["folder"])
    let expected = SystemError(code: ENOTDIR, attempt: "Cannot open", path: folder[name])
    #expect(throws: expected) { _ = try FileDescriptor(openingDirectory: folder[name]) }
  }
}
