package import LinuxSystem
package import SearchInterface

/// A running `sittad` and a connection to it.
package final class ServedDaemon {
  package let socket: FilePath
  package let process: ChildProcess
  package let client: SearchClient
  /// When it was started.
  package let start: ContinuousClock.Instant

  /// Starts a daemon and waits until it answers.
  ///
  /// - Parameters:
  ///   - place: where its state lies, perhaps the state of an earlier one.
  ///   - roots: the indexed folders.
  ///   - configuration: the text of its `sittad.conf`.
  ///   - prefix: a command and arguments that start it in another way.
  ///   - program: another `sittad` than the one that was built together with this program.
  /// - Throws: where it cannot be started.
  package init(
    in place: Workplace, roots: [FilePath], configuration: String = "", prefix: [String] = [],
    program: FilePath? = nil
  ) throws {
    socket = place.path.appending("socket")
    let file = place.path.appending("sittad.conf")
    try file.removeFile()
    try FileDescriptor.makeFile(at: file)
    try FileDescriptor(opening: file, flags: 1).write(
      Array((Self.withoutRests + configuration).utf8))
    let daemon = try program ?? Program.sibling("sittad")
    var words = prefix + ["\(daemon)", "--config", "\(file)"]
    words += ["--state", "\(place.path.appending("state"))", "--socket", "\(socket)"]
    for root in roots { words += ["--root", "\(root)"] }
    guard let program = FilePath(absolute: words.removeFirst()) else {
      throw SystemError(code: 2, attempt: "Cannot start sittad")
    }
    start = .now
    process = try ChildProcess(
      ChildProcess.Command(program, words.map { Array($0.utf8) }), errors: .pipe)
    try Self.waitForWords(of: process)
    client = try SearchClient(connectingTo: socket, timeout: .seconds(3_600))
  }

  /// Only work is measured, not rests; this machine may be busy or on battery.
  private static let withoutRests = "[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n"

  /// Waits until everything that was written before is in the index.
  package func synchronize() throws {
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 3_600_000
    _ = try client.sync(parameters)
  }

  /// Waits until nothing is left to be done, merging included.
  package func waitUntilIdle() throws {
    while try client.status().state != .idle { wait(.milliseconds(50)) }
  }

  /// Waits until no document waits for the sentence encoder.
  package func waitUntilEncoded() throws {
    while try client.status().unencoded != nil { wait(.milliseconds(500)) }
  }

  /// Its cost so far.
  package var cost: Cost {
    get throws { try Cost(of: process.number) }
  }

  /// Asks it to end, and waits.
  package func terminate() throws {
    try process.send(signal: SignalDescriptor.terminate)
    _ = try process.wait(until: .now + .seconds(60))
  }

  /// The first message says that it is ready.
  private static func waitForWords(of process: borrowing ChildProcess) throws {
    switch process.errors {
    case .some(let errors): _ = try errors.waitUntilReadable(timeout: .seconds(60))
    case .none: break
    }
  }
}
