import LinuxSystem
import Synchronization

/// What bulk work asks before it goes on: the shell around ``BulkScheduler``.
///
/// It reads clock, power supply and pressure, but only when asked, so that nothing ticks while there
/// is no bulk work. Whoever changes something here wakes the indexer.
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
  /// The machine is looked at once a second at most: this is called every 20 ms.
  package func verdict() -> BulkScheduler.Verdict {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if let readAt = state.readAt, readAt + .seconds(1) > now { return false }
      state.readAt = now
      return true
    }
    let readings = isDue ? read() : nil
    return state.withLock { state in
      if let readings { state.scheduler.note(readings, at: now) }
      return state.scheduler.verdict(at: now)
    }
  }

  /// Goes by other limits from now on.
  package func change(_ limits: BulkScheduler.Limits) {
    state.withLock { $0.scheduler.change(limits) }
  }

  /// Notes that bulk work has run until now, and how long it was on a CPU.
  package func worked(_ time: Duration) {
    state.withLock { $0.scheduler.worked(time, until: .now) }
  }

  /// The pauses that hold now.
  package var pauses: [BulkPause] {
    state.withLock { $0.scheduler.pauses(at: .now) }
  }

  /// Pauses, in place of what was asked for before.
  ///
  /// - Parameters:
  ///   - until: when the pause ends; nil where no time ends it.
  ///   - untilPower: whether it ends with mains power.
  /// - Returns: false where there is mains power already, which would end it at once.
  package func pause(until: ContinuousClock.Instant?, untilPower: Bool) -> Bool {
    if untilPower {
      let readings = read()
      guard readings.isOnBattery else { return false }
      state.withLock { $0.scheduler.note(readings, at: .now) }
    }
    state.withLock { $0.scheduler.pause(until: until, untilPower: untilPower) }
    return true
  }

  /// Begins a pause that lasts until it is released or ended with the others.
  package func hold() -> BulkScheduler.Hold {
    state.withLock { $0.scheduler.hold() }
  }

  /// Waits until a pause that is held has ended; it ends when the task is cancelled.
  package func end(of hold: BulkScheduler.Hold) async {
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

  /// Ends a pause that was held.
  package func release(_ hold: BulkScheduler.Hold) {
    let waiter = state.withLock { state in
      state.scheduler.release(hold)
      return state.waiters.removeValue(forKey: hold)
    }
    waiter?.resume()
  }

  /// Ends every pause that was asked for or is held, and the rest after work.
  package func resume() {
    let waiters = state.withLock { state in
      state.scheduler.resume()
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  private func read() -> BulkScheduler.Readings {
    BulkScheduler.Readings(isOnBattery: power.isOnBattery, pressure: pressure.current)
  }
}
