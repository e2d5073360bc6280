import ExtractionProtocol
import LinuxSystem

/// A jailed program that is started when it is needed and answers one request at a time.
final class ProgramExchange {
  /// What to do after a frame.
  enum Step {
    /// Take the next one.
    case goOn
    /// The answer is complete.
    case end
    /// The program cannot be used any more.
    case fail
  }

  private let program: FilePath?
  private let arguments: [[UInt8]]
  private var process: JailedProgram?
  private var isReady = false
  private var lastRequest: UInt32 = 0
  private var buffer = [UInt8](repeating: 0, count: ExtractionPacket.maximumSize + 1)

  /// - Parameters:
  ///   - program: the file of the program; nil if there is none.
  ///   - arguments: the arguments after its name.
  init(_ program: FilePath?, arguments: [[UInt8]] = []) {
    (self.program, self.arguments) = (program, arguments)
  }

  /// Asks the program.
  ///
  /// - Parameters:
  ///   - request: the request; its number is replaced.
  ///   - file: the open file that it is about.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  ///   - take: gets the request and each frame of the answer.
  /// - Returns: why there is no complete answer; nil if there is one.
  func exchange(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ isInterrupted: () -> Bool,
    take: (ExtractionRequest, ExtractionFrame) -> Step
  ) -> ImageRecognizer.Failure? {
    var request = request
    // A program that has nothing to do may end at the very moment when it gets something.
    for _ in 0..<2 {
      let process: JailedProgram
      do throws(SystemError) {
        guard let started = try start() else { return .missingProgram }
        process = started
      } catch {
        return error.isMissing || error.isDenied ? .missingProgram : .shortage
      }
      lastRequest = lastRequest == .max ? 1 : lastRequest + 1
      request.number = lastRequest
      guard process.send(request, file) else {
        end()
        continue
      }
      let wasReady = isReady
      if let failure = receive(request, process, isInterrupted, take) {
        end()
        // One that never gets ready does not run here.
        if failure == .died, !wasReady, !isReady { return .missingProgram }
        if failure == .died, wasReady, !hasAnswered { continue }
        return failure
      }
      return nil
    }
    // One that ends before it gets a request, each time, does not run here.
    return isReady ? .died : .missingProgram
  }

  /// Whether the program has said anything about the last request.
  private var hasAnswered = false

  private func receive(
    _ request: ExtractionRequest, _ process: JailedProgram, _ isInterrupted: () -> Bool,
    _ take: (ExtractionRequest, ExtractionFrame) -> Step
  ) -> ImageRecognizer.Failure? {
    hasAnswered = false
    let deadline = ContinuousClock.now + .milliseconds(10 * Int(request.time))
    while deadline > .now {
      switch process.receive(into: &buffer, waiting: 100) {
      case .end: return .died
      case .none: if isInterrupted() { return .interrupted }
      case .received(let size):
        guard size <= buffer.count else { return .died }
        guard let (number, frames) = ExtractionPacket.read(buffer[..<size]) else { return .died }
        if !isReady, number == 0, frames.count == 1,
          case .ready(_, let isFiltered)? = frames.first
        {
          isReady = true
          // Libraries in C and C++ do not run without a filter.
          if !isFiltered { return .missingProgram }
          continue
        }
        hasAnswered = true
        guard number == request.number else { return .died }
        for frame in frames {
          switch take(request, frame) {
          case .goOn: continue
          case .end: return nil
          case .fail: return .died
          }
        }
      }
    }
    return .died
  }

  private func start() throws(SystemError) -> JailedProgram? {
    if let process, !process.reap() { return process }
    (process, isReady) = (nil, false)
    guard let program else { return nil }
    process = try JailedProgram(program, arguments: arguments)
    return process
  }

  /// Ends the process, whose state is unknown.
  private func end() {
    process?.kill()
    process = nil
  }
}
