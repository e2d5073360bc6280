import ExtractionProtocol
import LinuxSystem

/// Talks with one jailed program: it is started when it is needed, and answers one request at a time.
///
/// It belongs to one thread, which waits while the program works. The content of the program's
/// frames decides nothing here but when the answer ends: an ``ExtractionAnswer`` or a
/// ``RenderingAnswer`` checks it.
final class JailedExchange {
  /// The next step after a frame.
  enum Step {
    /// Receive the next frame.
    case more
    /// Receive the next frame; the program has waited for the daemon for so long.
    case moreAfter(Duration)
    /// The answer has ended, and the program can be asked again.
    case ended
    /// End the program: something else has to be done first.
    case interrupted
    /// End the program, which broke a rule.
    case broken
  }

  /// The outcome of a request.
  enum Outcome: Equatable {
    /// A frame ended the answer.
    case ended
    /// The program ended, broke the rules or took too long.
    case died
    /// Something else had to be done first.
    case interrupted
    /// The program is missing or does not run here.
    case missing
  }

  /// The file of the program; nil if there is none.
  var program: FilePath?
  /// Whether the program is missing or does not run, as of the last look, start or answer.
  private(set) var isMissing = true
  /// Whether a request found the program missing or not running, and none has found it since.
  private(set) var wasMissed = false
  /// The rights of the process that was ready last; nil if none was.
  private(set) var confinement: Confinement?
  /// The process, if one runs.
  private(set) var process: (any ReaderProcess)?

  private let arguments: [[UInt8]]
  private let needsFilter: Bool
  private let start: ReaderStart
  private let didStart: (any ReaderProcess) -> Void
  private let now: () -> SuspendingClock.Instant
  /// Whether the process that was started last has made its jail.
  private var isReady = false
  private var lastRequest: UInt32 = 0
  private var buffer = [UInt8](repeating: 0, count: ExtractionPacket.maximumSize + 1)

  /// The time between two questions whether something else has to be done first.
  private static let questionGap = Duration.milliseconds(20)

  /// - Parameters:
  ///   - program: the file of the program; nil if there is none.
  ///   - arguments: the arguments after its name.
  ///   - needsFilter: whether it does not count as running where the kernel filters no system calls.
  ///   - start: starts it.
  ///   - didStart: called with each process that was started.
  ///   - now: the clock of deadlines and questions; it does not run while the machine is suspended.
  init(
    _ program: FilePath? = nil, arguments: [[UInt8]] = [], needsFilter: Bool = false,
    start: @escaping ReaderStart = JailedProgram.start,
    didStart: @escaping (any ReaderProcess) -> Void = { _ in },
    now: @escaping () -> SuspendingClock.Instant = { .now }
  ) {
    (self.program, self.arguments, self.needsFilter) = (program, arguments, needsFilter)
    (self.start, self.didStart, self.now) = (start, didStart, now)
  }

  /// Records whether the file of the program is there.
  func look(isMissing: Bool) {
    self.isMissing = isMissing
    if !isMissing { wasMissed = false }
  }

  /// Asks the program.
  ///
  /// - Parameters:
  ///   - request: the request; it gets its number here.
  ///   - file: the open file that it is about.
  ///   - isInterrupted: asked every 20 ms, and at the first packet after that, whether something else has to
  ///     be done first.
  ///   - take: gets each frame of the answer; meanwhile other programs may be asked.
  /// - Returns: the outcome.
  /// - Throws: a shortage of descriptors or memory, and the error of `take`.
  func ask(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ isInterrupted: () -> Bool,
    take: (ExtractionFrame) throws(SystemError) -> Step
  ) throws(SystemError) -> Outcome {
    // A program that has nothing to do may end at the very moment when it gets something.
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
    // A program that was ready ended at the document; one that never was does not run here.
    if isReady, !lacksFilter { return .died }
    (isMissing, wasMissed) = (true, true)
    return .missing
  }

  /// The process of the program, started if it does not run; nil if the program is missing.
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

  /// Sends a request and receives the answer.
  ///
  /// - Returns: nil if the program ended before it said anything.
  private func exchange(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ process: any ReaderProcess,
    _ isInterrupted: () -> Bool, _ take: (ExtractionFrame) throws(SystemError) -> Step
  ) throws(SystemError) -> Outcome? {
    var request = request
    lastRequest = lastRequest == .max ? 1 : lastRequest + 1
    request.number = lastRequest
    // Frames before the request answer nothing.
    guard !hasFrames(process) else { return nil }
    if lacksFilter { return .missing }
    guard process.send(request, file) else { return nil }
    var hasAnswered = false
    var question = now() + Self.questionGap
    // Others work on this machine, too.
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
      // A program that sends all the time must not keep the daemon from anything.
      if now() >= question {
        if isInterrupted() { return .interrupted }
        question = now() + Self.questionGap
      }
    }
    return .died
  }

  /// Whether the program runs, but not where it must not run.
  private var lacksFilter: Bool { needsFilter && confinement?.isFiltered == false }

  /// Whether frames are there that are no answer: a program says once that it is ready.
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

  /// Takes the first packet of a program, which says that it is ready; false for any other.
  private func takeReady(_ packet: (number: UInt32, frames: [ExtractionFrame])) -> Bool {
    guard !isReady, packet.number == 0, packet.frames.count == 1,
      case .ready(let landlock, let isFiltered)? = packet.frames.first
    else { return false }
    (isReady, isMissing, wasMissed) = (true, false, false)
    confinement = Confinement(landlock: Int(landlock), isFiltered: isFiltered)
    return true
  }

  /// Ends the process, whose state is unknown.
  private func end() {
    process?.kill()
    process = nil
  }
}
