import Synchronization

/// Switches ``FTS5SegmentReader`` off for all connections of a program.
///
/// A newer SQLite could write pages in another way without a new version. So some queries are compared with
/// FTS5, and after one difference only FTS5 is asked.
public final class FTS5SegmentSwitch: Sendable {
  private let off = Atomic<Bool>(false)
  private let queries = Atomic<Int>(0)
  private let distance: Int

  /// Makes a switch that is on.
  ///
  /// - Parameter distance: one of so many queries is due for a comparison; at least 1.
  public init(comparingOneIn distance: Int = 1_000) {
    self.distance = max(1, distance)
  }

  /// Whether the segments must not be read.
  public var isOff: Bool { off.load(ordering: .relaxed) }

  /// Switches the readers off until the program ends.
  public func switchOff() { off.store(true, ordering: .relaxed) }

  /// Counts a query; whether its answer is to be compared with FTS5's: the first three are, and later ones.
  public func countQuery() -> Bool {
    let number = queries.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= 3 || number % distance == 0
  }
}
