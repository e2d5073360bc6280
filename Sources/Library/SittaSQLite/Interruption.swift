import Synchronization

/// A request from any thread to stop the running statements of a connection.
///
/// Unlike the C function `sqlite3_interrupt`, it does not stop statements that begin after ``lower()``.
/// See <https://www.sqlite.org/c3ref/progress_handler.html>.
public final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes a request that is not raised.
  public init() {}

  /// Whether statements must stop.
  public var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Requests that statements stop.
  public func raise() {
    flag.store(true, ordering: .relaxed)
  }

  /// Withdraws the request.
  public func lower() {
    flag.store(false, ordering: .relaxed)
  }
}
