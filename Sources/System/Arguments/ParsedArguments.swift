/// The arguments of a call.
///
/// Values and operands are bytes, because paths are.
public struct ParsedArguments: Equatable, Sendable {
  /// The command; nil for a program without commands, or if none was given.
  public internal(set) var command: String?
  /// The operands in their order.
  public internal(set) var operands: [[UInt8]] = []
  var flags: Set<String> = []
  var values: [String: [[UInt8]]] = [:]

  /// Whether a flag was given.
  public func has(_ option: String) -> Bool { flags.contains(option) }

  /// The last value of an option, as bytes.
  public func bytes(of option: String) -> [UInt8]? { values[option]?.last }

  /// All values of an option, in their order.
  public func allBytes(of option: String) -> [[UInt8]] { values[option] ?? [] }

  /// The last value of an option as text; invalid UTF-8 is replaced.
  public func text(of option: String) -> String? {
    bytes(of: option).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The last value of an option as a number.
  ///
  /// - Parameters:
  ///   - option: the option's name.
  ///   - range: the numbers that are allowed.
  /// - Returns: nil if the option was not given.
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

/// A call that the table does not allow.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A sentence that names the error and the allowed words.
  public let description: String

  /// Makes an error.
  public init(_ description: String) {
    self.description = description
  }
}
