/// A number that counts something of one index; numbers of different things are different types.
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

  /// The bare number.
  public var description: String { "\(rawValue)" }

  /// Whether the first is the smaller number.
  @inlinable public static func < (first: Self, second: Self) -> Bool {
    first.rawValue < second.rawValue
  }
}
