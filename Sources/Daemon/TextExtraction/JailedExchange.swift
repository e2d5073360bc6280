import ExtractionProtocol
import LinuxSystem

/// The connection to one jailed program, which is started when needed and answers one request at a time.
///
/// It belongs to one thread, which waits while the program works. It does not interpret the
/// program's frames, except for the end of an answer; ``ExtractionAnswer`` and ``RenderingAnswer``
/// check them.
final class JailedExchange {
  /// What to do after a frame.
  enum Step {
    /// Receive the next frame.
    case more
    /// Receive the next frame; meanwhile the program had to wait for the daemon for this time.
    case moreAfter(Duration)
    /// The answer is complete, and the program is ready for another request.
    case ended
    /// End the program, because something else has to be done first.
    case interrupted
    /// End the program, because it broke the protocol.
    case broken
  }

  /// The outcome of a request.
  enum Outcome: Equatable {
    /// The answer is complete.
    case ended
    /// The program died, broke the protocol or took too long.
    case died
    /// The request stopped, because something else has to be done first.
    case interrupted
    /// The program is missing or does not run on this system.
    case missing
  }

  /// What is known about a program.
  struct State: Equatable, Sendable {
    /// Whether the program is missing or does not run, when last checked, started or used.
    var isMissing = true
    /// Whether a request failed because the program is missing, and it was not found again since.
    var wasMissed = false
    /// The confinement of the last process that reported it; nil if none did.
    var confinement: Confinement?
  }

  /// The path of the program; nil if there is none.
  var program: FilePath?
  /// What is known about the program.
  var state = State()
  /// The running process; nil if there is none.
  private(set) var process: (any ReaderProcess)?

  private var arguments: [[UInt8]]
  private let needsFilter: Bool
  private let start: ReaderStart
  private let didStart: (any ReaderProcess) -> Void
  private let now: () -> SuspendingClock.Instant
  /// Whether the last started process has set up its jail.
  private var isReady = false
  private var lastRequest: UInt32 = 0
  private var buffer = [UInt8](repeating: 0, count: ExtractionPacket.maximumSize + 1)

  /// The interval of the calls of `isInterrupted`.
  private static let questionGap = Duration.milliseconds(20)

  /// - Parameters:
  ///   - program: the path of the program; nil if there is none.
  ///   - arguments: the arguments after the program's name.
  ///   - needsFilter: whether the program is not used if the kernel cannot filter its system calls.
  ///   - start: starts the program.
  ///   - didStart: called with each started process.
  ///   - now: the clock for deadlines and intervals; it stops while the machine is suspended.
  init(
    _ program: FilePath? = nil, arguments: [[UInt8]] = [], needsFilter: Bool = false,
    start: @escaping ReaderStart = JailedProgram.start,
    didStart: @escaping (any ReaderProcess) -> Void = { _ in },
    now: @escaping () -> SuspendingClock.Instant = { .now }
  ) {
    (self.program, self.arguments, self.needsFilter) = (program, arguments, needsFilter)
    (self.start, self.didStart, self.now) = (start, didStart, now)
  }

  /// Starts the program with other arguments from now on.
  func use(arguments: [[UInt8]]) {
    if arguments == self.arguments { return }
    end()
    self.arguments = arguments
  }

  /// Records whether the program is on the disk.
  func look(isMissing: Bool) {
    state.isMissing = isMissing
    if !isMissing { state.wasMissed = false }
  }

  /// Sends a request to the program, and receives the answer.
  ///
  /// - Parameters:
  ///   - request: the request; its number is set here.
  ///   - file: the open file to read.
  ///   - isInterrupted: called about every 20 ms; returns whether something else has to be done
  ///     first.
  ///   - take: receives each frame of the answer; may use other programs meanwhile.
  /// - Returns: the outcome.
  /// - Throws: a shortage of descriptors or memory, and the errors of `take`.
  func ask(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ isInterrupted: () -> Bool,
    take: (ExtractionFrame) throws(SystemError) -> Step
  ) throws(SystemError) -> Outcome {
    // An idle program may end just when a request is sent to it; then it is started again.
    for _ in 0..<2 {
      guard let process = try running() else { break }
      do throws(SystemError) {
        if let outcome = try exchange(request, file, process, isInterrupted, take) {
          if outcome != .ended { end() }
          if outcome == .missing { break }
          return outcome
        }
        end()
      } catch {
        end()
        throw error
      }
    }
    // If the program had become ready, it died at the document; if not, it does not run on this system.
    if isReady, !lacksFilter { return .died }
    (state.isMissing, state.wasMissed) = (true, true)
    return .missing
  }

  /// The process of the program, started if necessary; nil if the program is missing.
  private func running() throws(SystemError) -> (any ReaderProcess)? {
    if let process, !process.reap() { return process }
    (process, isReady) = (nil, false)
    guard let program else { return nil }
    do throws(SystemError) {
      let started = try start(program, arguments)
      process = started
      didStart(started)
      return started
    } catch  where error.isMissing || error.isDenied {
      return nil
    }
  }

  /// Sends a request to a process, and receives the answer.
  ///
  /// - Returns: nil if the process ended before it sent anything.
  private func exchange(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ process: any ReaderProcess,
    _ isInterrupted: () -> Bool, _ take: (ExtractionFrame) throws(SystemError) -> Step
  ) throws(SystemError) -> Outcome? {
    var request = request
    lastRequest = lastRequest == .max ? 1 : lastRequest + 1
    request.number = lastRequest
    // Frames that arrive before the request cannot be answers to it.
    guard !hasFrames(process) else { return nil }
    if lacksFilter { return .missing }
    guard process.send(request, file) else { return nil }
    var hasAnswered = false
    var question = now() + Self.questionGap
    // The deadline is ten times the CPU time limit, because other programs need the CPU, too.
    var deadline = now() + .milliseconds(10 * Int(request.time))
    while deadline > now() {
      switch process.receive(into: &buffer, waiting: 20) {
      case .end: return hasAnswered ? .died : nil
      case .none: break
      case .received(let size):
        guard size <= buffer.count, let packet = ExtractionPacket.read(buffer[..<size]) else {
          return .died
        }
        if takeReady(packet) {
          if lacksFilter { return .missing }
          continue
        }
        hasAnswered = true
        guard packet.number == request.number else { return .died }
        for frame in packet.frames {
          switch try take(frame) {
          case .more: continue
          case .moreAfter(let pause): deadline += pause
          case .ended: return .ended
          case .interrupted: return .interrupted
          case .broken: return .died
          }
        }
      }
      // Checked even while packets keep arriving, so that the program cannot block the daemon.
      if now() >= question {
        if isInterrupted() { return .interrupted }
        question = now() + Self.questionGap
      }
    }
    return .died
  }

  /// Whether the program runs without the filter of system calls that it needs.
  private var lacksFilter: Bool { needsFilter && state.confinement?.isFiltered == false }

  /// Whether the process has sent frames other than its report that it is ready.
  private func hasFrames(_ process: any ReaderProcess) -> Bool {
    for _ in 0..<2 {
      switch process.receive(into: &buffer, waiting: 0) {
      case .none, .end: return false
      case .received(let size):
        guard size <= buffer.count, let packet = ExtractionPacket.read(buffer[..<size]),
          takeReady(packet)
        else { return true }
      }
    }
    return true
  }

  /// Handles the report of a process that it is ready, which is its first packet; returns false for others.
  private func takeReady(_ packet: (number: UInt32, frames: [ExtractionFrame])) -> Bool {
    guard !isReady, packet.number == 0, packet.frames.count == 1,
      case .ready(let landlock, let isFiltered)? = packet.frames.first
    else { return false }
    isReady = true
    let confinement = Confinement(landlock: Int(landlock), isFiltered: isFiltered)
    state = State(isMissing: false, confinement: confinement)
    return true
  }

  /// Ends the process, because its state is unknown.
  private func end() {
    process?.kill()
    process = nil
  }
}
