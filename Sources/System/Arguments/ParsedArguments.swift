/// The parsed arguments of a program.
///
/// Values and operands are bytes, because paths need not be UTF-8.
public struct ParsedArguments: Equatable, Sendable {
  /// The command's name; nil if the program has no commands, or if none was given.
  public internal(set) var command: String?
  /// The operands, in their order.
  public internal(set) var operands: [[UInt8]] = []
  var flags: Set<String> = []
  var values: [String: [[UInt8]]] = [:]

  /// Whether an option without a value was given.
  public func has(_ option: String) -> Bool { flags.contains(option) }

  /// Returns the last value of an option as bytes; nil if the option was not given.
  public func bytes(of option: String) -> [UInt8]? { values[option]?.last }

  /// Returns all values of an option, in their order.
  public func allBytes(of option: String) -> [[UInt8]] { values[option] ?? [] }

  /// Returns the last value of an option as text, with invalid UTF-8 replaced; nil if it was not given.
  public func text(of option: String) -> String? {
    bytes(of: option).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the last value of an option as a number.
  ///
  /// - Parameters:
  ///   - option: the option's name.
  ///   - range: the allowed numbers.
  /// - Returns: the number; nil if the option was not given.
  /// - Throws: a ``UsageError`` if the value is not a number in the range.
  public func number(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = text(of: option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'."
      )
    }
    return number
  }
}

/// An error in the arguments of a program.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A sentence that names the error and what is allowed.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
