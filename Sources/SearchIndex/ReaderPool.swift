import LinuxSystem
import Synchronization

/// A few reading connections, each on a thread of its own, so that a slow query delays no other.
///
/// Who may read when is decided by ``ReaderTurns``.
public actor ReaderPool {
  private let store: IndexStore
  private nonisolated let turns: Mutex<ReaderTurns>
  private var idle: [ReadingThread] = []
  private var generation = 0
  private var waiting: [ReaderTurns.Ticket: CheckedContinuation<Void, Never>] = [:]

  /// How many queries wait for a connection.
  var waitingCount: Int { waiting.count }

  /// Makes a pool that opens its first connection when it is needed.
  public init(_ store: IndexStore, limit: Int = 4) {
    self.store = store
    turns = Mutex(ReaderTurns(limit: limit))
  }

  /// Runs `body` with a connection, on that connection's thread.
  ///
  /// Waits while all connections are busy. Where others wait and `body` takes long, it is stopped
  /// with an interruption, and run again from its beginning when a slow one may run. An error
  /// closes the connection, so that the next query begins with a fresh one.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    var lane = ReaderTurns.Lane.quick
    while true {
      await turn(in: lane)
      let thread: ReadingThread
      do {
        // Whose client has gone leaves the turn to the next.
        try Task.checkCancellation()
        thread = try idle.popLast() ?? ReadingThread(store, generation: generation)
      } catch {
        // Whoever waits has this turn instead, or nobody might be left to give one.
        end(in: lane)
        throw error
      }
      let result = await thread.read(in: lane, judge: { self.judge() }, body)
      switch result.outcome {
      case .value(let value):
        finish(thread, in: result.lane, isUsable: true)
        return value
      case .failure(let error):
        finish(thread, in: result.lane, isUsable: false)
        throw error
      case .stopped:
        finish(thread, in: result.lane, isUsable: true)
        lane = .slow
      }
    }
  }

  /// Lets go of all connections, each when its query is done: the index is another file now.
  public func reset() {
    generation += 1
    idle = []
  }

  private nonisolated func judge() -> ReaderTurns.Verdict {
    turns.withLock { turns in turns.overstay() }
  }

  private func turn(in lane: ReaderTurns.Lane) async {
    let ticket = turns.withLock { turns in turns.wait(in: lane) }
    await withCheckedContinuation { continuation in
      waiting[ticket] = continuation
      giveTurns()
    }
  }

  private func finish(_ thread: ReadingThread, in lane: ReaderTurns.Lane, isUsable: Bool) {
    if isUsable, thread.generation == generation { idle.append(thread) }
    end(in: lane)
  }

  private func end(in lane: ReaderTurns.Lane) {
    turns.withLock { turns in turns.end(in: lane) }
    giveTurns()
  }

  private func giveTurns() {
    while let ticket = turns.withLock({ turns in turns.next() }) {
      waiting.removeValue(forKey: ticket)?.resume()
    }
  }
}

/// One connection and its thread.
private actor ReadingThread {
  nonisolated let loop: EventLoop
  nonisolated let generation: Int
  private let store: IndexStore
  private var reader: IndexReader?

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
    do {
      let reader = try self.reader ?? IndexReader(store)
      self.reader = reader
      reader.setStopCondition { stay.mustEnd() }
      defer { reader.setStopCondition(nil) }
      let value = try body(reader)
      return (stay.isCut ? .stopped : .value(value), stay.lane)
    } catch {
      return (stay.isCut ? .stopped : .failure(error), stay.lane)
    }
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
