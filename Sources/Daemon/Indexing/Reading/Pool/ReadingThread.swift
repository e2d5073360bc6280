import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// A reader: reads one document after the other, on its own thread, with its own jailed programs.
actor ReadingThread {
  private nonisolated let loop: EventLoop
  private var extractor: DocumentExtractor?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-reader")
  }

  deinit {
    loop.stop()
  }

  /// Does an order, and then further ones until none is left.
  ///
  /// - Parameters:
  ///   - job: the first order.
  ///   - slot: the slot of ``ReadingLedger`` that belongs to this reader.
  ///   - desk: has further orders, and takes the reports.
  ///   - didReport: called after each report.
  func work(
    _ job: ReadingDesk.Job, in slot: Int, of desk: ReadingDesk,
    _ didReport: @escaping @Sendable () async -> Void
  ) {
    var next: ReadingDesk.Job? = job
    while let job = next {
      next = desk.finish(job, with: read(job, in: slot), in: slot)
      // The reader does not wait for that.
      Task { await didReport() }
    }
  }

  private func read(_ job: ReadingDesk.Job, in slot: Int) -> FinishedReading {
    (job.lane == .bulk ? ThreadPriority.batch : .normal).apply()
    let begin = ThreadClock.now
    let moment = FileClock.now
    let (order, readings) = (job.order, job.context.readings)
    let extractor = extractor(in: job.context)
    readings.begin(
      ReadingLedger.Reading(subject: order.subject, reader: order.reader.rawValue), in: slot)
    let result: FinishedReading.Result
    do throws(SystemError) {
      result = try read(order, with: extractor) {
        job.interruption.isRaised || readings.isEnding
      }
    } catch {
      result = .failed(error)
    }
    readings.end(in: slot)
    return FinishedReading(
      order: order, result: result, moment: moment, reader: extractor.lastReader,
      programs: extractor.programStates, time: ThreadClock.now - begin)
  }

  private func read(
    _ order: ReadingOrder, with extractor: DocumentExtractor, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> FinishedReading.Result {
    if isInterrupted() { return .interrupted }
    let (status, limits) = (order.status, order.limits)
    var buffer = MemberBuffer(of: order.path.name, order.selection)
    let result = try extractor.extract(
      order.file.descriptor, status, name: order.path.name, byteLimit: order.byteLimit,
      isInterrupted: { buffer.isFull || isInterrupted() },
      needsReading: { extracted in
        ContainerMember(extracted, in: status, within: limits)
          .map { !buffer.isFull && !buffer.isLeftOut($0) } ?? false
      },
      member: { extracted in
        guard let member = ContainerMember(extracted, in: status, within: limits),
          !buffer.isLeftOut(member), !buffer.holdsSecret(member)
        else { return }
        buffer.append(member)
      })
    switch result {
    case .read(let extracted):
      if buffer.isFull || extracted.hasMoreMembers { return .container }
      return .document(Document(extracted, status, within: limits), buffer)
    case .crashed: return .crashed
    case .interrupted: return buffer.isFull ? .container : .interrupted
    }
  }

  private func extractor(in context: ReadingContext) -> DocumentExtractor {
    let extractor = self.extractor ?? Self.newExtractor(in: context, on: loop)
    self.extractor = extractor
    if extractor.settings != context.settings { extractor.settings = context.settings }
    extractor.paused = context.paused
    extractor.programStates = context.programs
    return extractor
  }

  /// Creates an extractor that uses the recognized texts of images.
  static func newExtractor(
    in context: ReadingContext, on loop: EventLoop
  ) -> DocumentExtractor {
    let extractor = DocumentExtractor(context.settings, reapingOn: loop, start: context.start)
    let cache = RecognitionCache(in: context.state)
    extractor.recognizedTexts = { pages, status, languages in
      cache.texts(of: pages, in: FileVersion(status), languages: languages, now: .now)
    }
    return extractor
  }
}

extension DocumentExtractor {
  /// Creates an extractor whose programs are removed from the process table on an event loop.
  convenience init(_ settings: ExtractionSettings, reapingOn loop: EventLoop, start: ReaderStart?) {
    self.init(
      settings,
      didStart: { [weak loop] descriptor, reap in
        try? loop?.addHandler(for: descriptor, .readable) { [weak loop] _ in
          loop?.removeHandler(for: descriptor)
          reap()
        }
      }, start: start)
  }
}
