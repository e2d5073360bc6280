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
    case .readMembers(let members, of: let container):
      let writer = try session.writer()
      // Members that count as unchanged would keep their text, and a mailbox would be read from its old end.
      for document in members { try writer.markUnfinished(document) }
      if let stored = try writer.storedFile(at: container) { try writer.markUnfinished(stored.id) }
      session.countWrite()
      agenda.add([.path(container, isRead: true)], to: .bulk)
    case .recognize(let image): start(image, settings, on: thread)
    }
  }

  private func start(
    _ image: RecognizedImage, _ settings: RecognitionSettings, on thread: RecognitionThread
  ) {
    guard let (file, status) = open(image.container?.path ?? image.path),
      FileVersion(status) == image.container?.file ?? image.file
    else {
      _ = recognition.finish(.changed, at: .now)
      return
    }
    let order = RecognitionThread.Order(
      image: image, file: file, status: status, extraction: reconciler.reader.extraction,
      languages: settings.languages, state: session.store.file.parent, signals: signals)
    Task { [inbox, watcher] in
      inbox.add(.recognized(await thread.recognize(order)))
      await watcher.wake()
    }
  }

  /// Opens a file; nil if it is no longer there.
  private func open(_ path: FilePath) -> (ImageFile, FileStatus)? {
    guard let folder = try? selection.rules.open(folder: path.parent),
      let file = try? FileDescriptor(openingForeign: path.name, in: folder),
      let status = try? file.status(), status.kind == .regular
    else { return nil }
    return (ImageFile(file, size: status.size), status)
  }

  /// Handles the result of recognizing an image.
  func take(_ report: RecognitionThread.Report) throws {
    gate.worked(report.time)
    guard let image = recognition.current else { return }
    reconciler.reader.isRecognitionMissing = report.result == .missingProgram
    guard let outcome = recognition.finish(report.result, at: .now),
      // The text of a document that was forgotten or changed meanwhile must not get into the cache.
      let (_, stored) = try session.writer().file(ofDocument: image.document),
      image.file
        == (image.container == nil ? FileVersion(stored) : FileVersion(contentOf: stored))
    else { return }
    let isRecorded = reconciler.reader.cache.record(
      outcome, image.page, of: image.file, languages: report.languages, engine: report.engine,
      now: .now)
    if !isRecorded { recognition.postpone(image.document, at: .now) }
  }
}
