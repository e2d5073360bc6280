import LinuxSystem
import Synchronization

/// Asks ``BulkScheduler`` with the clock, the power supply and the CPU pressure of this machine.
///
/// It reads them only when it is asked, so there are no timers while there is no bulk work. A caller that
/// changes pauses or limits must wake the indexer.
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
  /// The machine is read once a second at most, because this is called every 20 ms.
  ///
  /// - Parameter needsMains: whether the work never runs on battery, even if the limits allow it.
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

  /// Records that bulk work has run until now, and its CPU time.
  package func worked(_ time: Duration) {
    state.withLock { $0.scheduler.worked(time, until: .now) }
  }

  /// The current pauses.
  package var pauses: [BulkPause] {
    state.withLock { $0.scheduler.pauses(at: .now) }
  }

  /// Pauses on request; replaces an earlier request.
  ///
  /// - Parameters:
  ///   - until: when the pause ends; nil if no time ends it.
  ///   - untilPower: whether it ends with mains power.
  /// - Returns: false if there is mains power already, which would end the pause at once.
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

  /// Waits until a held pause has ended; cancelling the task ends it.
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

  /// Ends all requested and held pauses, and the rest after work.
  ///
  /// - Parameter isOverride: whether to end the other pauses, too, until ``finish()``.
  package func resume(overridingAll isOverride: Bool = false) {
    let waiters = state.withLock { state in
      if isOverride { state.scheduler.overridePauses() } else { state.scheduler.resume() }
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Records that no bulk work is left; pauses that were overridden are possible again.
  package func finish() {
    state.withLock { $0.scheduler.finish() }
  }

  private func read() -> BulkScheduler.Readings {
    BulkScheduler.Readings(isOnBattery: power.isOnBattery, pressure: pressure.current)
  }
}
