/// Decides whether bulk work may run now.
///
/// Bulk work pauses after it has used much CPU time, on battery, while other programs wait for a
/// CPU, and on request. Fresh work and queries never pause. The time is an argument.
package struct BulkScheduler: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// When bulk work has to rest or pause.
  package struct Limits: Equatable, Sendable {
    /// The CPU time after which bulk work rests; 0 turns resting off.
    package var activeTime = Duration.seconds(120)
    /// The length of a rest; 0 turns resting off.
    package var restTime = Duration.seconds(30)
    /// Whether bulk work may run on battery.
    package var worksOnBattery = false
    /// The CPU pressure in percent at which bulk work pauses; nil to ignore it.
    ///
    /// Bulk work continues when the pressure is below half of this value. CPU pressure is the share
    /// of time in which some program waits for a CPU.
    package var pressure: Int? = 60

    /// Creates the default limits.
    package init() {}
  }

  /// The state of the machine.
  package struct Readings: Equatable, Sendable {
    var isOnBattery = false
    /// The CPU pressure during the last ten seconds, in percent.
    var pressure = 0.0
  }

  package enum Verdict: Equatable, Sendable {
    case work
    /// Pause, and ask again at this time; nil if the pause ends only by ``BulkScheduler/resume()``
    /// or ``BulkScheduler/release(_:)``.
    case rest(askAgain: Instant?)
  }

  /// Identifies a pause that a client holds.
  package struct Hold: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// The longest pause for CPU pressure, so that bulk work makes progress on a machine that is
  /// always busy.
  static let starvationLimit = Duration.seconds(120)
  /// How long bulk work runs after such a pause, whatever the pressure.
  static let starvationSlice = Duration.seconds(10)
  /// How often the CPU pressure is read; the kernel updates it every 2 s.
  static let pressureInterval = Duration.seconds(2)
  /// How often the power supply is read.
  static let powerInterval = Duration.seconds(15)

  private var limits: Limits
  private var readings = Readings()
  /// The CPU time in a leaky bucket.
  ///
  /// A full bucket (`activeTime`) begins a rest. Without bulk work, a full bucket would be empty
  /// after `restTime`. So work never fills it that uses less than active/(active + rest) of a CPU.
  private var bucketLevel = Duration.zero
  private var bucketUpdatedAt: Instant?
  private var restUntil: Instant?
  private var givesWaySince: Instant?
  private var sliceUntil: Instant?
  private var request: (until: Instant?, untilPower: Bool)?
  private var holds: Set<Hold> = []
  private var holdCount: UInt64 = 0
  /// Whether all pauses are ignored because a person wants the work to be completed now.
  private var isOverridden = false

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Replaces the limits; a rest that began with other limits ends.
  mutating func apply(_ limits: Limits) {
    if limits.activeTime != self.limits.activeTime || limits.restTime != self.limits.restTime {
      bucketLevel = .zero
      restUntil = nil
    }
    if limits.pressure != self.limits.pressure { givesWaySince = nil }
    self.limits = limits
  }

  /// Records that bulk work has run.
  mutating func worked(_ time: Duration, until now: Instant) {
    guard limits.activeTime > .zero, limits.restTime > .zero else { return }
    let idle = max(.zero, (bucketUpdatedAt ?? now).duration(to: now) - time)
    bucketLevel = max(.zero, bucketLevel - idle * (limits.activeTime / limits.restTime)) + time
    bucketUpdatedAt = now
    if bucketLevel >= limits.activeTime {
      bucketLevel = .zero
      restUntil = now + limits.restTime
    }
  }

  /// Records the state of the machine.
  mutating func record(_ readings: Readings, at now: Instant) {
    self.readings = readings
    if !readings.isOnBattery, request?.untilPower == true { request = nil }
    expire(at: now)
    guard let limit = limits.pressure.map(Double.init) else { return }
    if givesWaySince != nil {
      if readings.pressure < limit / 2 { givesWaySince = nil }
    } else if readings.pressure >= limit, sliceUntil == nil {
      givesWaySince = now
    }
  }

  /// Begins a pause on request; see ``BulkGate/pause(until:untilPower:)``.
  mutating func pause(until: Instant?, untilPower: Bool) {
    request = (until, untilPower)
    isOverridden = false
  }

  /// Begins a pause that lasts until ``release(_:)`` or ``resume()``.
  mutating func hold() -> Hold {
    holdCount += 1
    let hold = Hold(number: holdCount)
    holds.insert(hold)
    isOverridden = false
    return hold
  }

  /// Ends a held pause; does nothing if it has already ended.
  mutating func release(_ hold: Hold) {
    holds.remove(hold)
  }

  /// Whether a pause is still held.
  func holds(_ hold: Hold) -> Bool { holds.contains(hold) }

  /// Ends all requested and held pauses, and the rest after long work.
  mutating func resume() {
    request = nil
    holds = []
    restUntil = nil
    bucketLevel = .zero
  }

  /// Ends all pauses, and ignores further ones until ``finish()`` or the next request for a pause.
  mutating func overridePauses() {
    resume()
    isOverridden = true
  }

  /// Records that no bulk work is left; pauses are no longer overridden.
  mutating func finish() {
    isOverridden = false
  }

  /// The current pauses; if there are none, bulk work may run.
  ///
  /// Work with `needsMains` pauses on battery, even if the limits allow it to run.
  mutating func pauses(at now: Instant, needsMains: Bool = false) -> [BulkPause] {
    expire(at: now)
    var pauses: [BulkPause] = []
    if isOverridden {
      if readings.isOnBattery, needsMains { pauses.append(BulkPause(reason: .battery, until: nil)) }
      return pauses
    }
    if let request {
      pauses.append(
        BulkPause(reason: .request(untilPower: request.untilPower), until: request.until))
    }
    if !holds.isEmpty { pauses.append(BulkPause(reason: .held(holds.count), until: nil)) }
    if readings.isOnBattery, needsMains || !limits.worksOnBattery {
      pauses.append(BulkPause(reason: .battery, until: nil))
    }
    if let restUntil { pauses.append(BulkPause(reason: .cooldown, until: restUntil)) }
    if let givesWaySince {
      pauses.append(BulkPause(reason: .pressure, until: givesWaySince + Self.starvationLimit))
    }
    return pauses
  }

  /// Whether bulk work may run now; see ``pauses(at:needsMains:)``.
  mutating func verdict(at now: Instant, needsMains: Bool = false) -> Verdict {
    let pauses = pauses(at: now, needsMains: needsMains)
    if pauses.isEmpty { return .work }
    // Work continues only when all pauses have ended, so the last one decides when to ask again.
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
    if let until = restUntil, until <= now { restUntil = nil }
    if let until = sliceUntil, until <= now { sliceUntil = nil }
    if let since = givesWaySince, since + Self.starvationLimit <= now {
      givesWaySince = nil
      sliceUntil = now + Self.starvationSlice
    }
  }
}
