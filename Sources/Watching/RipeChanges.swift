import Synchronization

/// Tells, from any thread and at once, whether changes are ripe that the consumer has not taken.
///
/// A consumer that is busy for long asks it whether to leave its work for them. Barriers alone are
/// no changes.
public final class RipeChanges: Sendable {
  private let start = ContinuousClock.now
  /// When they are ripe, in nanoseconds after ``start``.
  private let ripeAt = Atomic<Int64>(.max)

  /// Makes a signal that tells of no changes.
  public init() {}

  /// Whether changes are ripe.
  public var areThere: Bool { areThere(within: .zero) }

  /// Whether changes are ripe, or are going to be so after a time.
  public func areThere(within time: Duration) -> Bool {
    let ripeAt = ripeAt.load(ordering: .relaxed)
    return ripeAt != .max && start.duration(to: .now) + time >= .nanoseconds(ripeAt)
  }

  func set(_ deadline: ContinuousClock.Instant?) {
    let time = deadline.map { Int64(start.duration(to: $0) / .nanoseconds(1)) }
    ripeAt.store(time ?? .max, ordering: .relaxed)
  }
}
