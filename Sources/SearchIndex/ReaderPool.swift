import LinuxSystem
import TextAnalysis

/// A few reading connections, each on a thread of its own, so that a slow query delays no other.
public actor ReaderPool {
  private let store: IndexStore
  private let limit: Int
  private var idle: [ReadingThread] = []
  private var count = 0
  private var generation = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// How many queries wait for a connection.
  var waitingCount: Int { waiting.count }

  /// The words of the configured languages that tell nothing by themselves.
  nonisolated var stopWords: [StopWords] {
    store.text.languages.compactMap { try? StopWords(languages: [$0]) } + [store.text.stopWords]
  }

  /// Makes a pool that opens its first connection when it is needed.
  public init(_ store: IndexStore, limit: Int = 4) {
    self.store = store
    self.limit = limit
  }

  /// Runs `body` with a connection, on that connection's thread.
  ///
  /// Waits while all connections are busy. An error closes the connection, so that the next query
  /// begins with a fresh one.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (IndexReader) throws -> Value
  ) async throws -> Value {
    while idle.isEmpty, count >= limit {
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
    do {
      let value = try await thread.read(body)
      finish(thread, isUsable: true)
      return value
    } catch {
      finish(thread, isUsable: false)
      throw error
    }
  }

  /// Lets go of all connections, each when its query is done: the index is another file now.
  public func reset() {
    generation += 1
    for thread in idle { close(thread) }
    idle = []
    store.log.wake()
  }

  /// An element for each commit that changes something from now on, and for another index.
  ///
  /// Those that nobody has taken yet are one. It ends with the task that waits for it.
  public nonisolated func commits() -> AsyncStream<Void> {
    store.log.signals()
  }

  private func finish(_ thread: ReadingThread, isUsable: Bool) {
    if isUsable, thread.generation == generation {
      idle.append(thread)
    } else {
      close(thread)
    }
    giveTurn()
  }

  private func giveTurn() {
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }

  private func close(_ thread: ReadingThread) {
    count -= 1
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

  func read<Value: Sendable>(_ body: @Sendable (IndexReader) throws -> Value) throws -> Value {
    let reader = try self.reader ?? IndexReader(store)
    self.reader = reader
    return try body(reader)
  }
}
