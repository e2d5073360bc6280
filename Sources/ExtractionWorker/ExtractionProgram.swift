import CJail
import ExtractionProtocol
import Glibc

/// A program that reads foreign documents in a jail: it gives up all rights, then forks the processes
/// that read.
///
/// Everything happens on one thread. Its standard input is a SOCK_SEQPACKET socket of the daemon.
public enum ExtractionProgram {
  /// Without a request for so long, the program ends.
  private static let idleSeconds: Int32 = 30
  /// The address space of a reader in bytes.
  private static let memoryLimit: UInt64 = 1 << 30
  /// The CPU time in seconds after which the kernel kills a reader; the longest limit of a request is
  /// five seconds less.
  private static let timeLimit: UInt64 = 66

  /// Serves requests until there are none for a while; ends this process.
  public static func run() -> Never {
    let socket: Int32 = 0
    let process = getpid()
    // For tests: each refused call kills, so that a new call of a library is seen there first.
    let isStrict: Int32 = CommandLine.arguments.contains("--strict") ? 1 : 0
    guard cjail_share_number() == 0, cjail_set_timeout(socket, idleSeconds) == 0
    else { ExitCode.hasNoJail.exit() }
    warmUp()
    var state = cjail_state()
    var options = unsafe cjail_options(folder: nil, landlock_limit: -1, is_strict: isStrict)
    guard unsafe cjail_enter(&options, &state) == 0 else { ExitCode.hasNoJail.exit() }
    let ready = ExtractionFrame.ready(
      landlock: UInt8(clamping: state.landlock), isFiltered: state.seccomp != 0)
    ready.send(0, to: socket)
    while waitForRequest(socket) {
      let child = cjail_fork()
      if child == 0 {
        guard cjail_enter_child(memoryLimit, timeLimit, process, isStrict) == 0 else {
          ExitCode.hasNoJail.exit()
        }
        Worker(socket: socket).run()
      }
      report(child, to: socket)
    }
    ExitCode.isIdle.exit()
  }

  /// - Returns: false if none has come for a while, or the daemon has closed the socket.
  private static func waitForRequest(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return unsafe cjail_receive(socket, &byte, 1, nil, 1) > 0
  }

  /// Waits for the end of a child, and tells the daemon if it did not answer a request to its end.
  private static func report(_ child: Int32, to socket: Int32) {
    var ending = cjail_ending()
    guard child > 0, unsafe cjail_wait(child, &ending) == 0 else { ExitCode.hasNoJail.exit() }
    if ending.status == ExitCode.isIdle.rawValue { ExitCode.isIdle.exit() }
    let number = cjail_shared_number()
    cjail_set_shared_number(0)
    if number == 0, ending.status == ExitCode.isRetired.rawValue { return }
    let exit = ExtractionFrame.Exit(
      status: ending.status, time: ending.microseconds, memory: ending.kibibytes)
    ExtractionFrame.exit(exit).send(number, to: socket)
  }

  /// Has everything loaded that is loaded at its first use, because no file can be opened later.
  private static func warmUp() {
    WarmUp.run()
  }
}
