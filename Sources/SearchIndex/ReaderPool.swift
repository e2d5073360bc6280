import LinuxSystem
import SQLite
import Synchronization
import TextAnalysis

/// A few reading connections, each on a thread of its own, so that a slow query delays no other.
///
/// Who may read when is decided by ``ReaderTurns``.
public actor ReaderPool {
  private let store: IndexStore
  private nonisolated let turns: Mutex<ReaderTurns>
  private var idle: [ReadingThread] = []
  /// How many connections are open.
  private var count = 0
  private var generation = 0
  private var waiting: [ReaderTurns.Ticket: CheckedContinuation<Void, Never>] = [:]
  /// The threads that answer queries now.
  private var busy: [ObjectIdentifier: ReadingThread] = [:]
  /// Whether no connection may be opened, because the index's file is being exchanged.
  private var isSuspended = false
  /// Who waits until no connection is open.
  private var suspending: [CheckedContinuation<Void, Never>] = []

  /// How many queries wait for a connection.
  var waitingCount: Int { waiting.count }

  /// The words of the configured languages that tell nothing by themselves.
  nonisolated var stopWords: [StopWords] {
    store.text.languages.compactMap { try? StopWords(languages: [$0]) } + [store.text.stopWords]
  }

  /// Makes a pool that opens its first connection when it is needed.
  public init(_ store: IndexStore, limit: Int = 4) {
    self.store = store
    turns = Mutex(ReaderTurns(limit: limit))
  }

  /// Runs `body` with a connection, on that connection's thread.
  ///
  /// Waits while all connections are busy. Where others wait and `body` takes long, it is stopped
  /// with an interruption, and run again from its beginning when a slow one may run. An error
  /// closes the connection, so that the next query begins with a fresh one. Where the index is
  /// exchanged meanwhile, `body` runs again on the new one.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    var lane = ReaderTurns.Lane.quick
    while true {
      let thread = try await takeThread(in: lane)
      let result = await thread.read(in: lane, judge: { self.judge() }, body)
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

  /// Lets go of all connections, each when its query is done: the index is another file now.
  public func reset() async {
    generation += 1
    let idle = self.idle
    self.idle = []
    for thread in idle { await close(thread) }
    store.log.signal.raise()
  }

  /// Closes all connections and opens none until ``resume()``; queries wait that long.
  ///
  /// What is running is stopped, and done again on the index that is there then. SQLite finds the log
  /// of a database by its name: whoever exchanges the file may leave no connection behind.
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

  /// Answers queries again.
  public func resume() {
    isSuspended = false
    giveTurns()
    store.log.signal.raise()
  }

  private func takeThread(in lane: ReaderTurns.Lane) async throws -> ReadingThread {
    await turn(in: lane)
    // The turn can have been given a moment before the index began to be exchanged.
    while isSuspended {
      end(in: lane)
      await turn(in: lane)
    }
    do {
      // Whose client has gone leaves the turn to the next.
      try Task.checkCancellation()
      let thread = try idle.popLast() ?? open()
      busy[ObjectIdentifier(thread)] = thread
      return thread
    } catch {
      // Whoever waits has this turn instead, or nobody might be left to give one.
      end(in: lane)
      throw error
    }
  }

  private func open() throws -> ReadingThread {
    let thread = try ReadingThread(store, generation: generation)
    count += 1
    return thread
  }

  /// An element for each commit that changes something from now on, and for another index.
  ///
  /// Those that nobody has taken yet are one. It ends with the task that waits for it.
  public nonisolated func commits() -> AsyncStream<Void> {
    store.log.signal.listen().changes
  }

  private nonisolated func judge() -> ReaderTurns.Verdict {
    turns.withLock { turns in turns.overstay() }
  }

  private func turn(in lane: ReaderTurns.Lane) async {
    await withCheckedContinuation { continuation in
      // A ticket without its continuation would be passed over.
      let ticket = turns.withLock { turns in turns.wait(in: lane) }
      waiting[ticket] = continuation
      giveTurns()
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
    giveTurns()
  }

  private func giveTurns() {
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
  /// Stops the query that is running, because the index is exchanged.
  nonisolated let recall = Interruption()
  /// How long after a query its memory is given back: one that comes soon can use it again.
  private static let rest = Duration.seconds(2)
  private let store: IndexStore
  private var reader: IndexReader?
  private var lastRead = ContinuousClock.now
  private var isGivingBack = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(_ store: IndexStore, generation: Int) throws {
    loop = try EventLoop(name: "sitta-read")
    self.store = store
    self.generation = generation
  }

  deinit {
    loop.stop()
  }

  /// Reads as long as it may.
  ///
  /// - Parameters:
  ///   - lane: the lane in which the read begins.
  ///   - judge: asked for a verdict whenever a slice is used up.
  ///   - body: the read.
  /// - Returns: what came of it, and the lane in which it ended.
  func read<Value: Sendable>(
    in lane: ReaderTurns.Lane, judge: @escaping @Sendable () -> ReaderTurns.Verdict,
    _ body: @Sendable (IndexReader) throws -> Value
  ) -> (outcome: Outcome<Value>, lane: ReaderTurns.Lane) {
    let stay = Stay(in: lane, judge: judge)
    defer {
      lastRead = .now
      planGivingBack()
    }
    do {
      let reader = try self.reader ?? open()
      self.reader = reader
      reader.setStopCondition { stay.mustEnd() }
      defer { reader.setStopCondition(nil) }
      let value = try body(reader)
      return (stay.isCut ? .stopped : .value(value), stay.lane)
    } catch {
      return (stay.isCut ? .stopped : .failure(error), stay.lane)
    }
  }

  /// Closes the connection.
  func close() {
    reader = nil
  }

  private func open() throws -> IndexReader {
    let reader = try IndexReader(store)
    reader.database.stop(on: recall)
    return reader
  }

  /// Gives memory back in a while, unless that is planned already.
  ///
  /// FTS5 gathers the documents of a prefix before it gives any, and hits are made of many small pieces.
  /// What is freed of that lies scattered, and the allocator keeps it until it is told not to.
  private func planGivingBack() {
    if isGivingBack { return }
    isGivingBack = true
    loop.schedule(at: lastRead + Self.rest) { [weak self] in
      self?.assumeIsolated { thread in thread.giveBack() }
    }
  }

  private func giveBack() {
    isGivingBack = false
    guard lastRead + Self.rest <= .now else { return planGivingBack() }
    reader?.releaseMemory()
    ProcessEnvironment.giveBackMemory()
  }
}

/// What came of a read.
private enum Outcome<Value: Sendable>: Sendable {
  case value(Value)
  case failure(any Error)
  /// It had to stop for the sake of others, and what it found so far does not count.
  case stopped
}

/// A read's leave to go on, on its thread.
private final class Stay {
  private(set) var lane: ReaderTurns.Lane
  private(set) var isCut = false
  private let judge: @Sendable () -> ReaderTurns.Verdict
  /// When its slice can be used up at the earliest.
  private var end = ContinuousClock.now + ReaderTurns.slice
  /// The CPU time of this thread when the slice began.
  private var begin = ThreadClock.now

  init(in lane: ReaderTurns.Lane, judge: @escaping @Sendable () -> ReaderTurns.Verdict) {
    self.lane = lane
    self.judge = judge
  }

  func mustEnd() -> Bool {
    // Whose client has gone needs no answer.
    if isCut || Task.isCancelled { return true }
    guard lane == .quick, end <= .now else { return false }
    // Where other programs keep the CPUs busy, who waits for one is not slow for that.
    let left = ReaderTurns.slice - (ThreadClock.now - begin)
    if left > .zero {
      end = .now + left
      return false
    }
    switch judge() {
    case .slow:
      lane = .slow
    case .anotherSlice:
      begin = ThreadClock.now
      end = .now + ReaderTurns.slice
    case .stop:
      isCut = true
    }
    return isCut
  }
}
