import LinuxSystem
import SittaSQLite
import Synchronization
import TextExtraction

/// The readers, each of which reads one document at a time.
///
/// It belongs to one ``Indexer``. What a reader brings waits until ``takeReports()``.
final class ReadingPool {
  /// What readers have brought; other threads add to it.
  private final class Reports: Sendable {
    private let reports = Mutex<[(ticket: WorkQueue.Ticket, reading: FinishedReading)]>([])
    /// Happens when a report is added.
    let arrivals = Occurrence()

    var isEmpty: Bool { reports.withLock(\.isEmpty) }

    func add(_ ticket: WorkQueue.Ticket, _ reading: FinishedReading) {
      reports.withLock { $0.append((ticket, reading)) }
      arrivals.happen()
    }

    func take() -> [(ticket: WorkQueue.Ticket, reading: FinishedReading)] {
      reports.withLock { reports in
        defer { reports = [] }
        return reports
      }
    }
  }

  /// A reader, with the slot of ``ReadingLedger`` that is its own.
  struct Reader {
    fileprivate let thread: ReadingThread
    fileprivate let slot: Int
  }

  private struct Run {
    let reader: Reader
    let order: ReadingOrder
    let known: DocumentExtractor.ProgramStates
    let lane: WorkQueue.Lane
    let begin = ContinuousClock.now
    let interruption = Interruption()
  }

  /// A report, with what was known about the programs when its reader began.
  struct Report {
    let ticket: WorkQueue.Ticket
    let reading: FinishedReading
    let known: DocumentExtractor.ProgramStates
    let lane: WorkQueue.Lane
  }

  private let readings: ReadingNotes
  private let didReport: @Sendable () async -> Void
  private let reports = Reports()
  private var idle: [Reader] = []
  private var runs: [WorkQueue.Ticket: Run] = [:]

  /// - Parameters:
  ///   - readings: records which documents are being read.
  ///   - didReport: called on another thread after each report.
  init(_ readings: ReadingNotes, didReport: @escaping @Sendable () async -> Void) {
    (self.readings, self.didReport) = (readings, didReport)
  }

  /// How many documents are being read, or were read and not taken.
  var count: Int { runs.count }

  /// Whether ``takeReports()`` returns anything.
  var hasReports: Bool { !reports.isEmpty }

  /// Happens when a reader has brought something.
  var arrivals: Occurrence { reports.arrivals }

  /// The ticket of the file that is being read with this path and status; nil for none.
  func ticket(of order: ReadingOrder) -> WorkQueue.Ticket? {
    runs.first { _, run in
      run.order.path == order.path && run.order.status == order.status
        && !run.interruption.isRaised
    }?.key
  }

  /// Takes a reader that is free, or makes a new one.
  ///
  /// - Throws: a shortage of descriptors or memory.
  func reader() throws(SystemError) -> Reader {
    if let reader = idle.popLast() { return reader }
    return Reader(thread: try ReadingThread(), slot: freeSlot)
  }

  /// Gives a file to a reader.
  ///
  /// - Parameters:
  ///   - order: the file.
  ///   - context: how files are read.
  ///   - ticket: identifies the report.
  ///   - lane: the lane of the work; readers for bulk work have a low priority.
  ///   - reader: the reader, from ``reader()``.
  func start(
    _ order: ReadingOrder, _ context: ReadingContext, as ticket: WorkQueue.Ticket,
    for lane: WorkQueue.Lane, with reader: Reader
  ) {
    let run = Run(reader: reader, order: order, known: context.programs, lane: lane)
    runs[ticket] = run
    readings.begin(
      ReadingLedger.Reading(subject: order.subject, reader: order.reader.rawValue),
      in: reader.slot)
    let (thread, interruption) = (reader.thread, run.interruption)
    Task { [reports, didReport] in
      let reading = await thread.read(order, context, isBulk: lane == .bulk, interruption)
      reports.add(ticket, reading)
      await didReport()
    }
  }

  private var freeSlot: Int {
    let used = Set(runs.values.map(\.reader.slot) + idle.map(\.slot))
    return (1..<ReadingLedger.slots).first { !used.contains($0) } ?? 1
  }

  /// The file that has been read for the longest time, and since when; nil if none is being read.
  var oldest: (path: FilePath, since: ContinuousClock.Instant)? {
    runs.values.min { $0.begin < $1.begin }.map { ($0.order.path, $0.begin) }
  }

  /// Removes and returns what the readers have brought; these readers are free again.
  ///
  /// What was interrupted has no text, even if it was complete.
  func takeReports() -> [Report] {
    reports.take().compactMap { ticket, reading in
      guard let run = runs.removeValue(forKey: ticket) else { return nil }
      readings.end(in: run.reader.slot)
      idle.append(run.reader)
      var reading = reading
      if run.interruption.isRaised { reading.result = .interrupted }
      return Report(ticket: ticket, reading: reading, known: run.known, lane: run.lane)
    }
  }

  /// Interrupts the reading of some files.
  func interrupt(where isMeant: (ReadingOrder) -> Bool = { _ in true }) {
    for run in runs.values where isMeant(run.order) { run.interruption.raise() }
  }

  /// Interrupts one document of the bulk lane, unless one is being interrupted already.
  func makeRoom() {
    let bulk = runs.values.filter { $0.lane == .bulk }
    if bulk.contains(where: \.interruption.isRaised) { return }
    // The one that began last has the least to lose.
    bulk.max { $0.begin < $1.begin }?.interruption.raise()
  }

  /// Ends the readers that have nothing to do, except one, whose programs end after a while.
  func releaseIdle() {
    idle = Array(idle.prefix(1))
  }
}
