import ForeignJSON
import FoundationEssentials

/// Any JSON value.
public enum JSONValue: Equatable, Sendable {
  /// The value `null`.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number without a fraction that fits into 64 bits.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Values by name.
  case object([String: JSONValue])

  /// Parses a JSON text; nil if it is not JSON in UTF-8, or is nested too deeply for Foundation.
  public init?(_ text: [UInt8]) {
    // Foundation would also accept UTF-16 and UTF-32.
    guard String(validating: text, as: UTF8.self) != nil,
      let value = try? ForeignJSON.decode(JSONValue.self, from: text)
    else { return nil }
    self = value
  }

  /// The JSON text in UTF-8: one line, with sorted keys.
  public var text: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // Only infinite and NaN numbers cannot be encoded, and JSON has none.
    return (try? encoder.encode(self)).map { Array($0) } ?? Array("null".utf8)
  }

  /// The value of a member; nil if there is none, or if this is not an object.
  public subscript(name: String) -> JSONValue? {
    if case .object(let values) = self { values[name] } else { nil }
  }

  /// The text; nil for other values.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension JSONValue: Codable {
  /// Decodes any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let values = try? container.decode([String: JSONValue].self) {
      self = .object(values)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .array(values)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if container.decodeNil() {
      self = .null
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .string(text) }

  /// A truth value.
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  /// A number.
  public init(integerLiteral integer: Int) { self = .integer(integer) }

  /// A list.
  public init(arrayLiteral values: JSONValue...) { self = .array(values) }

  /// An object; if names are equal, the last value counts.
  public init(dictionaryLiteral values: (String, JSONValue)...) {
    self = .object(Dictionary(values) { $1 })
  }
}
