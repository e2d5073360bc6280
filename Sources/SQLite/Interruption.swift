import Synchronization

/// A request, from any thread, that a connection stops what it is running.
///
/// Unlike the C function `sqlite3_interrupt`, it stops nothing that begins after it was taken back.
/// See <https://www.sqlite.org/c3ref/progress_handler.html>.
public final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes a request that nobody has made yet.
  public init() {}

  /// Whether statements are to stop.
  public var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Asks statements to stop.
  public func raise() {
    flag.store(true, ordering: .relaxed)
  }

  /// Takes the request back.
  public func lower() {
    flag.store(false, ordering: .relaxed)
  }
}
