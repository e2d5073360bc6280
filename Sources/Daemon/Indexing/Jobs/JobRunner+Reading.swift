import Cooldown
import IndexStorage
import LinuxSystem
import TextExtraction

/// The readers, which read documents while other work goes on.
extension JobRunner {
  /// Takes what the readers have brought, and finds out which lanes may give them more.
  func takeReadings() {
    for (job, reading) in pool.takeReports() {
      if job.lane == .bulk { gate.worked(reading.time) }
      reconciler.reader.learn(reading.programs, since: job.context.programs)
      if agenda.endReading(job.ticket) { read[job.ticket] = reading }
    }
    pool.setLimit(readerLimit)
    agenda.readableLanes = pool.openLanes
    report.showReading(pool.oldest)
  }

  /// How many documents may be read at once: only one on battery, and while bulk work rests.
  private var readerLimit: Int {
    guard gate.verdict(needsMains: true) == .work else { return 1 }
    return min(reconciler.reader.extraction.readers, ExtractionSettings.mostReaders)
  }

  /// Gives a file to a reader, unless this version of it is being read already.
  ///
  /// - Throws: a shortage of descriptors or memory.
  func start(_ order: ReadingOrder, for item: WorkQueue.Item) throws(SystemError) {
    if let other = pool.ticket(of: order) {
      _ = agenda.startReading(item, with: other)
      return
    }
    // An earlier version of the file need not be read any more.
    pool.interrupt { $0.path == order.path }
    try pool.prepare()
    let ticket = agenda.startReading(item, with: nil)
    let context = reconciler.reader.context(in: session.store.file.parent)
    pool.start(order, context, as: ticket, for: item.lane)
  }

  /// Keeps what a reader has brought for an item that turned out to be large work, or was interrupted.
  ///
  /// - Returns: the ticket; nil if nothing is kept, because it is only a beginning, or there is no room.
  func keep(
    _ reading: FinishedReading?, as ticket: WorkQueue.Ticket?, after outcome: Outcome
  ) -> WorkQueue.Ticket? {
    guard case .large = outcome.finding, let reading, let ticket, reading.isWhole,
      agenda.queue.hasRoomForLargeReading,
      read.values.reduce(reading.size, { $0 + $1.size }) <= Self.keptBytes
    else { return nil }
    read[ticket] = reading
    return ticket
  }

  /// The most bytes of text that are kept for large work.
  private static let keptBytes = 16 << 20

  /// Interrupts the reading of files, and drops what was read of them, because it must not be used any more.
  ///
  /// - Parameter isMeant: whether a path is concerned.
  func interruptReaders(at isMeant: (FilePath) -> Bool = { _ in true }) {
    pool.interrupt { isMeant($0.path) }
    for (ticket, reading) in read where isMeant(reading.order.path) {
      read[ticket]?.result = .interrupted
    }
  }
}
