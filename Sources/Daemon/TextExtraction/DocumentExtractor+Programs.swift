import ExtractionProtocol
import LinuxSystem

/// Requests to jailed programs.
extension DocumentExtractor {
  /// The answer of a program.
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
  ///   - request: the request; it gets its number later.
  ///   - file: the document.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  ///   - member: called for each member, with its file if another program reads it; returns whether
  ///     reading goes on. The program waits for it, and other programs may be asked meanwhile.
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
    // Without an end of the answer, only its process has ended.
    case .ended: return ending.map { .complete(answer, $0, unpacked) } ?? .crashed
    case .died: return .crashed
    case .interrupted: return .interrupted
    case .missing: return .missing
    }
  }
}

extension ExtractionRequest {
  /// How the answer ended if a signal killed the process after its CPU time was used up; nil for
  /// any other end.
  ///
  /// The kernel's limit or a shortage of memory ends a process that spends its time in a call of a
  /// library. The frames until then are the beginning of the document. To read it again would take as long.
  fileprivate func ending(after exit: ExtractionFrame.Exit) -> ExtractionFrame.Ending? {
    guard exit.status < 0, exit.time >= UInt64(time) * 1_000,
      !isCompressed, !format.canHaveMembers
    else { return nil }
    return .init(.timeLimit, time: exit.time)
  }
}
