import CJail
import ExtractionProtocol
import Glibc

/// The process that enters the jail, then forks a process for each heavy document or for many light ones.
struct Zygote<Program: ExtractionProgram> {
  /// The timeout in seconds: the program ends if no request comes.
  private static var idleSeconds: Int32 { 30 }

  let program: Program
  private let socket: Int32 = 0
  private let process = getpid()
  // In tests, a refused system call kills the process, so that new calls of libraries are noticed.
  private let isStrict: Int32 = CommandLine.arguments.contains("--strict") ? 1 : 0

  init(program: Program) {
    self.program = program
  }

  /// Serves requests until none come before the timeout; never returns.
  func run() -> Never {
    guard cjail_share_number() == 0, cjail_set_timeout(socket, Self.idleSeconds) == 0,
      program.prepare()
    else { ExitCode.hasNoJail.exit() }
    let state = enterJail()
    let ready = ExtractionFrame.ready(
      landlock: UInt8(clamping: state.landlock), isFiltered: state.seccomp != 0)
    ExtractionPacket(0, [ready]).send(to: socket)
    while let request = Channel.nextRequest(socket) {
      let limits = ProcessLimits(request, isHeavy: program.readsAlone(request))
      let child = cjail_fork()
      if child == 0 {
        guard cjail_enter_child(limits.memory, limits.seconds, process) == 0 else {
          ExitCode.hasNoJail.exit()
        }
        Worker(program: program, socket: socket, isFiltered: state.seccomp != 0).run()
      }
      report(child)
    }
    ExitCode.isIdle.exit()
  }

  private func enterJail() -> cjail_state {
    var state = cjail_state()
    let folder = unsafe program.folder.map { folder in
      unsafe UnsafeRawPointer(folder.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    var options = unsafe cjail_options(folder: folder, landlock_limit: -1, is_strict: isStrict)
    guard unsafe cjail_enter(&options, &state) == 0 else { ExitCode.hasNoJail.exit() }
    return state
  }

  /// Waits for the end of a child process; reports it to the daemon if the child left a request unanswered.
  private func report(_ child: Int32) {
    var ending = cjail_ending()
    guard child > 0, unsafe cjail_wait(child, &ending) == 0 else { ExitCode.hasNoJail.exit() }
    if ending.status == ExitCode.isIdle.rawValue { ExitCode.isIdle.exit() }
    let number = cjail_shared_number()
    cjail_set_shared_number(0)
    if number == 0, ending.status == ExitCode.isRetired.rawValue { return }
    let exit = ExtractionFrame.Exit(
      status: ending.status, time: ending.microseconds, memory: ending.kibibytes)
    ExtractionPacket(number, [.exit(exit)]).send(to: socket)
  }
}
