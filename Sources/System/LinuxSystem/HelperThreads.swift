import Synchronization

/// Threads that share a calculation with the calling thread, so that several CPUs are used.
///
/// An idle thread sleeps, and causes no wake-ups.
public final class HelperThreads: Sendable {
  private let loops: [EventLoop]

  /// The number of threads.
  public var count: Int { loops.count }

  /// Starts a number of threads.
  ///
  /// - Parameters:
  ///   - count: the number of threads; may be 0.
  ///   - name: the name of each thread, as `ps -L` shows it; at most 15 bytes.
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

  /// Does pieces of work on this thread and on helpers; returns when all pieces are done.
  ///
  /// A helper that is busy with other work delays nothing, because other threads do its pieces.
  ///
  /// - Parameters:
  ///   - count: the number of pieces.
  ///   - mostHelpers: the largest number of helpers.
  ///   - work: runs once on each thread; it repeatedly gets the number of a piece, until it gets nil.
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

/// The numbers of the pieces that several threads share.
private final class SharedWork: Sendable {
  private struct State {
    var next = 0
    /// The number of helpers that are doing pieces.
    var helpers = 0
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let count: Int
  private let end = Semaphore()

  init(_ count: Int) {
    self.count = count
  }

  /// Returns the number of a piece that no thread has; nil if no piece remains.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Registers a helper; returns false if no piece remains, because then the caller may be gone.
  func join() -> Bool {
    state.withLock { state in
      guard state.next < count else { return false }
      state.helpers += 1
      return true
    }
  }

  /// Unregisters a helper.
  func leave() {
    let isLast = state.withLock { state in
      state.helpers -= 1
      return state.helpers == 0 && state.isAwaited
    }
    if isLast { end.signal() }
  }

  /// Waits until the helpers have finished their last pieces; call it when no piece remains.
  func waitForHelpers() {
    let mustWait = state.withLock { state in
      state.isAwaited = state.helpers > 0
      return state.isAwaited
    }
    if mustWait { end.wait() }
  }
}
