/// A set of page numbers; the first page is 1.
///
/// Written as ascending ranges, such as `1-3,7`.
public struct PageNumbers: Equatable, Sendable {
  /// The largest page number that is accepted.
  public static let largest: UInt32 = 1_000_000
  /// The number of ranges that are read.
  private static let mostRanges = 10_000

  private var ranges: [ClosedRange<UInt32>] = []

  /// Creates an empty set.
  public init() {}

  /// Parses the format of ``text``; nil for any other text.
  ///
  /// - Parameter text: ascending ranges.
  public init?(_ text: some StringProtocol) {
    for word in text.utf8.split(separator: UInt8(ascii: ",")) {
      let bounds = word.split(
        separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
      guard ranges.count < Self.mostRanges, let first = Self.number(bounds[0]),
        let last = Self.number(bounds[bounds.count - 1]), first <= last,
        first > (ranges.last?.upperBound ?? 0)
      else { return nil }
      ranges.append(first...last)
    }
  }

  private static func number(_ digits: some Collection<UInt8>) -> UInt32? {
    guard (1...7).contains(digits.count) else { return nil }
    var number: UInt32 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + UInt32(digit - 0x30)
    }
    return (1...largest).contains(number) ? number : nil
  }

  /// Appends a page; ignored unless it is greater than all pages in the set.
  public mutating func append(_ page: UInt32) {
    guard let last = ranges.last else {
      if (1...Self.largest).contains(page) { ranges.append(page...page) }
      return
    }
    if page <= last.upperBound || page > Self.largest { return }
    if page == last.upperBound + 1 {
      ranges[ranges.count - 1] = last.lowerBound...page
    } else {
      ranges.append(page...page)
    }
  }

  /// Whether there are no pages.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The number of pages.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// All page numbers in ascending order.
  public var all: some Sequence<UInt32> { ranges.lazy.flatMap { $0 } }

  /// Returns the pages that satisfy a condition.
  public func filter(_ isIncluded: (UInt32) -> Bool) -> PageNumbers {
    var pages = PageNumbers()
    for page in all where isIncluded(page) { pages.append(page) }
    return pages
  }

  /// The ranges as text.
  public var text: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}
