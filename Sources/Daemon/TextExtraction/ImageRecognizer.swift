import ExtractionProtocol
public import LinuxSystem

/// Recognizes the text in images with jailed programs: one renders a page, another one recognizes its text.
///
/// It belongs to one thread, which waits while a program works. The programs end when it is released.
public final class ImageRecognizer {
  /// The result of rendering a page.
  public enum Rendering: Sendable {
    /// The page as a gray image.
    case image(ImageFile)
    /// The page is empty.
    case blank
    /// The page could not be rendered.
    case failed(JailedFailure)
  }

  /// The result of recognizing an image.
  public enum Recognition: Equatable, Sendable {
    /// The text in UTF-8, and the version of the library that recognized it.
    case text([UInt8], engine: String)
    /// The text could not be recognized.
    case failed(JailedFailure)
  }

  /// The folder of the programs.
  public let programs: FilePath?
  /// The languages of recognition.
  public let languages: RecognitionLanguages
  private let renderer: JailedExchange
  private let reader: JailedExchange

  /// The CPU time limit for a page, in milliseconds.
  private static let pageTime: UInt32 = 30_000
  /// The most bytes of text of a page.
  private static let mostText: UInt64 = 1 << 20
  /// The largest size in bytes of an image that is recognized.
  public static let mostBytes: Int64 = 32 << 20

  /// Creates a recognizer that has started no program yet.
  ///
  /// - Parameters:
  ///   - programs: the folder of the programs; nil if there is none.
  ///   - languages: the languages of recognition.
  ///   - start: starts a program; nil to start the real one.
  package init(
    programs: FilePath?, languages: RecognitionLanguages, start: ReaderStart? = nil
  ) {
    (self.programs, self.languages) = (programs, languages)
    let start = start ?? JailedProgram.start
    // The programs use C and C++ libraries, so they must not run without a filter of system calls.
    renderer = JailedExchange(
      programs?.appending("sitta-extract-pdf"), needsFilter: true, start: start)
    let folder = languages.folder.map { [$0.bytes] } ?? []
    reader = JailedExchange(
      programs?.appending(Self.programName),
      arguments: [Array("--languages".utf8)] + folder + languages.installed.map { Array($0.utf8) },
      needsFilter: true, start: start)
  }

  /// The name of the program that recognizes text.
  public static let programName = "sitta-extract-ocr"
  /// The packages that this program needs on this system, separated by blanks.
  public static var packages: String { SystemPackages.current.names(for: .recognition) }

  /// Renders a page of a PDF document at 200 dots per inch.
  ///
  /// - Parameters:
  ///   - page: the number of the page; the first page is 1.
  ///   - file: the document.
  ///   - size: its size in bytes.
  ///   - isAnyWanted: whether a nearly empty page is rendered as well.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result.
  public func render(
    _ page: UInt32, of file: borrowing FileDescriptor, size: Int64,
    evenIfEmpty isAnyWanted: Bool = false,
    _ isInterrupted: () -> Bool
  ) -> JailedAnswer<Rendering> {
    var request = ExtractionRequest(
      number: 0, format: .pdf, time: Self.pageTime, textLimit: 1, fileSize: UInt64(size),
      page: page)
    request.rendersAny = isAnyWanted
    var image: FileDescriptor?
    var failure: JailedFailure?
    var answer = RenderingAnswer(to: request)
    var (isWhole, time) = (false, Duration.zero)
    let exchanged = JailedFailure.of { () throws(SystemError) in
      try renderer.ask(request, file, isInterrupted) { frame throws(SystemError) in
        switch answer.take(frame) {
        case .more: return .more
        case .image(let width, let height):
          let new = try FileDescriptor(inMemory: "page")
          try new.write(ImageFile.header(width: width, height: height))
          image = consume new
          return .more
        case .pixels(let pixels):
          try image?.write(pixels)
          return .more
        case .ended(let ending, let whole):
          time = ending.duration
          if ending.reason != .complete { failure = .unreadable }
          isWhole = whole
          return .ended
        case .died(let exit):
          (time, failure) = (exit.duration, .died)
          return .ended
        case .broken: return .broken
        }
      }
    }
    if let failure = failure ?? exchanged {
      return JailedAnswer(result: .failed(failure), time: time)
    }
    guard let page = image.take() else { return JailedAnswer(result: .blank, time: time) }
    guard isWhole, let file = try? ImageFile(sealing: page) else {
      return JailedAnswer(result: .failed(.died), time: time)
    }
    return JailedAnswer(result: .image(file), time: time)
  }

  /// Recognizes the text in an image.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - size: its size in bytes.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result.
  public func recognize(
    _ image: borrowing FileDescriptor, size: Int64, _ isInterrupted: () -> Bool
  ) -> JailedAnswer<Recognition> {
    guard (1...Self.mostBytes).contains(size) else {
      return JailedAnswer(result: .failed(.unreadable))
    }
    let request = ExtractionRequest(
      number: 0, format: .image, time: Self.pageTime, textLimit: Self.mostText,
      fileSize: UInt64(size))
    let answer = reader.content(request, of: image, isInterrupted) { reason in
      switch reason {
      // Text that was recognized before a limit was reached is kept.
      case .complete, .textLimit, .timeLimit: true
      default: false
      }
    }
    switch answer.result {
    case .success(let content):
      let engine = content.values(of: .engine).first ?? ""
      return JailedAnswer(result: .text(content.text, engine: engine), time: answer.time)
    case .failure(let failure):
      return JailedAnswer(result: .failed(failure), time: answer.time)
    }
  }
}
