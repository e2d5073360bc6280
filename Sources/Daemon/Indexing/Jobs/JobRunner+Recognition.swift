import Cooldown
import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// The recognition of text in images.
extension JobRunner {
  /// Recognizes the next image, or plans to read a document whose images are all recognized.
  func recognizeNext() throws {
    let settings = reconciler.reader.recognition
    // Created first, so that nothing can fail after an image was taken from the queue.
    let thread = try recognitionThread ?? RecognitionThread()
    recognitionThread = thread
    let task = try recognition.takeNext(
      session.writer(), settings, reconciler.reader.cache, at: .now, second: .now)
    switch task {
    case nil: break
    case .read(let path): agenda.add([.path(path, isRead: true)], to: .bulk)
    case .recognize(let image): start(image, settings, on: thread)
    }
  }

  private func start(
    _ image: RecognizedImage, _ settings: RecognitionSettings, on thread: RecognitionThread
  ) {
    guard let file = open(image) else {
      _ = recognition.finish(.changed, at: .now)
      return
    }
    let order = RecognitionThread.Order(
      image: image, file: file, programs: reconciler.reader.extraction.programs,
      languages: settings.languages, state: session.store.file.parent, signals: signals)
    Task { [inbox, watcher] in
      inbox.add(.recognized(await thread.recognize(order)))
      await watcher.wake()
    }
  }

  /// Opens the file of an image; nil if the file is no longer the one in the index.
  private func open(_ image: RecognizedImage) -> ImageFile? {
    guard let folder = try? selection.rules.open(folder: image.path.parent),
      let file = try? FileDescriptor(openingForeign: image.path.name, in: folder),
      let status = try? file.status(), status.kind == .regular,
      FileVersion(status) == image.file
    else { return nil }
    return ImageFile(file, size: status.size)
  }

  /// Handles the result of recognizing an image.
  func take(_ report: RecognitionThread.Report) throws {
    gate.worked(report.time)
    guard let image = recognition.current else { return }
    reconciler.reader.isRecognitionMissing = report.result == .missingProgram
    guard let outcome = recognition.finish(report.result, at: .now),
      // The text of a document that was forgotten or changed meanwhile must not get into the cache.
      let (_, stored) = try session.writer().file(ofDocument: image.document),
      image.file == FileVersion(stored)
    else { return }
    let isRecorded = reconciler.reader.cache.record(
      outcome, image.page, of: image.file, languages: report.languages, engine: report.engine,
      now: .now)
    if !isRecorded { recognition.postpone(image.document, at: .now) }
  }
}
