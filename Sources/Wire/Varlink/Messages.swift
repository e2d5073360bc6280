import ForeignJSON
import FoundationEssentials

/// The part of a call without its parameters, as a server decodes it.
struct CallHeader: Codable {
  var method: String
  var more: Bool?
  var oneway: Bool?
  var upgrade: Bool?
}

/// Only the parameters of a call; `{}` if the call has none.
struct CallParameters<Parameters: Decodable>: Decodable {
  let parameters: Parameters

  private enum Key: CodingKey {
    case parameters
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    parameters =
      try container.decodeIfPresent(Parameters.self, forKey: .parameters)
      ?? ForeignJSON.decode(Parameters.self, from: "{}".utf8)
  }
}

/// A call that a client sends.
struct OutgoingCall<Parameters: Encodable>: Encodable {
  var method: String
  var parameters: Parameters
  var more: Bool?
}

/// A reply that a server sends.
struct OutgoingReply<Parameters: Encodable>: Encodable {
  var error: String?
  var parameters: Parameters
  var continues: Bool?
}

/// A reply that a client receives.
struct IncomingReply<Parameters: Decodable>: Decodable {
  /// The parameters, or `{}` if there are none; for an error reply, the error's name.
  let content: Result<Parameters, ErrorName>
  let continues: Bool

  /// The name of an error reply, whose parameters were not decoded.
  struct ErrorName: Error {
    let name: String
  }

  private enum Key: CodingKey {
    case error, continues
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    continues = try container.decodeIfPresent(Bool.self, forKey: .continues) ?? false
    if let name = try container.decodeIfPresent(String.self, forKey: .error) {
      content = .failure(ErrorName(name: name))
    } else {
      content = .success(try CallParameters<Parameters>(from: decoder).parameters)
    }
  }
}

/// Encodes and decodes messages as JSON.
enum Wire {
  static func encode(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try Array(encoder.encode(message)) + [0]
  }

  /// Encodes a call; throws if it has more than `limit` bytes.
  static func encode(_ call: some Encodable, limit: Int) throws -> [UInt8] {
    let message = try encode(call)
    // The limit does not count the NUL at the end; see MessageBuffer.
    guard message.count - 1 <= limit else {
      throw VarlinkClient.Failure.oversized(limit: limit)
    }
    return message
  }

  static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws
    -> Message
  {
    try ForeignJSON.decode(type, from: bytes)
  }
}
