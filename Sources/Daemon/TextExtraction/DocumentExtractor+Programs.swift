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
  ///   - request: what to read; it gets its number later.
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
  /// How the answer ended of a process that a signal ended after it had used up its CPU time in a call of a
  /// library: that of the kernel's limit, or for want of memory; nil for any other end.
  ///
  /// What it has said before is the beginning of the document. To read it again would take as long.
  fileprivate func ending(after exit: ExtractionFrame.Exit) -> ExtractionFrame.Ending? {
    guard exit.status < 0, exit.time >= UInt64(time) * 1_000,
      !isCompressed, !format.canHaveMembers
    else { return nil }
    return .init(.timeLimit, time: exit.time)
  }
}
