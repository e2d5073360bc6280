import Glibc
import LinuxSystem
import TestSupport
import Testing

struct FileLockTests {
  let folder: TemporaryDirectory
  let path: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    path = folder["lock"]
  }

  /// Tries to take the lock and releases it at once.
  func attempt() throws -> (isTaken: Bool, holder: Int32?) {
    do {
      _ = try FileLock(at: path)
      return (true, nil)
    } catch let held as FileLock.Held {
      return (false, held.process)
    }
  }

  @Test func `A second process gets the number of the process that has the lock`() throws {
    // More digits than a process number has, from a former owner.
    try path.write("12345678901234567890\n")
    let lock = try FileLock(at: path)
    #expect(try path.text() == "\(getpid())\n")
    #expect(try attempt() == (false, getpid()))
    #expect(try attempt() == (false, getpid()))
    _ = consume lock
    #expect(try attempt() == (true, nil))
    #expect(try attempt() == (true, nil))
  }

  @Test(arguments: ["", "\n", "nobody\n", "99999999999999999999\n"])
  func `A lock without a process number has an unknown owner`(content: String) throws {
    try path.write(content)
    let other = try FileDescriptor(opening: path, flags: O_RDWR)
    try #require(flock(other.number, LOCK_EX) == 0)
    #expect(try attempt() == (false, nil))
  }

  @Test(.timeLimit(.minutes(15)))
  func `The lock ends with its process, however that ends`() throws {
    let program = try #require(FilePath(absolute: "/usr/bin/flock"))
    let words = ["--no-fork", "\(path)", "sh", "-c", "echo ready; exec sleep 1000"]
    let pipe = try Pipe()
    let child = try ChildProcess(
      .init(program, words.map { Array($0.utf8) }), output: .descriptor(pipe.writing.number))
    let output = pipe.closeWriting()
    #expect(try output.read(upTo: 6, expecting: 6) == Array("ready\n".utf8))
    #expect(try attempt() == (false, nil))
    try child.send(signal: SIGKILL)
    #expect(try child.wait(until: .now + .seconds(20)) == .killed(signal: SIGKILL))
    #expect(try attempt() == (true, nil))
  }

  /// A process that started on a full disk has no lock file and only the lock of the folder.
  @Test func `A lock without a lock file counts`() throws {
    let other = try FileDescriptor(openingDirectory: folder.path)
    try #require(flock(other.number, LOCK_EX | LOCK_NB) == 0)
    #expect(try attempt() == (false, nil))
    // The number in the file belongs to a former owner.
    try path.write("\(Int32.max)\n")
    #expect(try attempt() == (false, nil))
  }

  @Test func `The lock of the folder ends with the lock`() throws {
    let lock = try FileLock(at: path)
    let other = try FileDescriptor(openingDirectory: folder.path)
    #expect(flock(other.number, LOCK_EX | LOCK_NB) == -1)
    try path.removeFile()
    #expect(try attempt() == (false, nil), "The lock is also held without its file.")
    _ = consume lock
    #expect(flock(other.number, LOCK_EX | LOCK_NB) == 0)
  }

  @Test func `A link to another file is not followed`() throws {
    try folder["precious"].write("words")
    try path.makeSymbolicLink(to: folder["precious"])
    #expect(throws: SystemError(code: ELOOP, attempt: "Cannot open", path: path)) {
      try attempt()
    }
    #expect(try folder["precious"].text() == "words")
  }
}
