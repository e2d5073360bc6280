import CLinux
import Glibc

/// Signals as something to read instead of something that interrupts; see signalfd(2).
public struct SignalDescriptor: ~Copyable, Sendable {
  /// The descriptor to wait on.
  public let descriptor: FileDescriptor

  /// Blocks the signals in this thread, and in every thread it starts from now on, and takes them.
  ///
  /// Call this first in `main`: a thread that is there already would still be interrupted.
  public init(taking signals: [Int32]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = FileDescriptor(
      owning: try retrying("Cannot take signals") {
        unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
      })
  }

  /// The signals that have come since the last call.
  public func read() throws(SystemError) -> [Int32] {
    let size = MemoryLayout<signalfd_siginfo>.size
    var bytes: [UInt8] = []
    guard try descriptor.readAvailable(upTo: 16 * size, to: &bytes) != nil else { return [] }
    // `ssi_signo` is the first field of the record, 32 bits, and no signal number exceeds 64.
    return stride(from: 0, to: bytes.count - size + 1, by: size).map { Int32(bytes[$0]) }
  }

  /// A terminal was closed, or a service is to read its configuration again.
  public static let hangUp = SIGHUP
  /// Somebody typed Ctrl-C.
  public static let interrupt = SIGINT
  /// The process is to end.
  public static let terminate = SIGTERM

  /// Makes a broken pipe and a full quota ordinary errors of the call instead of signals.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
