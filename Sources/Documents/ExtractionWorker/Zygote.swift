import CJail
import ExtractionProtocol
import Glibc

/// The process that makes the jail, then forks a process for one heavy or many light documents.
struct Zygote<Program: ExtractionProgram> {
  /// Without a request for so long, the program ends.
  private static var idleSeconds: Int32 { 30 }

  let program: Program
  private let socket: Int32 = 0
  private let process = getpid()
  // For tests: each refused call kills, so that a new call of a library is seen there first.
  private let isStrict: Int32 = CommandLine.arguments.contains("--strict") ? 1 : 0

  init(program: Program) {
    self.program = program
  }

  /// Serves requests until there are none for a while; ends this process.
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

  /// Waits for the end of a child, and notifies the daemon if the child did not answer a request to
  /// its end.
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
