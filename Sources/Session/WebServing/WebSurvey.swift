import ForeignJSON
import FoundationEssentials
import LinuxSystem
import Synchronization

/// Answers `/survey`: what an index of some folders would have, from `sittad --survey`.
///
/// That program can change no file, because this process cannot; a folder that does not answer stops only it.
enum WebSurvey {
  private struct Request: Decodable { var roots: [String] }

  /// The longest survey.
  private static let timeout = Duration.seconds(600)

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - body: the folders, as JSON.
  ///   - program: the path of `sittad`.
  /// - Returns: its lines, as they come.
  static func answer(_ body: [UInt8], by program: FilePath) -> WebAnswer {
    guard let request = try? ForeignJSON.decode(Request.self, from: body),
      request.roots.allSatisfy({ $0.hasPrefix("/") })
    else { return .refusal(400) }
    let words = ["--survey"] + request.roots.map { "--root=\($0)" }
    guard let output = try? Output(program, words.map { Array($0.utf8) }, until: .now + timeout)
    else { return .refusal(500) }
    return WebAnswer(200, "application/x-ndjson", .pieces { output.next() })
  }

  /// The output of the program, whose end kills it.
  private final class Output: Sendable {
    private let process: ChildProcess
    private let deadline: ContinuousClock.Instant
    private let complaint = Mutex(ChildProcess.Complaint())

    init(
      _ program: FilePath, _ arguments: [[UInt8]], until deadline: ContinuousClock.Instant
    ) throws(SystemError) {
      process = try ChildProcess(
        ChildProcess.Command(program, arguments), output: .pipe, errors: .descriptor(2))
      self.deadline = deadline
    }

    func next() -> [UInt8]? {
      let due = min(deadline, .now + WebAnswer.heartbeat)
      let output = complaint.withLock { try? process.nextOutput(until: due, &$0) } ?? nil
      if let output { return output }
      let isRunning = (try? process.ending()) == .some(nil)
      return isRunning && deadline > .now ? [0x0a] : nil
    }
  }
}
