/// How long changes took until searches found them, in classes that are at most an eighth wide.
package struct DelayHistogram: Equatable, Sendable {
  /// The number of classes: eight for each power of two, up to 2^40 µs.
  private static let classCount = 8 * 38

  /// The number of delays in each class.
  private var counts = [Int](repeating: 0, count: Self.classCount)
  /// The number of delays.
  package private(set) var count = 0

  /// Makes a histogram without delays.
  package init() {}

  /// Adds a delay; a negative one counts as none.
  ///
  /// O(1).
  mutating func add(_ delay: Duration) {
    counts[Self.class(of: delay)] += 1
    count += 1
  }

  /// The delay that a share of all delays does not exceed, rounded up by at most an eighth; nil without delays.
  package func percentile(_ share: Double) -> Duration? {
    if count == 0 { return nil }
    var left = max(1, Int((Double(count) * share).rounded(.up)))
    for (number, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return .microseconds(Self.end(of: number)) }
    }
    return .microseconds(Self.end(of: Self.classCount - 1))
  }

  private static func `class`(of delay: Duration) -> Int {
    let microseconds = max(0, min(delay / .microseconds(1), 1e12))
    let value = UInt64(microseconds)
    if value < 16 { return Int(value) }
    let shift = 60 - value.leadingZeroBitCount
    return min(classCount - 1, 8 * shift + Int(value >> UInt64(shift)))
  }

  /// The largest delay of a class, in microseconds.
  private static func end(of number: Int) -> Int64 {
    if number < 16 { return Int64(number) }
    let shift = number / 8 - 1
    return Int64(number - 8 * shift + 1) << Int64(shift) - 1
  }
}
