import ExtractionProtocol
import LinuxSystem

/// Requests to jailed programs.
extension DocumentExtractor {
  /// The outcome of a request to a program.
  enum Answer {
    /// The program has read the document, or has unpacked it for another program.
    case complete(ExtractionAnswer, ExtractionFrame.Ending, UnpackedFile?)
    /// The program died, broke the protocol or was killed.
    case crashed
    /// Reading stopped, because something else has to be done first.
    case interrupted
    /// The program is missing or does not run.
    case missing
  }

  /// Has a program read a document.
  ///
  /// - Parameters:
  ///   - request: the request; its number is set later.
  ///   - file: the document.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  ///   - member: called for each member, with its content if another program has to read it;
  ///     returns whether to continue. The program waits meanwhile, and other programs may be used.
  /// - Returns: the answer.
  /// - Throws: a shortage of descriptors or memory, and the errors of `member`.
  func ask(
    _ request: ExtractionRequest, _ file: borrowing FileDescriptor, _ isInterrupted: () -> Bool,
    member: (AnsweredMember, UnpackedFile?) throws(SystemError) -> Bool
  ) throws(SystemError) -> Answer {
    var answer = ExtractionAnswer(to: request)
    var (unpacked, ending) = (UnpackedFile?.none, ExtractionFrame.Ending?.none)
    let outcome = try exchange(with: request.program).ask(request, file, isInterrupted) {
      (frame) throws(SystemError) -> JailedExchange.Step in
      switch answer.take(frame) {
      case .more: return .more
      case .content(let bytes):
        let file = if let unpacked { unpacked } else { try UnpackedFile() }
        try file.append(bytes)
        unpacked = file
        return .more
      case .member(let answered):
        let begin = now()
        let file = answered.hasFile ? unpacked : nil
        if answered.hasFile { unpacked = nil }
        let goesOn = try member(answered, file)
        return goesOn && !isInterrupted() ? .moreAfter(begin.duration(to: now())) : .interrupted
      case .ended(let end):
        ending = end
        return .ended
      case .died(let exit):
        ending = request.ending(after: exit)
        return .ended
      case .broken: return .broken
      }
    }
    switch outcome {
    // If the process ended before the end of its answer, it has died.
    case .ended: return ending.map { .complete(answer, $0, unpacked) } ?? .crashed
    case .died: return .crashed
    case .interrupted: return .interrupted
    case .missing: return .missing
    }
  }
}

extension ExtractionRequest {
  /// The ending of the answer if a signal killed the process after its CPU time was used up; nil
  /// for other exits.
  ///
  /// The kernel's limit, or a shortage of memory, kills a process that spends its time in a library call. The
  /// frames received until then are the beginning of the document. Reading it again would take as long.
  fileprivate func ending(after exit: ExtractionFrame.Exit) -> ExtractionFrame.Ending? {
    guard exit.status < 0, exit.time >= UInt64(time) * 1_000,
      !isCompressed, !format.canHaveMembers || format.textGrowsWithSize
    else { return nil }
    return .init(.timeLimit, time: exit.time)
  }
}
