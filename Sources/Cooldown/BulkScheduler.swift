/// Whether bulk work may run now: a value that knows the time only from its arguments.
///
/// The bulk lane gives way to everything: it rests after it has kept a CPU busy, on battery, while
/// others wait for a CPU, and when somebody asks. The fresh lane and queries ask nobody.
package struct BulkScheduler: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// When to rest.
  package struct Limits: Equatable, Sendable {
    /// How much CPU time makes bulk work rest; 0 for never.
    package var activeTime = Duration.seconds(120)
    /// How long it rests then; 0 for never.
    package var restTime = Duration.seconds(30)
    /// Whether it runs on battery.
    package var worksOnBattery = false
    /// The share of time, in percent, in which somebody waits for a CPU, from which on it gives way.
    ///
    /// It goes on below half of that; nil for giving way never.
    package var pressure: Int? = 60

    /// The usual limits.
    package init() {}
  }

  /// What the machine shows.
  package struct Readings: Equatable, Sendable {
    var isOnBattery = false
    /// The share of the last ten seconds in which somebody waited for a CPU, in percent.
    var pressure = 0.0
  }

  package enum Verdict: Equatable, Sendable {
    case work
    /// Rest, and ask again then; nil where only ``BulkScheduler/resume()`` or
    /// ``BulkScheduler/release(_:)`` can change something.
    case rest(askAgain: Instant?)
  }

  /// A pause that a client holds.
  package struct Hold: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// A machine that is always busy must not keep files from being found for ever: bulk work gives
  /// way so long at most, and then takes a turn.
  static let patience = Duration.seconds(120)
  static let turn = Duration.seconds(10)
  /// How soon pressure is looked at again; the kernel brings it up to date every 2 s.
  static let pressureInterval = Duration.seconds(2)
  /// How soon the power supply is looked at again.
  static let powerInterval = Duration.seconds(15)

  private var limits: Limits
  private var readings = Readings()
  /// A leaky bucket of CPU time.
  ///
  /// It overflows at `activeTime`, and is empty again after `restTime` without bulk work. What needs less than active/(active + rest) of a CPU never fills it.
  private var heat = Duration.zero
  private var heatedAt: Instant?
  private var coolUntil: Instant?
  private var givesWaySince: Instant?
  private var turnUntil: Instant?
  private var request: (until: Instant?, untilPower: Bool)?
  private var holds: Set<Hold> = []
  private var holdsMade: UInt64 = 0

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Goes by other limits from now on; a rest that has begun under others ends.
  mutating func change(_ limits: Limits) {
    if limits.activeTime != self.limits.activeTime || limits.restTime != self.limits.restTime {
      heat = .zero
      coolUntil = nil
    }
    if limits.pressure != self.limits.pressure { givesWaySince = nil }
    self.limits = limits
  }

  /// Notes that bulk work has run.
  ///
  /// - Parameters:
  ///   - time: how long it was on a CPU.
  ///   - now: when it ended.
  mutating func worked(_ time: Duration, until now: Instant) {
    guard limits.activeTime > .zero, limits.restTime > .zero else { return }
    let idle = max(.zero, (heatedAt ?? now).duration(to: now) - time)
    heat = max(.zero, heat - idle * (limits.activeTime / limits.restTime)) + time
    heatedAt = now
    if heat >= limits.activeTime {
      heat = .zero
      coolUntil = now + limits.restTime
    }
  }

  /// Notes what the machine shows.
  mutating func note(_ readings: Readings, at now: Instant) {
    self.readings = readings
    if !readings.isOnBattery, request?.untilPower == true { request = nil }
    expire(at: now)
    guard let limit = limits.pressure.map(Double.init) else { return }
    if givesWaySince != nil {
      if readings.pressure < limit / 2 { givesWaySince = nil }
    } else if readings.pressure >= limit, turnUntil == nil {
      givesWaySince = now
    }
  }

  /// Pauses, in place of what was asked for before.
  ///
  /// - Parameters:
  ///   - until: when the pause ends; nil where no time ends it.
  ///   - untilPower: whether it ends with mains power.
  mutating func pause(until: Instant?, untilPower: Bool) {
    request = (until, untilPower)
  }

  /// Pauses until ``release(_:)`` or ``resume()``.
  mutating func hold() -> Hold {
    holdsMade += 1
    let hold = Hold(number: holdsMade)
    holds.insert(hold)
    return hold
  }

  /// Ends a pause that was held; one that has ended is no error.
  mutating func release(_ hold: Hold) {
    holds.remove(hold)
  }

  /// Whether a pause is still held.
  func holds(_ hold: Hold) -> Bool { holds.contains(hold) }

  /// Ends every pause that was asked for or is held, and the rest after work.
  mutating func resume() {
    request = nil
    holds = []
    coolUntil = nil
    heat = .zero
  }

  /// The pauses that hold now; bulk work may run where there is none.
  mutating func pauses(at now: Instant) -> [BulkPause] {
    expire(at: now)
    var pauses: [BulkPause] = []
    if let request {
      pauses.append(
        BulkPause(reason: .request(untilPower: request.untilPower), until: request.until))
    }
    if !holds.isEmpty { pauses.append(BulkPause(reason: .held(holds.count), until: nil)) }
    if readings.isOnBattery, !limits.worksOnBattery {
      pauses.append(BulkPause(reason: .battery, until: nil))
    }
    if let coolUntil { pauses.append(BulkPause(reason: .cooldown, until: coolUntil)) }
    if let givesWaySince {
      pauses.append(BulkPause(reason: .pressure, until: givesWaySince + Self.patience))
    }
    return pauses
  }

  /// Whether bulk work may run now.
  mutating func verdict(at now: Instant) -> Verdict {
    let pauses = pauses(at: now)
    if pauses.isEmpty { return .work }
    // All of them have to end, so there is nothing to see before the last one can.
    var askAgain = now
    for pause in pauses {
      guard let end = earliestEnd(of: pause, now) else { return .rest(askAgain: nil) }
      askAgain = max(askAgain, end)
    }
    return .rest(askAgain: askAgain)
  }

  private func earliestEnd(of pause: BulkPause, _ now: Instant) -> Instant? {
    let next: Instant? =
      switch pause.reason {
      case .cooldown, .held, .request(untilPower: false): nil
      case .battery, .request(untilPower: true): now + Self.powerInterval
      case .pressure: now + Self.pressureInterval
      }
    return [next, pause.until].compactMap(\.self).min()
  }

  private mutating func expire(at now: Instant) {
    if let until = request?.until, until <= now { request = nil }
    if let until = coolUntil, until <= now { coolUntil = nil }
    if let until = turnUntil, until <= now { turnUntil = nil }
    if let since = givesWaySince, since + Self.patience <= now {
      givesWaySince = nil
      turnUntil = now + Self.turn
    }
  }
}
