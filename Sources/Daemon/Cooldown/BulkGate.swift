import LinuxSystem
import Synchronization

/// Connects ``BulkScheduler`` with the clock, the power supply and the CPU pressure of this machine.
///
/// The machine's state is read only on request, so that no timer runs without bulk work. A caller
/// that changes pauses or limits must wake the indexer.
package final class BulkGate: Sendable {
  private struct State {
    var scheduler: BulkScheduler
    var readAt: ContinuousClock.Instant?
    var waiters: [BulkScheduler.Hold: CheckedContinuation<Void, Never>] = [:]
  }

  private let power: PowerSupply
  private let pressure: CPUPressure
  private let state: Mutex<State>

  package init(
    _ limits: BulkScheduler.Limits, power: PowerSupply = .ofThisMachine,
    pressure: CPUPressure = .ofThisMachine
  ) {
    self.power = power
    self.pressure = pressure
    state = Mutex(State(scheduler: BulkScheduler(limits)))
  }

  /// Whether bulk work may run now.
  ///
  /// The machine's state is read at most once a second, because this is called every 20 ms.
  ///
  /// - Parameter needsMains: whether the work must not run on battery, even if the limits allow it.
  /// - Returns: the verdict.
  package func verdict(needsMains: Bool = false) -> BulkScheduler.Verdict {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if let readAt = state.readAt, readAt + .seconds(1) > now { return false }
      state.readAt = now
      return true
    }
    let readings = isDue ? read() : nil
    return state.withLock { state in
      if let readings { state.scheduler.record(readings, at: now) }
      return state.scheduler.verdict(at: now, needsMains: needsMains)
    }
  }

  /// Replaces the limits.
  package func apply(_ limits: BulkScheduler.Limits) {
    state.withLock { $0.scheduler.apply(limits) }
  }

  /// Records that bulk work has run until now, with its CPU time.
  package func worked(_ time: Duration) {
    state.withLock { $0.scheduler.worked(time, until: .now) }
  }

  /// The current pauses.
  package var pauses: [BulkPause] {
    state.withLock { $0.scheduler.pauses(at: .now) }
  }

  /// Begins a pause on request, which replaces an earlier request.
  ///
  /// - Parameters:
  ///   - until: when the pause ends; nil if it does not end by time.
  ///   - untilPower: whether the pause ends when mains power is connected.
  /// - Returns: false if mains power is connected, so that the pause would end at once.
  package func pause(until: ContinuousClock.Instant?, untilPower: Bool) -> Bool {
    if untilPower {
      let readings = read()
      guard readings.isOnBattery else { return false }
      state.withLock { $0.scheduler.record(readings, at: .now) }
    }
    state.withLock { $0.scheduler.pause(until: until, untilPower: untilPower) }
    return true
  }

  /// Begins a pause that lasts until ``release(_:)`` or ``resume()``.
  package func hold() -> BulkScheduler.Hold {
    state.withLock { $0.scheduler.hold() }
  }

  /// Waits until a held pause ends; cancelling the task ends the pause.
  package func waitForEnd(of hold: BulkScheduler.Hold) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state in
          if !state.scheduler.holds(hold) { return true }
          state.waiters[hold] = continuation
          return false
        }
        if hasEnded { continuation.resume() }
      }
    } onCancel: {
      release(hold)
    }
  }

  /// Ends a held pause.
  package func release(_ hold: BulkScheduler.Hold) {
    let waiter = state.withLock { state in
      state.scheduler.release(hold)
      return state.waiters.removeValue(forKey: hold)
    }
    waiter?.resume()
  }

  /// Ends all requested and held pauses, and the rest after long work.
  ///
  /// - Parameter isOverride: whether to ignore all other pauses as well until ``finish()``.
  package func resume(overridingAll isOverride: Bool = false) {
    let waiters = state.withLock { state in
      if isOverride { state.scheduler.overridePauses() } else { state.scheduler.resume() }
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Records that no bulk work is left; pauses are no longer overridden.
  package func finish() {
    state.withLock { $0.scheduler.finish() }
  }

  private func read() -> BulkScheduler.Readings {
    BulkScheduler.Readings(isOnBattery: power.isOnBattery, pressure: pressure.current)
  }
}
