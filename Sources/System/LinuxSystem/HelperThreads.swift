import Synchronization

/// Threads that take over parts of a calculation, so that it takes less time on a machine with several CPUs.
///
/// A thread without work sleeps and causes no wake-ups.
public final class HelperThreads: Sendable {
  private let loops: [EventLoop]

  /// The number of threads.
  public var count: Int { loops.count }

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: their number; 0 is allowed.
  ///   - name: the name of each, as `ps -L` shows it; at most 15 bytes.
  /// - Throws: the error of epoll_create1(2), eventfd(2) or pthread_create(3).
  public init(count: Int, name: String) throws(SystemError) {
    var loops: [EventLoop] = []
    do throws(SystemError) {
      for _ in 0..<max(0, count) { loops.append(try EventLoop(name: name)) }
    } catch {
      for loop in loops { loop.stop() }
      throw error
    }
    self.loops = loops
  }

  deinit {
    for loop in loops { loop.stop() }
  }

  /// Does pieces of work on the calling thread and on helpers, and returns when all are done.
  ///
  /// A helper that is busy with other work delays nothing: the other threads do its share.
  ///
  /// - Parameters:
  ///   - count: the number of pieces.
  ///   - mostHelpers: how many threads may help.
  ///   - work: runs once on each thread; it does the pieces whose numbers it is given, until there are none.
  public func share(
    _ count: Int, mostHelpers: Int = .max,
    _ work: @escaping @Sendable (_ next: () -> Int?) -> Void
  ) {
    let shared = SharedWork(count)
    for loop in loops.prefix(max(0, min(mostHelpers, count - 1))) {
      loop.schedule(at: .now) {
        guard shared.join() else { return }
        work { shared.next() }
        shared.leave()
      }
    }
    work { shared.next() }
    shared.waitForHelpers()
  }
}

/// The pieces of work that several threads share.
private final class SharedWork: Sendable {
  private struct State {
    var next = 0
    /// The helpers that do pieces now.
    var helpers = 0
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let count: Int
  private let end = Semaphore()

  init(_ count: Int) {
    self.count = count
  }

  /// The number of a piece that no thread has taken; nil if there is none.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Begins to help; false if nothing is left, so that the work may have ended already.
  func join() -> Bool {
    state.withLock { state in
      guard state.next < count else { return false }
      state.helpers += 1
      return true
    }
  }

  /// Ends to help.
  func leave() {
    let isLast = state.withLock { state in
      state.helpers -= 1
      return state.helpers == 0 && state.isAwaited
    }
    if isLast { end.signal() }
  }

  /// Waits until the helpers have done the pieces that they have taken; all are taken.
  func waitForHelpers() {
    let mustWait = state.withLock { state in
      state.isAwaited = state.helpers > 0
      return state.isAwaited
    }
    if mustWait { end.wait() }
  }
}
