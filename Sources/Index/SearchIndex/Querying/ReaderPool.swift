public import IndexStorage
public import LinuxSystem
import SittaSQLite
import Synchronization

/// Up to a few reading connections, each on its own thread, so that a slow query does not delay others.
///
/// ``ReaderTurns`` decides which query runs when.
public actor ReaderPool {
  private let store: IndexStore
  private let caches = ReaderCaches()
  /// Help to make snippets; nil before the first query.
  private var helpers: HelperThreads?
  /// The compounds that contain a word.
  nonisolated var compounds: CompoundWords { caches.compounds }
  /// Whether FTS5's pages gave another answer than FTS5, so that only FTS5 is asked since.
  package nonisolated var distrustsSegments: Bool { caches.distrustsSegments }
  private nonisolated let turns: Mutex<ReaderTurns>
  private var idle: [ReadingThread] = []
  /// The number of open connections.
  private var count = 0
  private var generation = 0
  private var waiting: [ReaderTurns.Ticket: CheckedContinuation<Void, Never>] = [:]
  /// The threads that are running a query.
  private var busy: [ObjectIdentifier: ReadingThread] = [:]
  /// Whether opening is forbidden, because the file of the index is being exchanged.
  private var isSuspended = false
  /// The calls of ``suspend()`` that wait until all connections are closed.
  private var suspending: [CheckedContinuation<Void, Never>] = []

  /// The number of queries that wait for a connection.
  var waitingCount: Int { waiting.count }

  /// Makes a pool; it opens connections when they are needed.
  public init(_ store: IndexStore, limit: Int = 4) {
    self.store = store
    turns = Mutex(ReaderTurns(limit: limit))
  }

  /// Runs `body` with a connection, on that connection's thread.
  ///
  /// It waits while all connections are busy. If `body` takes long while others wait, it is interrupted, and
  /// runs again from its beginning when a slow query may run. An error closes the connection, so that the
  /// next query gets a new one. If the index is exchanged meanwhile, `body` runs again on the new index.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    var lane = ReaderTurns.Lane.quick
    while true {
      let thread = try await takeThread(in: lane)
      let result = await thread.read(
        in: lane, decide: { self.turns.withLock { turns in turns.expire() } }, body)
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

  /// Closes each connection after its query, because the file of the index was replaced.
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

  /// Lets queries run again.
  public func resume() {
    isSuspended = false
    grantTurns()
    store.log.signal.raise()
  }

  private func takeThread(in lane: ReaderTurns.Lane) async throws -> ReadingThread {
    await turn(in: lane)
    // The index may have been suspended after the turn was granted.
    while isSuspended {
      end(in: lane)
      await turn(in: lane)
    }
    do {
      // If the caller is cancelled, its turn goes to the next query.
      try Task.checkCancellation()
      let thread = try idle.popLast() ?? open()
      busy[ObjectIdentifier(thread)] = thread
      return thread
    } catch {
      // Give the turn back: no other event might grant it.
      end(in: lane)
      throw error
    }
  }

  private func open() throws -> ReadingThread {
    if helpers == nil {
      // A few threads are enough for the hits of one page.
      let count = min(3, ProcessEnvironment.processorCount - 1)
      helpers = try HelperThreads(count: count, name: "sitta-snippets")
    }
    let thread = try ReadingThread(store, caches, helpers, generation: generation)
    count += 1
    return thread
  }

  /// A stream with an element for each later commit that changes something, and for each new index.
  ///
  /// Elements that were not received yet are merged into one. The stream ends when the task that iterates
  /// over it ends.
  public nonisolated func commits() -> AsyncStream<Void> {
    store.log.signal.listen().changes
  }

  /// When the first commit after a state was made that changed something; nil if that is not known.
  public nonisolated func time(ofFirstCommitAfter clock: IndexClock) -> UnixTime? {
    store.log.time(ofFirstCommitAfter: clock)
  }

  /// Whether the index has not changed since this state.
  nonisolated func isUpToDate(_ clock: IndexClock) -> Bool {
    store.log.isLast(clock)
  }

  private func turn(in lane: ReaderTurns.Lane) async {
    await withCheckedContinuation { continuation in
      // There must be no `await` between these lines: if a turn were granted before its continuation is
      // stored, the read would wait for ever.
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

/// One reading connection on its own thread.
private actor ReadingThread {
  nonisolated let loop: EventLoop
  nonisolated let generation: Int
  /// Interrupts the running query when the index is exchanged.
  nonisolated let recall = Interruption()
  /// The time after a query until its memory is freed; another query in this time can reuse it.
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

  /// Runs a read until it ends or has to stop, and returns the lane in which it ended.
  ///
  /// `decide` is called after its slice of CPU time, and decides whether the read continues.
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
      reader.database.setStopCondition { lease.hasToStop() }
      defer { reader.database.setStopCondition(nil) }
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

  /// Schedules freeing memory, unless it is scheduled already.
  ///
  /// FTS5 collects all documents of a prefix before it returns one, and hits consist of many small objects.
  /// The freed memory is scattered, and the allocator keeps it until it is asked to release it.
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
  /// The read had to stop because others wait; its results so far are invalid.
  case stopped
}

/// Decides whether a read on its thread may continue; counts its CPU time.
private final class Lease {
  private(set) var lane: ReaderTurns.Lane
  private(set) var isStopped = false
  private let decide: @Sendable () -> ReaderTurns.Decision
  /// The earliest moment at which the slice can be used up.
  private var end = ContinuousClock.now + ReaderTurns.slice
  /// The CPU time of the thread when the slice began.
  private var begin = ThreadClock.now

  init(in lane: ReaderTurns.Lane, decide: @escaping @Sendable () -> ReaderTurns.Decision) {
    self.lane = lane
    self.decide = decide
  }

  func hasToStop() -> Bool {
    // If the caller is cancelled, nobody needs the result.
    if isStopped || Task.isCancelled { return true }
    guard lane == .quick, end <= .now else { return false }
    // Only CPU time counts: a read that waits for a busy CPU is not slow.
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
