import CLinux
import Glibc

/// Signals that are read from a descriptor instead of interrupting the process; see signalfd(2).
public struct SignalDescriptor: ~Copyable, Sendable {
  /// The descriptor to wait for; it is readable when there are signals.
  public let descriptor: FileDescriptor

  /// Blocks the signals in this thread and in every thread that it starts later, and receives them.
  ///
  /// Call this first in `main`: a thread that already runs would still be interrupted.
  public init(taking signals: [Int32]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = try FileDescriptor("Cannot receive signals") {
      unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }
  }

  /// Reads the signals since the last call.
  public func read() throws(SystemError) -> [Int32] {
    let size = MemoryLayout<signalfd_siginfo>.size
    var bytes: [UInt8] = []
    guard try descriptor.readAvailable(upTo: 16 * size, to: &bytes) != nil else { return [] }
    // `ssi_signo` is the first field of the record, 32 bits, and no signal number exceeds 64.
    return stride(from: 0, to: bytes.count - size + 1, by: size).map { Int32(bytes[$0]) }
  }

  /// The terminal was closed, or the service must read its configuration again.
  public static let hangUp = SIGHUP
  /// Ctrl-C was typed.
  public static let interrupt = SIGINT
  /// The process must end.
  public static let terminate = SIGTERM

  /// Leaves Ctrl-C to another program on the terminal.
  public static func ignoreInterrupts() {
    signal(SIGINT, SIG_IGN)
  }

  /// Creates a broken pipe and an exceeded file size limit errors of the call instead of signals.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
