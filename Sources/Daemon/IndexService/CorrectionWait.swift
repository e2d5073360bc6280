import Arguments
import Configuration
import LinuxSystem
import SearchInterface
import Synchronization
import Varlink

/// While the configuration is invalid, answers on systemd's socket with the error.
///
/// If the daemon ended instead, each client would make systemd start it again, until the start limit closed
/// the socket. The configuration is read again when a client connects, after a SIGHUP, and every 10 s. Once
/// it is valid, a connecting client is not accepted here, and the daemon answers it.
final class CorrectionWait: Sendable {
  private struct State {
    var problem: SearchFailure
    var action: DaemonCommand.Action?
  }

  private static let interval = Duration.seconds(10)
  /// How long a client may take to send its call.
  private static let patience = Duration.seconds(1)

  private let loop: EventLoop
  private let signals: SignalDescriptor
  private let listener: FileDescriptor
  private let retry: @Sendable () throws -> DaemonCommand.Action
  private let journal = Journal(level: .error)
  private let state: Mutex<State>

  /// - Parameters:
  ///   - error: the error in the configuration.
  ///   - listener: the listening socket; must be non-blocking.
  ///   - retry: reads the configuration again.
  /// - Throws: an error if signals or events cannot be received.
  init(
    after error: any Error, on listener: consuming FileDescriptor,
    retry: @escaping @Sendable () throws -> DaemonCommand.Action
  ) throws(SystemError) {
    signals = try SignalDescriptor(
      taking: [SignalDescriptor.terminate, SignalDescriptor.interrupt, SignalDescriptor.hangUp])
    loop = try EventLoop()
    self.listener = listener
    self.retry = retry
    state = Mutex(State(problem: SearchFailure(configuration: error, isStart: true)))
  }

  /// Blocks this thread until the configuration is valid.
  ///
  /// - Returns: the action of the valid configuration; nil if a signal ends the process first.
  /// - Throws: an error if events cannot be received.
  func run() throws(SystemError) -> DaemonCommand.Action? {
    try loop.addHandler(for: listener.number, .readable) { [self] _ in answerClient() }
    try loop.addHandler(for: signals.descriptor.number, .readable) { [self] _ in readSignals() }
    report()
    ServiceManager.ready(state.withLock { $0.problem.description })
    wait()
    loop.run()
    // The handlers would keep this object alive.
    loop.removeHandler(for: listener.number)
    loop.removeHandler(for: signals.descriptor.number)
    return state.withLock { $0.action }
  }

  private func wait() {
    let interval = min(
      Self.interval, ServiceManager.watchdogInterval.map { $0 / 2 } ?? Self.interval)
    loop.schedule(at: .now + interval) { [self] in
      ServiceManager.keepAlive()
      if isStillWrong() { wait() }
    }
  }

  /// Reads the configuration again; ends the wait and returns false if it is valid.
  private func isStillWrong() -> Bool {
    do {
      let action = try retry()
      state.withLock { $0.action = action }
      loop.stop()
      return false
    } catch {
      let problem = SearchFailure(configuration: error, isStart: true)
      let isNew = state.withLock { state in
        defer { state.problem = problem }
        return state.problem != problem
      }
      if isNew { report() }
      return true
    }
  }

  private func report() {
    let problem = state.withLock { $0.problem.description }
    journal.log(.error, problem)
    ServiceManager.status(problem)
  }

  private func answerClient() {
    guard isStillWrong() else { return }
    let problem = state.withLock { $0.problem.wire }
    // If a client disconnects early, the next one is still answered.
    try? VarlinkServer.refuseClient(of: listener, with: problem, patience: Self.patience)
  }

  private func readSignals() {
    guard let signals = try? signals.read() else { return }
    if signals.contains(where: { $0 != SignalDescriptor.hangUp }) { return loop.stop() }
    _ = isStillWrong()
  }
}

extension DaemonCommand {
  /// Reads the command line, the environment and the configuration; see ``action(for:)``.
  ///
  /// If systemd passes a socket, clients get the error of an invalid configuration until it is corrected.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  /// - Returns: the action.
  /// - Throws: an error with the mistake and the allowed values.
  public static func actionOnceCorrected(for arguments: [[UInt8]]) throws -> Action {
    do {
      return try action(for: arguments)
    } catch let error as UsageError {
      throw error
    } catch {
      guard let listener = try ServiceManager.duplicateOfSocket() else { throw error }
      try listener.makeNonBlocking()
      let wait = try CorrectionWait(after: error, on: listener) { try action(for: arguments) }
      return try wait.run() ?? .show("")
    }
  }
}
