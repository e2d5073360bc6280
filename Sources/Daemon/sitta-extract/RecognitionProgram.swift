import DocumentReaders
import ExtractionProtocol
import ExtractionWorker
import TextRecognition

/// The program that recognizes text in images with tesseract.
///
/// Its arguments are `--languages`, the folder of the language files, and the language codes.
final class RecognitionProgram: ExtractionProgram {
  private let recognizer: TextRecognizer?
  /// Image files with fewer pixels are not recognized: they contain no text.
  private static let leastPixels = 300_000

  init(_ arguments: [String]) {
    guard let option = arguments.firstIndex(of: "--languages"), option + 1 < arguments.count else {
      recognizer = nil
      return
    }
    let languages = arguments[(option + 2)...].prefix { !$0.hasPrefix("-") }
    recognizer = TextRecognizer(languages: Array(languages), folder: arguments[option + 1])
  }

  /// Whether the languages were loaded.
  func prepare() -> Bool {
    switch recognizer {
    case .some: true
    case .none: false
    }
  }

  func isHeavy(_ format: DocumentFormat) -> Bool { true }

  /// True: leptonica and tesseract are libraries in C and C++.
  func needsFilter(_ request: ExtractionRequest) -> Bool { true }

  func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard format == .image else { throw .unsupported("Another program reads this format.") }
    sink.add(TextRecognizer.version, to: .engine)
    switch recognizer {
    case .some(let recognizer):
      try recognizer.recognize(bytes, leastPixels: Self.leastPixels, into: &sink)
    case .none: throw .unsupported("There is no language.")
    }
  }
}
