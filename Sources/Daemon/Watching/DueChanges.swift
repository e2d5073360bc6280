import Synchronization

/// Whether changes are due that the consumer has not taken yet; any thread can read it without
/// waiting.
///
/// A consumer reads it during long work to decide whether to interrupt the work. Barriers alone do
/// not count as changes.
public final class DueChanges: Sendable {
  private let start = ContinuousClock.now
  /// When changes are due, in nanoseconds after ``start``.
  private let dueAt = Atomic<Int64>(.max)

  /// Creates an instance without changes.
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
