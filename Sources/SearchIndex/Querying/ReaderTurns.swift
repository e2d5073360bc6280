/// Which reads may run now, so that slow ones never keep quick ones waiting: a value.
///
/// How long a read takes shows only while it runs. So each begins in the quick lane. One that has
/// used up its slice goes on in the slow lane while there is room; where there is none, it is
/// stopped for the sake of those that wait, and starts again when a slow one has ended.
struct ReaderTurns: Sendable {
  enum Lane: Sendable {
    case quick
    case slow
  }

  /// What becomes of a read that has used up its slice.
  enum Verdict: Equatable, Sendable {
    /// It goes on in the slow lane.
    case slow
    /// Nobody waits: it goes on for another slice.
    case anotherSlice
    /// It has to stop.
    case stop
  }

  /// Names a read that waits.
  typealias Ticket = UInt64

  /// How much CPU time a quick read takes at most: most end within it, and whoever waits, waits for
  /// few of them.
  static let slice = Duration.milliseconds(20)

  private let limit: Int
  private let slowLimit: Int
  private var running: [Lane: Int] = [:]
  private var waiting: [Lane: [Ticket]] = [:]
  private var ticketsMade: Ticket = 0
  private var lastLane = Lane.slow

  /// - Parameter limit: how many reads run at one time; half of them may be slow.
  init(limit: Int) {
    self.limit = limit
    slowLimit = max(1, limit / 2)
  }

  /// How many reads wait.
  var waitingCount: Int { count(of: .quick, in: waiting) + count(of: .slow, in: waiting) }

  /// Puts a read behind all others of its lane.
  mutating func wait(in lane: Lane) -> Ticket {
    ticketsMade += 1
    waiting[lane, default: []].append(ticketsMade)
    return ticketsMade
  }

  /// Takes the next read that may run; the lanes take turns where both have one.
  ///
  /// - Returns: nil where nobody waits, or there is no room.
  mutating func next() -> Ticket? {
    guard running.values.reduce(0, +) < limit else { return nil }
    let hasSlow =
      count(of: .slow, in: waiting) > 0 && running[.slow, default: 0] < slowLimit
    let hasQuick = count(of: .quick, in: waiting) > 0
    guard hasSlow || hasQuick else { return nil }
    let lane: Lane = hasSlow && (!hasQuick || lastLane == .quick) ? .slow : .quick
    lastLane = lane
    running[lane, default: 0] += 1
    return waiting[lane]?.removeFirst()
  }

  /// Notes that a read has ended.
  mutating func end(in lane: Lane) {
    running[lane, default: 1] -= 1
  }

  /// Judges a read of the quick lane that has used up its slice.
  mutating func overstay() -> Verdict {
    if running[.slow, default: 0] < slowLimit {
      running[.quick, default: 1] -= 1
      running[.slow, default: 0] += 1
      return .slow
    }
    return waitingCount == 0 ? .anotherSlice : .stop
  }

  private func count(of lane: Lane, in lanes: [Lane: [Ticket]]) -> Int { lanes[lane]?.count ?? 0 }
}
