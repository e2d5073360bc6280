/// Decides which reads may run, so that slow reads do not delay quick ones.
///
/// Whether a read is slow is known only after it has run for a while. So each read starts in the quick lane.
/// After its slice of CPU time it continues in the slow lane if there is room. Otherwise, if other reads
/// wait, it is stopped, and starts again after a slow read has ended.
struct ReaderTurns: Sendable {
  enum Lane: Sendable {
    case quick
    case slow
  }

  /// The decision about a read that has used up its slice of CPU time.
  enum Decision: Equatable, Sendable {
    /// The read continues in the slow lane.
    case slow
    /// The read continues for another slice, because no other read waits.
    case anotherSlice
    /// The read has to stop.
    case stop
  }

  /// The number of a waiting read.
  typealias Ticket = UInt64

  /// The CPU time of a quick read: most reads take less, and a waiting read waits only for a few slices.
  static let slice = Duration.milliseconds(20)

  private let limit: Int
  private let slowLimit: Int
  private var running: [Lane: Int] = [:]
  private var waiting: [Lane: [Ticket]] = [:]
  private var ticketsMade: Ticket = 0
  private var lastLane = Lane.slow

  /// Lets at most `limit` reads run at the same time; half of them may be slow.
  init(limit: Int) {
    self.limit = limit
    slowLimit = max(1, limit / 2)
  }

  /// The number of waiting reads.
  var waitingCount: Int { count(of: .quick, in: waiting) + count(of: .slow, in: waiting) }

  /// Adds a read to the queue of its lane.
  mutating func wait(in lane: Lane) -> Ticket {
    ticketsMade += 1
    waiting[lane, default: []].append(ticketsMade)
    return ticketsMade
  }

  /// Dequeues the next read that may run, if there is one; the lanes alternate if both have one.
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

  /// Records the end of a read.
  mutating func end(in lane: Lane) {
    running[lane, default: 1] -= 1
  }

  /// Decides about a read of the quick lane that has used up its slice.
  mutating func expire() -> Decision {
    if running[.slow, default: 0] < slowLimit {
      running[.quick, default: 1] -= 1
      running[.slow, default: 0] += 1
      return .slow
    }
    return waitingCount == 0 ? .anotherSlice : .stop
  }

  private func count(of lane: Lane, in lanes: [Lane: [Ticket]]) -> Int { lanes[lane]?.count ?? 0 }
}
