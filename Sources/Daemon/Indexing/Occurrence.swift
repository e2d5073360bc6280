package import LinuxSystem
import Synchronization

/// Something that happens repeatedly; tasks can wait until it happens again.
///
/// To miss nothing, a task first reads ``count``, then starts the work that makes it happen, and
/// then waits.
package final class Occurrence: Sendable {
  private struct State {
    var count: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var waitersMade: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Makes an occurrence that has not happened yet.
  package init() {}

  /// How often it has happened.
  package var count: UInt64 { state.withLock { $0.count } }

  /// Counts one more time, and resumes all waiting tasks.
  package func happen() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits until ``count`` is greater than `count`, or until a deadline.
  ///
  /// - Parameters:
  ///   - count: the value of ``count`` that was read before.
  ///   - deadline: when to return in any case.
  ///   - tasks: runs the timeout.
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
        // If the deadline has passed, its timer may have fired before this task was added.
        guard state.count <= count, .now < deadline else { return false }
        state.waiting[number] = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  /// Waits until it has happened at least once.
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
