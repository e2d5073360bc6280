import Synchronization

/// Whether changes are due that the consumer has not taken; readable from any thread, without
/// waiting.
///
/// A consumer with long work reads it to decide whether to interrupt that work. Barriers alone are
/// not changes.
public final class DueChanges: Sendable {
  private let start = ContinuousClock.now
  /// When changes are due, in nanoseconds after ``start``.
  private let dueAt = Atomic<Int64>(.max)

  /// Creates a value without changes.
  public init() {}

  /// Whether changes are due.
  public var exist: Bool { exist(within: .zero) }

  /// Whether changes are due now or within a time.
  public func exist(within time: Duration) -> Bool {
    let dueAt = dueAt.load(ordering: .relaxed)
    return dueAt != .max && start.duration(to: .now) + time >= .nanoseconds(dueAt)
  }

  func set(_ deadline: ContinuousClock.Instant?) {
    let time = deadline.map { Int64(start.duration(to: $0) / .nanoseconds(1)) }
    dueAt.store(time ?? .max, ordering: .relaxed)
  }
}
