import ExtractionProtocol
import LinuxSystem

/// A result of jailed programs, and the CPU time that they took for it.
public struct JailedAnswer<Result: Sendable>: Sendable {
  /// The result.
  public var result: Result
  /// The CPU time.
  public var time = Duration.zero
}

/// Why jailed programs gave no result.
public enum JailedFailure: Error, Equatable, Sendable {
  /// A program is missing or does not run.
  case missingProgram
  /// A program died, broke the protocol or took too long.
  case died
  /// The program can do nothing with what it got: an image that it cannot decode, or a text without words.
  case unreadable
  /// There is not enough memory, or there are not enough descriptors.
  case shortage
  /// The work stopped, because something else has to be done first.
  case interrupted

  /// Why a request has no complete answer; nil if it has.
  static func of(_ ask: () throws(SystemError) -> JailedExchange.Outcome) -> JailedFailure? {
    do throws(SystemError) {
      switch try ask() {
      case .ended: return nil
      case .died: return .died
      case .interrupted: return .interrupted
      case .missing: return .missingProgram
      }
    } catch {
      return .shortage
    }
  }
}

extension JailedExchange {
  /// Asks the program for the content of a file without members.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - file: the open file.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  ///   - isKept: whether a content that ends for this reason counts.
  /// - Returns: the content.
  func content(
    _ request: ExtractionRequest, of file: borrowing FileDescriptor, _ isInterrupted: () -> Bool,
    isKept: (ExtractionFrame.Ending.Reason) -> Bool
  ) -> JailedAnswer<Result<DocumentContent, JailedFailure>> {
    var answer = ExtractionAnswer(to: request)
    var (failure, time) = (JailedFailure?.none, Duration.zero)
    let exchanged = JailedFailure.of { () throws(SystemError) in
      try ask(request, file, isInterrupted) { frame in
        switch answer.take(frame) {
        case .more, .member: return .more
        case .ended(let ending):
          time = ending.duration
          if !isKept(ending.reason) { failure = .unreadable }
          return .ended
        case .died(let exit):
          (time, failure) = (exit.duration, .died)
          return .ended
        case .broken, .content: return .broken
        }
      }
    }
    let result = (failure ?? exchanged).map(Result.failure) ?? .success(answer.content)
    return JailedAnswer(result: result, time: time)
  }
}
