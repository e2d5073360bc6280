/// The number of a document, folder or commit in one index; each kind has a type of its own.
public protocol IndexNumber: RawRepresentable<Int64>, Hashable, Comparable,
  ExpressibleByIntegerLiteral, CustomStringConvertible, Sendable
{
  /// Makes a number.
  init(rawValue: Int64)
}

extension IndexNumber {
  /// Makes a number.
  @inlinable public init(integerLiteral value: Int64) {
    self.init(rawValue: value)
  }

  /// The number in decimal digits.
  public var description: String { "\(rawValue)" }

  /// Whether the first number is smaller than the second.
  @inlinable public static func < (first: Self, second: Self) -> Bool {
    first.rawValue < second.rawValue
  }
}
