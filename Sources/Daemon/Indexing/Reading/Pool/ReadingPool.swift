import LinuxSystem
import SittaSQLite
import TextExtraction

/// The readers, each of which reads one document at a time.
///
/// It belongs to one ``Indexer``. What a reader brings waits until ``takeReports()``.
final class ReadingPool {
  private let desk = ReadingDesk()
  private let didReport: @Sendable () async -> Void
  /// The readers, by their slot of ``ReadingLedger``.
  private var readers: [Int: ReadingThread] = [:]
  /// The orders whose reports have not been taken.
  private var jobs: [WorkQueue.Ticket: ReadingDesk.Job] = [:]
  private var limit = 1

  /// - Parameter didReport: called on another thread after each report.
  init(didReport: @escaping @Sendable () async -> Void) {
    self.didReport = didReport
  }

  /// The lanes that may give another order: each reader has one order, and another one waits for it.
  ///
  /// Fresh work does not wait for orders of bulk work.
  var openLanes: Set<WorkQueue.Lane> {
    var lanes: Set<WorkQueue.Lane> = []
    if jobs.count < 2 * limit { lanes.insert(.bulk) }
    if jobs.values.count(where: { $0.lane == .fresh }) < 2 * limit { lanes.insert(.fresh) }
    return lanes
  }

  /// The file that has been read for the longest time, and since when; nil if none is being read.
  var oldest: (path: FilePath, since: ContinuousClock.Instant)? { desk.oldest }

  /// The ticket of the file that is being read with this path and status; nil for none.
  func ticket(of order: ReadingOrder) -> WorkQueue.Ticket? {
    jobs.first { _, job in
      job.order.path == order.path && job.order.status == order.status
        && !job.interruption.isRaised
    }?.key
  }

  /// Makes a first reader if there is none.
  ///
  /// - Throws: a shortage of descriptors or memory.
  func prepare() throws(SystemError) {
    if readers.isEmpty { readers[1] = try ReadingThread() }
  }

  /// Sets how many documents may be read at the same time.
  func setLimit(_ limit: Int) {
    if limit == self.limit { return }
    self.limit = limit
    desk.setLimit(limit)
    assign()
  }

  /// Gives a file to a reader, after ``prepare()``.
  ///
  /// - Parameters:
  ///   - order: the file.
  ///   - context: how files are read.
  ///   - ticket: identifies the report.
  ///   - lane: the lane of the work.
  func start(
    _ order: ReadingOrder, _ context: ReadingContext, as ticket: WorkQueue.Ticket,
    for lane: WorkQueue.Lane
  ) {
    let job = ReadingDesk.Job(ticket: ticket, order: order, context: context, lane: lane)
    jobs[ticket] = job
    desk.add(job)
    assign()
    desk.makeRoom()
  }

  /// Has readers without work take the orders that wait.
  private func assign() {
    for slot in 1..<ReadingLedger.slots where desk.hasWork {
      // With fewer readers it takes longer.
      if readers[slot] == nil { readers[slot] = try? ReadingThread() }
      guard let reader = readers[slot], let job = desk.take(for: slot) else { continue }
      Task { [desk, didReport] in await reader.work(job, in: slot, of: desk, didReport) }
    }
  }

  /// Removes and returns what the readers have brought.
  ///
  /// What was interrupted has no text, even if it was complete.
  func takeReports() -> [(job: ReadingDesk.Job, reading: FinishedReading)] {
    let reports = desk.takeReports().map { job, reading in
      jobs[job.ticket] = nil
      var reading = reading
      if job.interruption.isRaised { reading.result = .interrupted }
      return (job, reading)
    }
    if !reports.isEmpty { desk.makeRoom() }
    return reports
  }

  /// Interrupts the reading of some files.
  func interrupt(where isMeant: (ReadingOrder) -> Bool = { _ in true }) {
    for job in jobs.values where isMeant(job.order) { job.interruption.raise() }
  }

  /// Ends the readers that have nothing to do, except one, whose programs end after a while.
  func releaseIdle() {
    let busy = desk.busySlots
    for slot in readers.keys where slot != 1 && !busy.contains(slot) { readers[slot] = nil }
  }
}
