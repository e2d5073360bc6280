import CLinux
import Glibc

/// Reads signals from a descriptor, instead of being interrupted by them; see signalfd(2).
public struct SignalDescriptor: ~Copyable, Sendable {
  /// The descriptor to wait for; it is readable if there are signals.
  public let descriptor: FileDescriptor

  /// Blocks the signals in this thread and in all threads that it starts later, and receives them.
  ///
  /// Call this first in `main`, because signals would still interrupt threads that already run.
  public init(taking signals: [Int32]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = try FileDescriptor("Cannot receive signals") {
      unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }
  }

  /// Reads the signals that arrived since the last call.
  public func read() throws(SystemError) -> [Int32] {
    let size = MemoryLayout<signalfd_siginfo>.size
    var bytes: [UInt8] = []
    guard try descriptor.readAvailable(upTo: 16 * size, to: &bytes) != nil else { return [] }
    // The first field of a record, `ssi_signo`, has 32 bits; a signal number fits into its first byte.
    return stride(from: 0, to: bytes.count - size + 1, by: size).map { Int32(bytes[$0]) }
  }

  /// The terminal was closed, or the service must reload its configuration.
  public static let hangUp = SIGHUP
  /// Ctrl-C was pressed.
  public static let interrupt = SIGINT
  /// The process must end.
  public static let terminate = SIGTERM

  /// Ignores Ctrl-C from now on, so that only another program on the terminal handles it.
  public static func ignoreInterrupts() {
    signal(SIGINT, SIG_IGN)
  }

  /// A broken pipe, or the limit of the file size, then makes calls fail instead of sending a signal.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
