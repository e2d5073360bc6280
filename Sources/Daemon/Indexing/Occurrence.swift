package import LinuxSystem
import Synchronization

/// Something that happens again and again, for tasks that wait for the next time.
///
/// A task first reads ``count``, then does the work that may cause the next time, and waits last;
/// so it cannot miss it.
package final class Occurrence: Sendable {
  private struct State {
    var count: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var waitersMade: UInt64 = 0
  }

  private let state = Mutex(State())

  /// An occurrence that has not happened yet.
  package init() {}

  /// How often it has happened.
  package var count: UInt64 { state.withLock { $0.count } }

  /// Resumes all waiting tasks.
  package func happen() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits until it has happened more often than a number of times.
  ///
  /// - Parameters:
  ///   - count: the number of times.
  ///   - deadline: when to go on all the same.
  ///   - tasks: where time runs out.
  package func wait(
    after count: UInt64, until deadline: ContinuousClock.Instant, on tasks: LoopTaskExecutor
  ) async {
    let number = state.withLock { state in
      state.waitersMade += 1
      return state.waitersMade
    }
    let timer = tasks.schedule(at: deadline) { [self] in release(number) }
    defer { tasks.cancel(timer) }
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        // A deadline that has passed has perhaps released this waiter before it was there.
        guard state.count <= count, .now < deadline else { return false }
        state.waiting[number] = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Waits until it has happened once.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.count == 0 else { return false }
        state.waitersMade += 1
        state.waiting[state.waitersMade] = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  private func release(_ number: UInt64) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
  }
}
