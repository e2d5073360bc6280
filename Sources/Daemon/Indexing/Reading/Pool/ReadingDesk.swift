import LinuxSystem
import SittaSQLite
import Synchronization
import TextExtraction

/// The orders that wait for a reader, those that are being read, and what was read; shared by all readers.
///
/// A reader takes its next order by itself, so it never waits for the indexer.
final class ReadingDesk: Sendable {
  /// An order, and how it is done.
  struct Job: Sendable {
    let ticket: WorkQueue.Ticket
    let order: ReadingOrder
    let context: ReadingContext
    /// The lane of the work; for bulk work, the reader has a low priority.
    let lane: WorkQueue.Lane
    /// Raised once something else has to be done first.
    let interruption = Interruption()
  }

  private struct State {
    /// The orders that wait, by lane.
    var waiting: [WorkQueue.Lane: [Job]] = [:]
    var running: [Int: (job: Job, since: ContinuousClock.Instant)] = [:]
    var reports: [(job: Job, reading: FinishedReading)] = []
    /// How many orders may be done at the same time.
    var limit = 1

    /// Takes the next order for a free reader: a fresh one first.
    mutating func take(for slot: Int) -> Job? {
      guard running.count < limit else { return nil }
      for lane in WorkQueue.Lane.allCases where waiting[lane]?.isEmpty == false {
        guard let job = waiting[lane]?.removeFirst() else { continue }
        running[slot] = (job, .now)
        return job
      }
      return nil
    }
  }

  private let state = Mutex(State())

  /// The order that has been read for the longest time, and since when; nil if none is being read.
  var oldest: (path: FilePath, since: ContinuousClock.Instant)? {
    state.withLock { state in
      state.running.values.min { $0.since < $1.since }.map { ($0.job.order.path, $0.since) }
    }
  }

  /// The slots of the readers that have something to do.
  var busySlots: Set<Int> { state.withLock { Set($0.running.keys) } }

  /// Sets how many orders may be done at the same time.
  func setLimit(_ limit: Int) {
    state.withLock { $0.limit = limit }
  }

  /// Adds an order.
  func add(_ job: Job) {
    state.withLock { $0.waiting[job.lane, default: []].append(job) }
  }

  /// Takes the next order for a reader that has nothing to do; nil if there is none, or it has to wait.
  func take(for slot: Int) -> Job? {
    state.withLock { state in state.running[slot] == nil ? state.take(for: slot) : nil }
  }

  /// Whether an order waits and may be done now.
  var hasWork: Bool {
    state.withLock { state in
      state.running.count < state.limit && state.waiting.values.contains { !$0.isEmpty }
    }
  }

  /// Reports what a reader has read, and takes its next order.
  func finish(_ job: Job, with reading: FinishedReading, in slot: Int) -> Job? {
    state.withLock { state in
      state.reports.append((job, reading))
      state.running[slot] = nil
      return state.take(for: slot)
    }
  }

  /// Removes and returns what was read.
  func takeReports() -> [(job: Job, reading: FinishedReading)] {
    state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  /// Interrupts one order of the bulk lane if a fresh one waits, and none is being interrupted already.
  func makeRoom() {
    state.withLock { state in
      guard state.waiting[.fresh]?.isEmpty == false else { return }
      let bulk = state.running.values.filter { $0.job.lane == .bulk }
      if bulk.contains(where: \.job.interruption.isRaised) { return }
      // The one that began last has the least to lose.
      bulk.max { $0.since < $1.since }?.job.interruption.raise()
    }
  }
}
