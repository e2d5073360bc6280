import ExtractionProtocol
import LinuxSystem

/// Requests to jailed programs.
extension DocumentExtractor {
  /// What a program has answered.
  enum Answer {
    /// It has read the document, or has unpacked it for another program.
    case complete(ExtractionAnswer, ExtractionFrame.Ending, UnpackedFile?)
    /// It ended, broke the rules or had to be killed.
    case crashed
    /// Something else had to be done first.
    case interrupted
    /// It is missing or does not run.
    case missing
  }

  /// Has a program read a document.
  ///
  /// - Parameters:
  ///   - request: what to read; it gets its number here.
  ///   - file: the document.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  ///   - member: called for each member, with its file if another program reads it; returns whether
  ///     reading goes on. The program waits for it, and other programs may be asked meanwhile.
  /// - Returns: what came of it.
  /// - Throws: want of descriptors or memory, and what `member` throws.
  func ask(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ isInterrupted: () -> Bool,
    member: (AnsweredMember, UnpackedFile?) throws(SystemError) -> Bool
  ) throws(SystemError) -> Answer {
    let program = request.program
    // A program that has nothing to do may end at the very moment when it gets something.
    for _ in 0..<2 {
      guard let process = try running(program) else { break }
      do throws(SystemError) {
        if let answer = try exchange(request, file, process, isInterrupted, member) {
          return answer
        }
      } catch {
        _ = fail(program, nil)
        throw error
      }
    }
    // A program that was ready ended at the document; one that never was does not run here.
    if states[program]?.isReady == true { return .crashed }
    obstacles.insert(.missingProgram(program))
    change(program) { $0.isMissing = true }
    return .missing
  }

  /// The process of a program, started if it does not run; nil if the program is missing.
  private func running(_ program: ReaderProgram) throws(SystemError) -> JailedProgram? {
    if let process = states[program]?.process, !process.reap() { return process }
    change(program) { ($0.process, $0.isReady) = (nil, false) }
    guard let path = settings.path(of: program) else { return nil }
    do throws(SystemError) {
      let started = try JailedProgram(path)
      change(program) { $0.process = started }
      didStart(started.descriptor) { started.reap() }
      return started
    } catch  where error.isMissing || error.isDenied {
      return nil
    }
  }

  /// Sends a request and takes the answer; nil if the program ended before it said anything.
  private func exchange(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ process: JailedProgram,
    _ isInterrupted: () -> Bool,
    _ member: (AnsweredMember, UnpackedFile?) throws(SystemError) -> Bool
  ) throws(SystemError) -> Answer? {
    var request = request
    let program = request.program
    lastRequest = lastRequest == .max ? 1 : lastRequest + 1
    request.number = lastRequest
    // Frames before the request answer nothing.
    guard !hasFrames(program, process), process.send(request, file) else {
      return fail(program, nil)
    }
    var hasAnswered = false
    var answer = ExtractionAnswer(to: request)
    var unpacked: UnpackedFile?
    // Others work on this machine, too.
    var deadline = ContinuousClock.now + .milliseconds(10 * Int(request.time))
    while deadline > .now {
      switch process.receive(into: &buffer, waiting: 20) {
      case .end: return fail(program, hasAnswered ? .crashed : nil)
      case .none: if isInterrupted() { return fail(program, .interrupted) }
      case .received(let size):
        guard size <= buffer.count, let packet = ExtractionPacket.read(buffer[..<size]) else {
          return fail(program, .crashed)
        }
        if takeReady(program, packet) { continue }
        hasAnswered = true
        guard packet.number == request.number else { return fail(program, .crashed) }
        for frame in packet.frames {
          switch answer.take(frame) {
          case .more: continue
          case .content(let bytes):
            if unpacked == nil { unpacked = try UnpackedFile() }
            try unpacked?.append(bytes)
          case .member(let answered):
            let begin = ContinuousClock.now
            let file = answered.hasFile ? unpacked : nil
            if answered.hasFile { unpacked = nil }
            let goesOn = try member(answered, file)
            // The program waits for the daemon.
            deadline += begin.duration(to: .now)
            if !goesOn || isInterrupted() { return fail(program, .interrupted) }
          case .ended(let ending): return .complete(answer, ending, unpacked)
          case .died: return .crashed
          case .broken: return fail(program, .crashed)
          }
        }
      }
    }
    return fail(program, .crashed)
  }

  /// Whether frames are there that are no answer: a program says once that it is ready.
  private func hasFrames(_ program: ReaderProgram, _ process: JailedProgram) -> Bool {
    for _ in 0..<2 {
      switch process.receive(into: &buffer, waiting: 0) {
      case .none, .end: return false
      case .received(let size):
        guard size <= buffer.count, let packet = ExtractionPacket.read(buffer[..<size]),
          takeReady(program, packet)
        else { return true }
      }
    }
    return true
  }

  /// Takes the first packet of a program, which says that it is ready; false for any other.
  private func takeReady(
    _ program: ReaderProgram, _ packet: (number: UInt32, frames: [ExtractionFrame])
  ) -> Bool {
    guard states[program]?.isReady == false, packet.number == 0, packet.frames.count == 1,
      case .ready(let landlock, let isFiltered)? = packet.frames.first
    else { return false }
    change(program) {
      ($0.isReady, $0.isMissing) = (true, false)
      $0.confinement = Confinement(landlock: Int(landlock), isFiltered: isFiltered)
    }
    obstacles.remove(.missingProgram(program))
    if !isFiltered { obstacles.insert(.noFilter) }
    return true
  }

  /// Ends the process of a program, whose state is unknown.
  private func fail(_ program: ReaderProgram, _ answer: Answer?) -> Answer? {
    change(program) { state in
      state.process?.kill()
      state.process = nil
    }
    return answer
  }
}
