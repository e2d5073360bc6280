import LinuxSystem
import SQLite

/// A few reading connections, each on a thread of its own, so that a slow query delays no other.
public actor ReaderPool {
  private let store: IndexStore
  private let limit: Int
  private var idle: [ReadingThread] = []
  private var count = 0
  private var generation = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The threads that answer queries now.
  private var busy: [ObjectIdentifier: ReadingThread] = [:]
  /// Whether no connection may be opened, because the index's file is being exchanged.
  private var isSuspended = false
  /// Who waits until no connection is open.
  private var suspending: [CheckedContinuation<Void, Never>] = []

  /// How many queries wait for a connection.
  var waitingCount: Int { waiting.count }

  /// Makes a pool that opens its first connection when it is needed.
  public init(_ store: IndexStore, limit: Int = 4) {
    self.store = store
    self.limit = limit
  }

  /// Runs `body` with a connection, on that connection's thread.
  ///
  /// Waits while all connections are busy. An error closes the connection, so that the next query
  /// begins with a fresh one. Where the index is exchanged meanwhile, `body` runs again on the new
  /// one.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    while true {
      let thread = try await takeThread()
      do {
        let value = try await thread.read(body)
        await finish(thread, isUsable: true)
        return value
      } catch {
        let isRecalled = thread.recall.isRaised && (error as? SQLiteError)?.isInterruption == true
        await finish(thread, isUsable: false)
        if !isRecalled { throw error }
      }
    }
  }

  /// Lets go of all connections, each when its query is done: the index is another file now.
  public func reset() async {
    generation += 1
    let idle = self.idle
    self.idle = []
    for thread in idle { await close(thread) }
  }

  /// Closes all connections and opens none until ``resume()``; queries wait that long.
  ///
  /// What is running is stopped, and done again on the index that is there then. SQLite finds the log
  /// of a database by its name: whoever exchanges the file may leave no connection behind.
  public func suspend() async {
    isSuspended = true
    for thread in busy.values { thread.recall.raise() }
    await reset()
    while count > 0 { await withCheckedContinuation { suspending.append($0) } }
  }

  /// Answers queries again.
  public func resume() {
    isSuspended = false
    let waiting = self.waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  private func takeThread() async throws -> ReadingThread {
    while isSuspended || (idle.isEmpty && count >= limit) {
      await withCheckedContinuation { waiting.append($0) }
      // Whose client has gone leaves the turn to the next.
      if Task.isCancelled { giveTurn() }
      try Task.checkCancellation()
    }
    let thread: ReadingThread
    if let last = idle.popLast() {
      thread = last
    } else {
      do {
        thread = try ReadingThread(store, generation: generation)
      } catch {
        // Whoever waits has this turn instead, or nobody might be left to give one.
        giveTurn()
        throw error
      }
      count += 1
    }
    busy[ObjectIdentifier(thread)] = thread
    return thread
  }

  private func finish(_ thread: ReadingThread, isUsable: Bool) async {
    busy[ObjectIdentifier(thread)] = nil
    if isUsable, thread.generation == generation {
      idle.append(thread)
    } else {
      await close(thread)
    }
    giveTurn()
  }

  private func giveTurn() {
    if !isSuspended, !waiting.isEmpty { waiting.removeFirst().resume() }
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

  func read<Value: Sendable>(_ body: @Sendable (IndexReader) throws -> Value) throws -> Value {
    let reader = try self.reader ?? open()
    self.reader = reader
    return try body(reader)
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
}
