import ExtractionProtocol
public import LinuxSystem
public import Meaning

/// Encodes passages with a jailed program.
///
/// It belongs to one thread, which waits while the program works. The program ends when it is released.
public final class PassageEncoder {
  /// What encodes.
  public struct Source: Equatable, Sendable {
    /// The folder of the jailed programs; nil if there is none.
    public let programs: FilePath?
    /// The sentence encoder.
    public let file: EncoderFile

    /// Describes what encodes.
    public init(programs: FilePath?, file: EncoderFile) {
      (self.programs, self.file) = (programs, file)
    }
  }

  /// The result of encoding a passage.
  public enum Encoding: Equatable, Sendable {
    /// The vector, as exact as it is stored.
    case vector(MeaningVector)
    /// There is none.
    case failed(JailedFailure)
  }

  /// What encodes.
  public let source: Source
  private let program: JailedExchange

  /// The CPU time limit for a passage in milliseconds, many times what it takes.
  private static let time: UInt32 = 2_000
  /// The name of the program that encodes.
  public static let programName = "sitta-extract-meaning"

  /// Creates an encoder that has started no program yet.
  public init(_ source: Source) {
    self.source = source
    program = JailedExchange(
      source.programs?.appending(Self.programName),
      arguments: [Array("--model".utf8), source.file.path.bytes], needsFilter: true)
  }

  /// Encodes a passage.
  ///
  /// - Parameters:
  ///   - passage: the text; the encoder looks at its beginning only.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result.
  public func encode(
    _ passage: String, _ isInterrupted: () -> Bool
  ) -> JailedAnswer<Encoding> {
    let bytes = Array(passage.utf8)
    if bytes.isEmpty { return JailedAnswer(result: .failed(.unreadable)) }
    guard let file = try? Self.file(of: bytes) else {
      return JailedAnswer(result: .failed(.shortage))
    }
    let request = ExtractionRequest(
      number: 0, format: .plainText, time: Self.time, textLimit: 1, fileSize: UInt64(bytes.count))
    let answer = program.content(request, of: file, isInterrupted) { $0 == .complete }
    return JailedAnswer(result: Self.encoding(answer.result), time: answer.time)
  }

  private static func file(of bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor(inMemory: "passage")
    try file.write(bytes)
    try file.rewind()
    return file
  }

  private static func encoding(_ result: Result<DocumentContent, JailedFailure>) -> Encoding {
    switch result {
    case .success(let content):
      let digits = content.values(of: .vector).first
      let bytes = digits.flatMap { [UInt8](hexadecimalDigits: $0) }
      return bytes.flatMap(MeaningVector.init(stored:)).map(Encoding.vector) ?? .failed(.unreadable)
    case .failure(let failure): return .failed(failure)
    }
  }
}
