/// A message of a client.
///
/// Source: JSON-RPC 2.0, section 4; MCP allows texts and integers as ids and has no batches any more.
enum IncomingMessage: Equatable, Sendable {
  /// A call that wants a reply.
  struct Request: Equatable, Sendable {
    /// Returned in the reply.
    let id: JSONValue
    let method: String
    /// The parameters; empty if there are none.
    let parameters: [String: JSONValue]
  }

  case request(Request)
  /// A message without a reply: a notification, or a reply to a request that was never sent.
  case other
  /// A message that is answered with an error.
  case invalid(id: JSONValue, ProtocolError)

  /// The largest length of an id as JSON, because replies repeat it.
  private static let idLimit = 1_024

  /// Reads a line.
  init(_ line: [UInt8]) {
    guard let json = JSONValue(line) else {
      self = .invalid(id: .null, .parseError("The line is not JSON in UTF-8."))
      return
    }
    do throws(ProtocolError) {
      self = try Self.read(json)
    } catch {
      self = .invalid(id: Self.validID(json["id"]) ?? .null, error)
    }
  }

  private static func read(_ json: JSONValue) throws(ProtocolError) -> IncomingMessage {
    guard case .object(let message) = json else {
      throw .invalidRequest("A message must be one object; batches are not supported.")
    }
    guard message["jsonrpc"] == "2.0" else { throw .invalidRequest("'jsonrpc' must be \"2.0\".") }
    if message["method"] == nil, message["result"] != nil || message["error"] != nil {
      return .other
    }
    guard let method = message["method"]?.string else {
      throw .invalidRequest("'method' must be a string.")
    }
    // A notification is never answered, not even with an error.
    guard let given = message["id"] else { return .other }
    guard let id = validID(given) else {
      throw .invalidRequest("'id' must be a string or a number of at most \(idLimit) bytes.")
    }
    switch message["params"] {
    case nil: return .request(Request(id: id, method: method, parameters: [:]))
    case .object(let parameters)?:
      return .request(Request(id: id, method: method, parameters: parameters))
    default: throw .invalidParameters("'params' must be an object.")
    }
  }

  private static func validID(_ id: JSONValue?) -> JSONValue? {
    guard let id, id.text.count <= idLimit else { return nil }
    switch id {
    case .string, .integer, .number: return id
    case .null, .bool, .array, .object: return nil
    }
  }
}
