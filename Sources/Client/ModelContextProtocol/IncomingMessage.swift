/// A parsed message from a client.
///
/// Source: JSON-RPC 2.0, section 4. MCP allows strings and integers as ids, and no longer has batches.
enum IncomingMessage: Equatable, Sendable {
  /// A request, which needs a reply.
  struct Request: Equatable, Sendable {
    /// The id to repeat in the reply.
    let id: MessageID
    let method: String
    /// The parameters; empty if there are none.
    let parameters: [String: JSONValue]
  }

  case request(Request)
  /// A message that needs no reply: a notification, or a reply to a request that was never sent.
  case other
  /// A message to be answered with an error.
  case invalid(id: MessageID, ProtocolError)

  /// Parses a line.
  init(_ line: [UInt8]) {
    let given = JSONMembers.values(of: "id", in: line)
    // Numeric ids become 0 for the parser: a reply repeats the id's bytes, and numbers may be too large.
    var text: [UInt8] = []
    var end = 0
    for range in given where MessageID.isNumber(line[range]) {
      text += line[end..<range.lowerBound]
      text.append(UInt8(ascii: "0"))
      end = range.upperBound
    }
    text += line[end...]
    guard let json = JSONValue(text) else {
      self = .invalid(id: .null, .parseError("The line is not JSON in UTF-8."))
      return
    }
    let id = given.last.flatMap { MessageID(line[$0]) }
    do throws(ProtocolError) {
      self = try Self.read(json, id)
    } catch {
      self = .invalid(id: id ?? .null, error)
    }
  }

  private static func read(
    _ json: JSONValue, _ id: MessageID?
  ) throws(ProtocolError) -> IncomingMessage {
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
    // Notifications are never answered, not even with an error.
    if message["id"] == nil { return .other }
    guard let id else {
      throw .invalidRequest(
        "'id' must be a string or a number of at most \(MessageID.limit) bytes.")
    }
    switch message["params"] {
    case nil: return .request(Request(id: id, method: method, parameters: [:]))
    case .object(let parameters)?:
      return .request(Request(id: id, method: method, parameters: parameters))
    default: throw .invalidParameters("'params' must be an object.")
    }
  }
}
