import ExtractionProtocol
public import LinuxSystem

/// Recognizes the text in images through jailed programs: one renders a page, another one reads it.
///
/// It belongs to one thread, which waits while a program works. The programs end with it.
public final class ImageRecognizer {
  /// Why there is no result.
  public enum Failure: Error, Equatable, Sendable {
    /// A program is missing or does not run.
    case missingProgram
    /// A program ended, broke the rules or took too long.
    case died
    /// The image cannot be decoded, or it is too small or too large.
    case unreadable
    /// There is not enough memory, or there are not enough descriptors.
    case shortage
    /// Something else had to be done first.
    case interrupted
  }

  /// A result, and the CPU time that the programs took for it.
  public struct Answer<Result: Sendable>: Sendable {
    /// The result.
    public var result: Result
    /// The CPU time.
    public var time = Duration.zero
  }

  /// What came of rendering a page.
  public enum Rendering: Sendable {
    /// The page in shades of gray.
    case image(ImageFile)
    /// It is empty.
    case blank
    /// There is no page.
    case failed(Failure)
  }

  /// What came of recognizing an image.
  public enum Recognition: Equatable, Sendable {
    /// The text in UTF-8, and the version of the library that recognized it.
    case text([UInt8], engine: String)
    /// There is no text.
    case failed(Failure)
  }

  /// The folder of the programs.
  public let programs: FilePath?
  /// The languages of recognition.
  public let languages: RecognitionLanguages
  private let renderer: ProgramExchange
  private let reader: ProgramExchange

  /// The CPU time of a page in milliseconds.
  private static let pageTime: UInt32 = 30_000
  /// The most text of a page, in bytes.
  private static let mostText: UInt64 = 1 << 20
  /// The size in bytes of the largest image that is recognized.
  public static let mostBytes: Int64 = 32 << 20

  /// Creates a recognizer that has started no program yet.
  ///
  /// - Parameters:
  ///   - programs: the folder of the programs; nil if there is none.
  ///   - languages: the languages of recognition.
  public init(programs: FilePath?, languages: RecognitionLanguages) {
    (self.programs, self.languages) = (programs, languages)
    renderer = ProgramExchange(programs?.appending("sitta-extract-pdf"))
    let folder = languages.folder.map { [$0.bytes] } ?? []
    reader = ProgramExchange(
      programs?.appending(Self.programName),
      arguments: [Array("--languages".utf8)] + folder + languages.installed.map { Array($0.utf8) })
  }

  /// The program that recognizes text.
  public static let programName = "sitta-extract-ocr"
  /// The packages of Debian that it needs.
  public static let packages = ["libtesseract5", "liblept5"]

  /// Renders a page of a PDF document with 200 dots per inch.
  ///
  /// - Parameters:
  ///   - page: the number of the page, the first one being 1.
  ///   - file: the document.
  ///   - size: its size in bytes.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  /// - Returns: what came of it.
  public func render(
    _ page: UInt32, of file: borrowing FileDescriptor, size: Int64, _ isInterrupted: () -> Bool
  ) -> Answer<Rendering> {
    let request = ExtractionRequest(
      number: 0, format: .pdf, time: Self.pageTime, textLimit: 1, fileSize: UInt64(size),
      page: page)
    var image: FileDescriptor?
    var failure: Failure?
    var answer = RenderingAnswer()
    var (isWhole, time) = (false, Duration.zero)
    let exchanged = renderer.exchange(request, file, isInterrupted) { _, frame in
      switch answer.take(frame) {
      case .more: return .goOn
      case .image(let width, let height):
        do throws(SystemError) {
          let new = try FileDescriptor(inMemory: "page")
          try new.write(ImageFile.header(width: width, height: height))
          image = consume new
          return .goOn
        } catch {
          failure = .shortage
          return .fail
        }
      case .pixels(let pixels):
        if (try? image?.write(pixels)) != nil { return .goOn }
        failure = .shortage
        return .fail
      case .ended(let ending, let whole):
        time = .microseconds(Int64(clamping: ending.time))
        if ending.reason != .complete { failure = .unreadable }
        isWhole = whole
        return .end
      case .died(let exit):
        time = .microseconds(Int64(clamping: exit.time))
        failure = .died
        return .end
      case .broken: return .fail
      }
    }
    if let failure = failure ?? exchanged { return Answer(result: .failed(failure), time: time) }
    guard let page = image.take() else { return Answer(result: .blank, time: time) }
    guard isWhole, let file = try? ImageFile(sealing: page) else {
      return Answer(result: .failed(.died), time: time)
    }
    return Answer(result: .image(file), time: time)
  }

  /// Recognizes the text of an image.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - size: its size in bytes.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  /// - Returns: what came of it.
  public func recognize(
    _ image: borrowing FileDescriptor, size: Int64, _ isInterrupted: () -> Bool
  ) -> Answer<Recognition> {
    guard (1...Self.mostBytes).contains(size) else {
      return Answer(result: .failed(.unreadable))
    }
    let request = ExtractionRequest(
      number: 0, format: .image, time: Self.pageTime, textLimit: Self.mostText,
      fileSize: UInt64(size))
    var answer: ExtractionAnswer?
    var (failure, time) = (Failure?.none, Duration.zero)
    let exchanged = reader.exchange(request, image, isInterrupted) { request, frame in
      if answer == nil { answer = ExtractionAnswer(to: request) }
      switch answer?.take(frame) ?? .broken {
      case .more, .member: return .goOn
      case .ended(let ending):
        time = .microseconds(Int64(clamping: ending.time))
        switch ending.reason {
        // What was recognized until a limit is kept.
        case .complete, .textLimit, .timeLimit: break
        default: failure = .unreadable
        }
        return .end
      case .died(let exit):
        time = .microseconds(Int64(clamping: exit.time))
        failure = .died
        return .end
      case .broken, .content: return .fail
      }
    }
    if let failure = failure ?? exchanged { return Answer(result: .failed(failure), time: time) }
    guard let content = answer?.content else { return Answer(result: .failed(.died), time: time) }
    let engine = content.values(of: .engine).first ?? ""
    return Answer(result: .text(content.text, engine: engine), time: time)
  }
}
