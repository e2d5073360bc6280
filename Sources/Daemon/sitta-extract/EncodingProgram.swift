import DocumentReaders
import ExtractionProtocol
import ExtractionWorker
import LinuxSystem
import Meaning
import MeaningModel

/// The program that turns texts into vectors of what they are about, with a sentence encoder.
///
/// Its arguments are `--model` and the file of the encoder.
final class EncodingProgram: ExtractionProgram {
  private let encoder: SentenceEncoder?

  init(_ arguments: [String]) {
    guard let option = arguments.firstIndex(of: "--model"), option + 1 < arguments.count,
      let path = FilePath(absolute: arguments[option + 1])
    else {
      encoder = nil
      return
    }
    encoder = try? SentenceEncoder(path)
  }

  /// Whether the encoder can be used; a first text maps what each text needs.
  func prepare() -> Bool {
    encoder?.vector(of: ["What is this about?"]) != nil
  }

  func isHeavy(_ format: DocumentFormat) -> Bool { false }

  /// True: the products of matrices are written in C.
  func needsFilter(_ request: ExtractionRequest) -> Bool { true }

  func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard format == .plainText else { throw .unsupported("Another program reads this format.") }
    var text: [UInt8] = []
    text.append(bytes)
    guard let vector = encoder?.vector(of: [String(decoding: text, as: UTF8.self)]) else {
      throw .unsupported("It has no words.")
    }
    sink.add(VectorCode(vector).bytes.hexadecimalDigits, to: .vector)
  }
}
