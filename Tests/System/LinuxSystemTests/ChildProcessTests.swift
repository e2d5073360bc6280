import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ChildProcessTests {
  let folder: TemporaryDirectory
  let soon = ContinuousClock.now + .seconds(20)

  init() throws {
    folder = try TemporaryDirectory()
  }

  func shell(
    _ script: String, _ arguments: [[UInt8]] = [], environment: [[UInt8]]? = nil,
    directory: FilePath? = nil
  ) throws -> ChildProcess.Command {
    let program = try #require(FilePath(absolute: "/bin/sh"))
    let words = ["-c", script, "sh"].map { Array($0.utf8) }
    return ChildProcess.Command(
      program, words + arguments, environment: environment, directory: directory)
  }

  @Test func `The two outputs of a process are returned separately`() throws {
    let report = try ChildProcess.run(shell("printf out; printf err >&2"), until: soon)
    #expect(report.ending == .exited(0))
    #expect(report.output == Array("out".utf8))
    #expect(report.errors == Array("err".utf8))
  }

  @Test(
    arguments: [
      ("exit 0", .exited(0)), ("exit 3", .exited(3)), ("exit 255", .exited(255)),
      ("kill -TERM $$", .killed(signal: SIGTERM)), ("kill -KILL $$", .killed(signal: SIGKILL)),
    ] as [(String, ChildProcess.Ending)])
  func `The ending is an exit code or a signal`(script: String, ending: ChildProcess.Ending) throws
  {
    #expect(try ChildProcess.run(shell(script), until: soon).ending == ending)
  }

  @Test(arguments: [0, 1, 65_536, 300_000])
  func `Input of any length arrives completely`(count: Int) throws {
    let input = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let report = try ChildProcess.run(shell("cat"), input: .bytes(input), until: soon)
    #expect(report.output == input)
  }

  @Test func `Arguments are bytes`() throws {
    let argument: [UInt8] = [0xff, 0xfe, 0x0a, 0x20]
    let report = try ChildProcess.run(shell(#"printf %s "$1""#, [argument, []]), until: soon)
    #expect(report.output == argument)
  }

  @Test func `An argument with a NUL is refused`() throws {
    let error = #expect(throws: SystemError.self) {
      try ChildProcess.run(shell("exit 0", [[0x61, 0, 0x62]]), until: soon)
    }
    #expect(error?.code == EINVAL)
  }

  @Test func `The process gets the given environment`() throws {
    let program = try #require(FilePath(absolute: "/usr/bin/env"))
    let one = ChildProcess.Command(program, environment: [[0x41, 0x3d, 0xff]])
    #expect(try ChildProcess.run(one, until: soon).output == [0x41, 0x3d, 0xff, 0x0a])
    let none = ChildProcess.Command(program, environment: [])
    #expect(try ChildProcess.run(none, until: soon).output == [])
    let ours = ChildProcess.Command(program)
    #expect(try !ChildProcess.run(ours, until: soon).output.isEmpty)
  }

  @Test func `The process runs in the given folder, whatever its name`() throws {
    let folder = folder[[0xff, 0x20, 0xfe]]
    try folder.makeDirectory()
    let report = try ChildProcess.run(shell("printf x >here", directory: folder), until: soon)
    #expect(report.ending == .exited(0))
    #expect(try folder.appending("here").text() == "x")
  }

  @Test func `Starting a missing program is an error`() throws {
    let missing = folder["missing"]
    let error = #expect(throws: SystemError.self) {
      try ChildProcess.run(.init(missing), until: soon)
    }
    #expect(error == SystemError(code: ENOENT, attempt: "Cannot start", path: missing))
  }

  @Test func `The process inherits no descriptors and no blocked or ignored signals`() throws {
    SignalDescriptor.ignoreBrokenPipes()
    let leaky = try FileDescriptor(opening: folder.path, flags: O_RDONLY)
    try #require(fcntl(leaky.number, F_SETFD, 0) == 0)
    let report = try ChildProcess.run(
      shell("ls /proc/self/fd; grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f 2"),
      until: soon)
    let lines = String(decoding: report.output, as: UTF8.self).split(separator: "\n")
    // 3 is the folder that ls reads.
    #expect(lines.prefix(4) == ["0", "1", "2", "3"])
    // 32 and 33 belong to the C library, which ignores them in every process it spawns.
    let signals = lines.dropFirst(4).map { UInt64($0, radix: 16).map { $0 & ~(3 << 31) } }
    #expect(signals == [0, 0])
  }

  @Test func `Streams may be open descriptors`() throws {
    try folder["in"].write("words")
    let input = try FileDescriptor(opening: folder["in"], flags: O_RDONLY)
    let output = try FileDescriptor(opening: folder["out"], flags: O_WRONLY | O_CREAT)
    let child = try ChildProcess(
      shell("cat; printf err >&2"), input: .descriptor(input.number),
      output: .descriptor(output.number), errors: .descriptor(output.number))
    #expect(try child.wait(until: soon) == .exited(0))
    #expect(try folder["out"].text() == "wordserr")
  }

  @Test func `A process that runs too long is killed, and is an error`() throws {
    let error = #expect(throws: SystemError.self) {
      try ChildProcess.run(
        shell("echo $$ >\(folder.path)/number; exec sleep 1000"), until: .now + .milliseconds(50))
    }
    #expect(error?.code == ETIMEDOUT)
    let number = try? Int32(folder["number"].text().dropLast())
    if let number { #expect(kill(number, 0) == -1) }
  }

  @Test func `A process that writes too much is an error`() throws {
    let error = #expect(throws: SystemError.self) {
      try ChildProcess.run(shell("exec cat /dev/zero"), upTo: 100_000, until: soon)
    }
    #expect(error?.code == EFBIG)
    let report = try ChildProcess.run(shell("printf 12345"), upTo: 5, until: soon)
    #expect(report.output.count == 5)
  }

  @Test func `A grandchild that keeps the pipe open does not delay the result`() throws {
    let child = try shell("sleep 1000 & echo $!")
    let report = try ChildProcess.run(child, until: soon)
    #expect(report.ending == .exited(0))
    let number = try #require(Int32(String(decoding: report.output.dropLast(), as: UTF8.self)))
    kill(number, SIGKILL)
  }

  @Test func `A signal ends a running process, and a second signal is not an error`() throws {
    let child = try ChildProcess(shell("exec sleep 1000"))
    #expect(try child.ending() == nil)
    #expect(try child.wait(until: .now) == nil)
    try child.send(signal: SIGTERM)
    #expect(try child.wait(until: soon) == .killed(signal: SIGTERM))
    #expect(try child.ending() == .killed(signal: SIGTERM))
    try child.send(signal: SIGTERM)
  }

  @Test func `A process leaves the process table after its end was read`() throws {
    let child = try ChildProcess(shell("exit 3"))
    #expect(try child.wait(until: soon) == .exited(3))
    #expect(kill(child.number, 0) == -1)
    #expect(try child.ending() == .exited(3))
    try child.send(signal: SIGTERM)
  }

  @Test func `The process is killed when its value is destroyed`() throws {
    let number = try {
      let child = try ChildProcess(shell("exec sleep 1000"))
      return child.number
    }()
    #expect(kill(number, 0) == -1)
  }
}
