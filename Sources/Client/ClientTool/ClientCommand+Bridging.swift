import Arguments
import LinuxSystem
import SearchInterface
import Synchronization

/// The command `sitta bridge`.
extension ClientCommand {
  static let bridgeCommand = CommandLineTable.Command(
    "bridge",
    help:
      "Connect standard input and output with the daemon, for Varlink clients on other machines.",
    details: [
      """
      A client of Varlink can use a command as its connection, and the command can be \
      `ssh HOST sitta bridge`. What the client writes goes to the daemon of this user, and what the \
      daemon replies comes back, until one of both ends.
      """
    ],
    examples: [
      .init(
        "bridge", "as a command: `varlink --bridge 'ssh nas sitta bridge' info`")
    ])

  /// Copies the client's calls and the daemon's replies until one of the two ends.
  func bridge(_ parsed: ParsedArguments) throws -> ExitCode {
    // A bridge must end with its client, even if the daemon hangs.
    let socket = try DaemonConnection(option: parsed.bytes(of: "socket")).openSocket(waits: false)
    if ProcessEnvironment.isTerminal(0) {
      output.note("Waiting for a Varlink client on standard input; 'sitta help bridge' says more.")
    }
    output.showAtOnce()
    let calls = CallCopying(
      from: try FileDescriptor(duplicating: 0), to: try FileDescriptor(duplicating: socket.number))
    // Calls are copied on another thread, because replies must be read while a long call is written.
    let thread = try EventLoop(name: "sitta-bridge")
    thread.schedule(at: .now) { calls.run() }
    let end = try socket.copy(to: try FileDescriptor(duplicating: 1))
    // The client has closed its output, or it has the replies to all its calls.
    if end == .closed || calls.hasEnded { return .found }
    throw Failure(code: .failed, sentence: "The daemon closed the connection.")
  }
}

/// Copies a client's calls to the daemon, on its own thread.
private final class CallCopying: Sendable {
  private let input: FileDescriptor
  private let socket: FileDescriptor
  private let state = Atomic(false)

  init(from input: consuming FileDescriptor, to socket: consuming FileDescriptor) {
    self.input = input
    self.socket = socket
  }

  /// Whether the client has ended its input, so that no more calls follow.
  var hasEnded: Bool { state.load(ordering: .acquiring) }

  func run() {
    // After the end of the input, the daemon gets no more calls and closes the connection after its
    // last reply. If the daemon has already closed it, the other direction ends too.
    guard (try? input.copy(to: socket)) != .closed else { return }
    state.store(true, ordering: .releasing)
    try? UnixSocket.endWriting(socket)
  }
}
