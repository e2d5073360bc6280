import ExtractionProtocol
package import LinuxSystem

/// Encodes passages with a jailed program.
///
/// It belongs to one thread, which waits while the program works. The program ends when it is released.
public final class PassageEncoder {
  /// The result of encoding a passage.
  public enum Encoding: Equatable, Sendable {
    /// The vector as it is stored: a signed byte for each number.
    case vector([UInt8])
    /// There is none.
    case failed(JailedFailure)
  }

  private let program: JailedExchange

  /// The CPU time limit for a passage in milliseconds, fifty times what it takes.
  private static let time: UInt32 = 2_000
  /// The name of the program that encodes.
  public static let programName = "sitta-extract-meaning"

  /// Creates an encoder that has started no program yet.
  ///
  /// - Parameters:
  ///   - programs: the folder of the programs; nil if there is none.
  ///   - model: the file of the sentence encoder.
  ///   - start: starts a program; nil to start the real one.
  package init(programs: FilePath?, model: FilePath, start: ReaderStart? = nil) {
    program = JailedExchange(
      programs?.appending(Self.programName),
      arguments: [Array("--model".utf8), model.bytes], needsFilter: true,
      start: start ?? JailedProgram.start)
  }

  /// Encodes a passage.
  ///
  /// - Parameters:
  ///   - passage: the text in UTF-8; the encoder looks at its beginning only.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result.
  public func encode(
    _ passage: [UInt8], _ isInterrupted: () -> Bool
  ) -> JailedAnswer<Encoding> {
    if passage.isEmpty { return JailedAnswer(result: .failed(.unreadable)) }
    let request = ExtractionRequest(
      number: 0, format: .plainText, time: Self.time, textLimit: 1, fileSize: UInt64(passage.count))
    var answer = ExtractionAnswer(to: request)
    var (failure, time) = (JailedFailure?.none, Duration.zero)
    let exchanged = JailedFailure.of { () throws(SystemError) in
      let file = try FileDescriptor(inMemory: "passage")
      try file.write(passage)
      try file.rewind()
      return try program.ask(request, file, isInterrupted) { frame in
        switch answer.take(frame) {
        case .more, .member: return .more
        case .ended(let ending):
          time = ending.duration
          if ending.reason != .complete { failure = .unreadable }
          return .ended
        case .died(let exit):
          (time, failure) = (exit.duration, .died)
          return .ended
        case .broken, .content: return .broken
        }
      }
    }
    if let failure = failure ?? exchanged {
      return JailedAnswer(result: .failed(failure), time: time)
    }
    guard let vector = answer.values(of: .vector).first.flatMap(Self.bytes) else {
      return JailedAnswer(result: .failed(.unreadable), time: time)
    }
    return JailedAnswer(result: .vector(vector), time: time)
  }

  /// Reads hexadecimal digits; nil if there are others.
  private static func bytes(_ digits: String) -> [UInt8]? {
    let values = digits.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard let high = values[index], let low = values[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
