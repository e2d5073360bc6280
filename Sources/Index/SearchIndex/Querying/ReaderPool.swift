public import IndexStorage
import LinuxSystem
import SittaSQLite
import Synchronization

/// A few reading connections, each on a thread of its own, so that a slow query delays no other.
///
/// ``ReaderTurns`` decides which query runs when.
public actor ReaderPool {
  private let store: IndexStore
  private let caches = ReaderCaches()
  /// Help to make snippets; nil before the first query.
  private var helpers: HelperThreads?
  /// The compounds that contain a word.
  nonisolated var compounds: CompoundWords { caches.compounds }
  private nonisolated let turns: Mutex<ReaderTurns>
  private var idle: [ReadingThread] = []
  /// The number of open connections.
  private var count = 0
  private var generation = 0
  private var waiting: [ReaderTurns.Ticket: CheckedContinuation<Void, Never>] = [:]
  /// The threads that run queries now.
  private var busy: [ObjectIdentifier: ReadingThread] = [:]
  /// Whether no connection may be opened, because the file of the index is being exchanged.
  private var isSuspended = false
  /// The calls of ``suspend()`` that wait until no connection is open.
  private var suspending: [CheckedContinuation<Void, Never>] = []

  /// The number of queries that wait for a connection.
  var waitingCount: Int { waiting.count }

  /// Makes a pool that opens connections when they are needed.
  public init(_ store: IndexStore, limit: Int = 4) {
    self.store = store
    turns = Mutex(ReaderTurns(limit: limit))
  }

  /// Runs `body` with a connection, on that connection's thread.
  ///
  /// It waits while all connections are busy. If `body` takes long while others wait, it is stopped
  /// with an interruption, and runs again from its beginning when a slow query may run. An error
  /// closes the connection, so that the next query gets a new one. If the index is exchanged
  /// meanwhile, `body` runs again on the new index.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    var lane = ReaderTurns.Lane.quick
    while true {
      let thread = try await takeThread(in: lane)
      let result = await thread.read(in: lane, decide: { self.decide() }, body)
      switch result.outcome {
      case .value(let value):
        await finish(thread, in: result.lane, isUsable: true)
        return value
      case .failure(let error):
        let isRecalled = thread.recall.isRaised && (error as? SQLiteError)?.isInterruption == true
        await finish(thread, in: result.lane, isUsable: false)
        if !isRecalled { throw error }
      case .stopped:
        await finish(thread, in: result.lane, isUsable: true)
        lane = .slow
      }
    }
  }

  /// Closes all connections, each after its query, because the index is another file now, or has other
  /// text settings.
  public func reset() async {
    generation += 1
    let idle = self.idle
    self.idle = []
    for thread in idle { await close(thread) }
    caches.removeAll()
    store.log.signal.raise()
  }

  /// Closes all connections and opens none until ``resume()``; queries wait until then.
  ///
  /// Running queries are stopped, and run again on the index that exists then. SQLite finds the log
  /// of a database by its name, so no connection may be open while the file is exchanged.
  public func suspend() async {
    isSuspended = true
    for thread in busy.values { thread.recall.raise() }
    await reset()
    while count > 0 {
      await withCheckedContinuation { continuation in
        if count > 0 { suspending.append(continuation) } else { continuation.resume() }
      }
    }
  }

  /// Runs queries again.
  public func resume() {
    isSuspended = false
    grantTurns()
    store.log.signal.raise()
  }

  private func takeThread(in lane: ReaderTurns.Lane) async throws -> ReadingThread {
    await turn(in: lane)
    // The turn may have been granted just before the exchange began.
    while isSuspended {
      end(in: lane)
      await turn(in: lane)
    }
    do {
      // A cancelled caller passes its turn on.
      try Task.checkCancellation()
      let thread = try idle.popLast() ?? open()
      busy[ObjectIdentifier(thread)] = thread
      return thread
    } catch {
      // Passes the turn on, because perhaps nothing else would.
      end(in: lane)
      throw error
    }
  }

  private func open() throws -> ReadingThread {
    if helpers == nil {
      // A few are enough for the hits of a page.
      let count = min(3, ProcessEnvironment.processorCount - 1)
      helpers = try HelperThreads(count: count, name: "sitta-snippets")
    }
    let thread = try ReadingThread(store, caches, helpers, generation: generation)
    count += 1
    return thread
  }

  /// An element for each commit that changes something from now on, and for each new index.
  ///
  /// Elements that have not been received yet are merged into one. It ends with the task that
  /// waits.
  public nonisolated func commits() -> AsyncStream<Void> {
    store.log.signal.listen().changes
  }

  /// Whether the index has not changed since a state of it.
  nonisolated func isUpToDate(_ clock: IndexClock) -> Bool {
    store.log.isLast(clock)
  }

  private nonisolated func decide() -> ReaderTurns.Decision {
    turns.withLock { turns in turns.expire() }
  }

  private func turn(in lane: ReaderTurns.Lane) async {
    await withCheckedContinuation { continuation in
      // Without an await in between: a turn that is given to a ticket whose continuation is not stored
      // yet would be lost, and its read would wait for ever.
      let ticket = turns.withLock { turns in turns.wait(in: lane) }
      waiting[ticket] = continuation
      grantTurns()
    }
  }

  private func finish(
    _ thread: ReadingThread, in lane: ReaderTurns.Lane, isUsable: Bool
  ) async {
    busy[ObjectIdentifier(thread)] = nil
    if isUsable, thread.generation == generation {
      idle.append(thread)
    } else {
      await close(thread)
    }
    end(in: lane)
  }

  private func end(in lane: ReaderTurns.Lane) {
    turns.withLock { turns in turns.end(in: lane) }
    grantTurns()
  }

  private func grantTurns() {
    while !isSuspended, let ticket = turns.withLock({ turns in turns.next() }) {
      waiting.removeValue(forKey: ticket)?.resume()
    }
  }

  private func close(_ thread: ReadingThread) async {
    await thread.close()
    count -= 1
    if count > 0 { return }
    for continuation in suspending { continuation.resume() }
    suspending = []
  }
}

/// One connection and its thread.
private actor ReadingThread {
  nonisolated let loop: EventLoop
  nonisolated let generation: Int
  /// Stops the running query, because the index is exchanged.
  nonisolated let recall = Interruption()
  /// How long after a query its memory is freed: the next query can use it until then.
  private static let rest = Duration.seconds(2)
  private let store: IndexStore
  private let caches: ReaderCaches
  private let helpers: HelperThreads?
  private var reader: IndexReader?
  private var lastRead = ContinuousClock.now
  private var isReleasePlanned = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(
    _ store: IndexStore, _ caches: ReaderCaches, _ helpers: HelperThreads?, generation: Int
  ) throws {
    loop = try EventLoop(name: "sitta-read")
    (self.store, self.caches, self.helpers) = (store, caches, helpers)
    self.generation = generation
  }

  deinit {
    loop.stop()
  }

  /// Runs a read until it ends or has to stop.
  ///
  /// - Parameters:
  ///   - lane: the lane in which the read begins.
  ///   - decide: decides whether the read continues when a slice is used up.
  ///   - body: the read.
  /// - Returns: the outcome, and the lane in which it ended.
  func read<Value: Sendable>(
    in lane: ReaderTurns.Lane, decide: @escaping @Sendable () -> ReaderTurns.Decision,
    _ body: @Sendable (IndexReader) throws -> Value
  ) -> (outcome: Outcome<Value>, lane: ReaderTurns.Lane) {
    let lease = Lease(in: lane, decide: decide)
    defer {
      lastRead = .now
      planRelease()
    }
    do {
      let reader = try self.reader ?? open()
      self.reader = reader
      reader.setStopCondition { lease.hasToStop() }
      defer { reader.setStopCondition(nil) }
      let value = try body(reader)
      return (lease.isStopped ? .stopped : .value(value), lease.lane)
    } catch {
      return (lease.isStopped ? .stopped : .failure(error), lease.lane)
    }
  }

  /// Closes the connection.
  func close() {
    reader = nil
  }

  private func open() throws -> IndexReader {
    let reader = try IndexReader(store, sharing: caches)
    reader.helpers = helpers
    reader.database.stop(on: recall)
    return reader
  }

  /// Plans to free memory in a while, unless that is planned already.
  ///
  /// FTS5 collects the documents of a prefix before it returns any, and hits consist of many small
  /// pieces. Freed memory is scattered, and the allocator keeps it until it is asked to release it.
  private func planRelease() {
    if isReleasePlanned { return }
    isReleasePlanned = true
    loop.schedule(at: lastRead + Self.rest) { [weak self] in
      self?.assumeIsolated { thread in thread.releaseIfResting() }
    }
  }

  private func releaseIfResting() {
    isReleasePlanned = false
    guard lastRead + Self.rest <= .now else { return planRelease() }
    reader?.releaseMemory()
    ProcessEnvironment.giveBackMemory()
  }
}

/// The outcome of a read.
private enum Outcome<Value: Sendable>: Sendable {
  case value(Value)
  case failure(any Error)
  /// It had to stop because others wait; its results so far are invalid.
  case stopped
}

/// The right of a read to go on, used on its thread.
private final class Lease {
  private(set) var lane: ReaderTurns.Lane
  private(set) var isStopped = false
  private let decide: @Sendable () -> ReaderTurns.Decision
  /// When the slice can be used up at the earliest.
  private var end = ContinuousClock.now + ReaderTurns.slice
  /// The CPU time of this thread when the slice began.
  private var begin = ThreadClock.now

  init(in lane: ReaderTurns.Lane, decide: @escaping @Sendable () -> ReaderTurns.Decision) {
    self.lane = lane
    self.decide = decide
  }

  func hasToStop() -> Bool {
    // A cancelled caller needs no answer.
    if isStopped || Task.isCancelled { return true }
    guard lane == .quick, end <= .now else { return false }
    // A read that only waits for a busy CPU is not slow.
    let left = ReaderTurns.slice - (ThreadClock.now - begin)
    if left > .zero {
      end = .now + left
      return false
    }
    switch decide() {
    case .slow:
      lane = .slow
    case .anotherSlice:
      begin = ThreadClock.now
      end = .now + ReaderTurns.slice
    case .stop:
      isStopped = true
    }
    return isStopped
  }
}
