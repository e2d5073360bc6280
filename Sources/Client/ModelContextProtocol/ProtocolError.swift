/// An error reply to a request.
///
/// Source: JSON-RPC 2.0, section 5.1, <https://www.jsonrpc.org/specification>.
public struct ProtocolError: Error, Equatable, Sendable {
  /// The code for the kind of error.
  public let code: Int
  /// A sentence for people.
  public let message: String
  /// Further data for programs; nil if there is none.
  public var data: JSONValue?

  /// The text is not JSON.
  static func parseError(_ message: String) -> ProtocolError {
    ProtocolError(code: -32_700, message: message)
  }

  /// The JSON is not a request.
  static func invalidRequest(_ message: String) -> ProtocolError {
    ProtocolError(code: -32_600, message: message)
  }

  /// The server does not have this method.
  static func methodNotFound(_ method: String) -> ProtocolError {
    ProtocolError(code: -32_601, message: "There is no method '\(method.prefix(100))'.")
  }

  /// The parameters are not those of the method.
  static func invalidParameters(_ message: String) -> ProtocolError {
    ProtocolError(code: -32_602, message: message)
  }

  /// The server failed.
  static func internalError(_ message: String) -> ProtocolError {
    ProtocolError(code: -32_603, message: message)
  }

  /// The request declares a revision that the server does not support.
  static func unsupportedVersion(_ requested: String) -> ProtocolError {
    ProtocolError(
      code: -32_022, message: "The protocol version is not supported.",
      data: [
        "requested": .string(String(requested.prefix(100))),
        "supported": .array(ProtocolEra.supportedVersions.map { .string($0) }),
      ])
  }

  /// The error in the form in which it is sent.
  var json: JSONValue {
    var json: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
    json["data"] = data
    return .object(json)
  }
}
