import FileSelection
import FoundationEssentials
import Indexing
import LinuxSystem
import MediaTypes
import SearchIndex
import SearchInterface
import SearchMessages
import Synchronization
import TextExtraction
import Varlink

/// `Draw`: draws pages of PDF documents in the index, one at a time, in a jailed program.
final class DrawingHandler: Sendable {
  private let index: RepairingReader
  private let queries: QueryReader
  /// Begins with the first page that is drawn.
  private let thread = Mutex<DrawingThread?>(nil)

  /// How long opening the file may take before its file system counts as one that does not answer.
  private static let timeout = Duration.seconds(5)
  /// The longest time for finding the document.
  private static let lookupTime = Duration.seconds(1)

  init(queries: QueryReader) {
    (self.queries, index) = (queries, queries.index)
  }

  func draw(_ parameters: DrawMethod.Parameters) async throws -> DrawMethod.Reply {
    let asked = try DocumentLocation(parameter: parameters.uri, "uri")
    let page = try (parameters.page ?? 1).bounded(1...1_000_000, "page")
    let width = try (parameters.width ?? 800).bounded(100...1_600, "width")
    var request = ExcerptRequest()
    (request.lineLimit, request.byteLimit) = (1, 4)
    request.within = try await index.scope(within: parameters.within).folders
    let location = asked.moving(to: await index.resolve(asked.file))
    let excerpt = try await index.ask { [request, options = queries.searchOptions] reader in
      try reader.excerpt(
        of: location.path, request, options, deadline: .now + Self.lookupTime)
    }
    // Only what is in the index is drawn, so that secrets are not.
    guard let excerpt else { throw SearchFailure.noSuchDocument(path: "\(asked)") }
    guard excerpt.document.type == MediaType.pdf, location.path == location.file else {
      throw SearchFailure.noPicture(
        reason: "Only pages of PDF documents are drawn, and no members of files.")
    }
    let file = try await open(location.file)
    let programs = index.indexer.progress.extraction.programs
    let thread = try thread.withLock { thread in
      if let thread { return thread }
      let new = try DrawingThread()
      thread = new
      return new
    }
    try Task.checkCancellation()
    switch await thread.draw(UInt32(page), of: file, programs: programs, width: width) {
    case .success(let reply): return reply
    case .failure(let failure): throw SearchFailure.noPicture(reason: failure.reason)
    }
  }

  /// Opens a file by the rules, which follow no link.
  private func open(_ path: FilePath) async throws -> ImageFile {
    let rules = index.indexer.progress.rules
    do {
      return try await index.calls.answer(within: Self.timeout) { call in
        try call.willTouch(path)
        let folder = try rules.open(folder: path.parent)
        let file = try FileDescriptor(openingForeign: path.name, in: folder)
        let status = try file.status()
        guard status.kind == .regular else {
          throw SearchFailure.noPicture(reason: "'\(path)' is no file any more.")
        }
        return ImageFile(file, size: status.size)
      }
    } catch let error as SystemError {
      throw SearchFailure.noPicture(reason: "\(error)")
    } catch let error as FileSystemCalls.Unanswered {
      throw SearchFailure.noPicture(reason: "\(error)")
    }
  }
}

/// Draws one page at a time; the program ends after each.
private actor DrawingThread {
  /// Why a page was not drawn.
  struct Failure: Error {
    let reason: String
  }

  private nonisolated let loop: EventLoop
  /// The largest height in pixels.
  private static let mostHeight = 6_400

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-draw")
  }

  deinit {
    loop.stop()
  }

  func draw(
    _ page: UInt32, of file: ImageFile, programs: FilePath?, width: Int
  ) -> Result<DrawMethod.Reply, Failure> {
    // Who has asked may have gone while another page was drawn.
    if Task.isCancelled { return .failure(Failure(reason: "Nobody waits for the page any more.")) }
    let recognizer = ImageRecognizer(programs: programs, languages: RecognitionLanguages())
    let rendering = recognizer.render(page, of: file.descriptor, size: file.size, evenIfEmpty: true)
    {
      Task.isCancelled
    }
    switch rendering.result {
    case .image(let image):
      guard let picture = image.picture?.narrowed(to: width),
        picture.height <= Self.mostHeight
      else {
        return .failure(Failure(reason: "The page is too large to be drawn."))
      }
      return .success(
        DrawMethod.Reply(
          width: picture.width, height: picture.height,
          pixels: Data(picture.pixels).base64EncodedString()))
    case .blank: return .failure(Failure(reason: "The page is empty."))
    case .failed(.missingProgram):
      return .failure(
        Failure(reason: "PDF documents cannot be read here; 'sitta status' says what to install."))
    case .failed: return .failure(Failure(reason: "The page cannot be drawn."))
    }
  }
}
