import LinuxSystem
import TestSupport
import Testing

/// A file system in user space that stops to answer when a test says so; see `hanging-file-system.py`.
///
/// Its server takes no request of the kernel while it hangs, so processes that wait for it can be
/// ended. It must go away before the folder that it is mounted in.
final class HangingFileSystem {
  /// The mount point: it has the folder `folder` with the files `note.txt` and `other.txt`.
  let point: FilePath
  private let process: ChildProcess
  /// The server unmounts and ends once it is closed.
  private var commands: FileDescriptor?

  /// Whether this machine allows it.
  static var isPossible: Bool {
    guard Tool.isRoot, Tool.exists("/dev/fuse"), Tool.exists("/usr/bin/python3"),
      let folder = try? TemporaryDirectory()
    else { return false }
    return (try? HangingFileSystem(at: folder["mount"])) != nil
  }

  /// Mounts it.
  init(at point: FilePath) throws {
    self.point = point
    try point.makeDirectory()
    let script = try #require(FilePath(absolute: #filePath)).parent
      .appending("hanging-file-system.py")
    let pipe = try Pipe()
    process = try ChildProcess(
      ChildProcess.Command("/usr/bin/python3", [script.bytes, point.bytes]),
      input: .descriptor(pipe.reading.number), output: .pipe)
    commands = pipe.closeReading()
    try send("answer")
  }

  deinit {
    end()
  }

  /// Unmounts it; calls that wait for it go on with an error.
  func end() {
    if commands.take() == nil { return }
    _ = try? process.wait(until: .now + .seconds(20))
  }

  /// Stops to answer after some more requests.
  func hang(after requests: Int = 0) throws {
    try send("hang-after \(requests)")
  }

  /// Answers again, also requests from the time of hanging.
  func answer() throws {
    try send("answer")
  }

  /// Sends a command, and waits until it is obeyed.
  private func send(_ command: String) throws {
    switch commands {
    case .some(let descriptor): try descriptor.write(Array("\(command)\n".utf8))
    case .none: return
    }
    var reply: [UInt8] = []
    while reply.last != 0x0a {
      try #require(
        try process.output.read(into: &reply, timeout: .seconds(20)),
        "The server of the file system has ended.")
    }
  }
}
