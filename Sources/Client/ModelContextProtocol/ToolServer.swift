/// A server of the Model Context Protocol that has only tools: turns each line from a client into a
/// reply or nothing.
///
/// It supports the revisions with `initialize` and those without; see ``ProtocolEra``. It does no
/// input or output: the program passes lines from standard input and writes the replies. Source:
/// <https://modelcontextprotocol.io/specification/2026-07-28/basic/transports>.
public struct ToolServer {
  /// The most bytes of a reply, without its line feed.
  public static let replyLimit = 32 << 10

  private let identity: JSONValue
  private let instructions: String
  private let provider: any ToolProvider
  /// Whether `initialize` was called.
  private var hasSession = false

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - name: the server's name for programs.
  ///   - version: its version.
  ///   - instructions: how to use the tools, for the assistant.
  ///   - provider: the tools.
  public init(name: String, version: String, instructions: String, provider: any ToolProvider) {
    identity = ["name": .string(name), "version": .string(version)]
    self.instructions = instructions
    self.provider = provider
  }

  /// Answers a line.
  ///
  /// - Parameter line: the line of the client.
  /// - Returns: the reply with its line feed; nil if the line needs no reply.
  public mutating func reply(to line: InputLines.Line) -> [UInt8]? {
    switch line {
    case .oversized:
      return message(.null, .failure(.parseError("The line is too long.")))
    case .text(let text):
      // Empty lines between messages are allowed.
      if text.allSatisfy({ [0x20, 0x09, 0x0d].contains($0) }) { return nil }
      switch IncomingMessage(text) {
      case .other: return nil
      case .invalid(let id, let error): return message(id, .failure(error))
      case .request(let request): return message(request.id, result(of: request))
      }
    }
  }

  private mutating func result(
    of request: IncomingMessage.Request
  ) -> Result<JSONValue, ProtocolError> {
    Result { () throws(ProtocolError) in
      let era = try ProtocolEra(of: request, hasSession: hasSession)
      switch (request.method, era) {
      case ("initialize", _): return try initialize(request)
      case ("ping", .session): return [:]
      case ("server/discover", .stateless):
        return era.result(discovery, from: identity, isConstant: true)
      case ("tools/list", _): return try list(request, era)
      case ("tools/call", _): return era.result(try call(request).result, from: identity)
      default: throw .methodNotFound(request.method)
      }
    }
  }

  private mutating func initialize(
    _ request: IncomingMessage.Request
  ) throws(ProtocolError) -> JSONValue {
    guard let version = request.parameters["protocolVersion"]?.string else {
      throw .invalidParameters("'protocolVersion' must be a string.")
    }
    hasSession = true
    return [
      "protocolVersion": .string(ProtocolEra.agreed(on: version)), "capabilities": ["tools": [:]],
      "serverInfo": identity, "instructions": .string(instructions),
    ]
  }

  private var discovery: [String: JSONValue] {
    [
      "supportedVersions": .array(ProtocolEra.statelessVersions.map { .string($0) }),
      "capabilities": ["tools": [:]], "instructions": .string(instructions),
    ]
  }

  private func list(
    _ request: IncomingMessage.Request, _ era: ProtocolEra
  ) throws(ProtocolError) -> JSONValue {
    guard [nil, .null].contains(request.parameters["cursor"]) else {
      throw .invalidParameters("The list of tools has one page, so there is no such cursor.")
    }
    return era.result(
      ["tools": .array(provider.tools.map(\.json))], from: identity, isConstant: true)
  }

  private func call(_ request: IncomingMessage.Request) throws(ProtocolError) -> ToolAnswer {
    guard let name = request.parameters["name"]?.string else {
      throw .invalidParameters("'name' must be a string.")
    }
    guard provider.tools.contains(where: { $0.name == name }) else {
      throw .invalidParameters("There is no tool '\(name.prefix(100))'.")
    }
    switch request.parameters["arguments"] {
    case nil, .null?: return provider.call(name, [:])
    case .object(let arguments)?: return provider.call(name, arguments)
    default: throw .invalidParameters("'arguments' must be an object.")
    }
  }

  private func message(
    _ id: MessageID, _ result: Result<JSONValue, ProtocolError>
  ) -> [UInt8] {
    let text =
      switch result {
      case .success(let result): Self.text(id, "result", result)
      case .failure(let error): Self.text(id, "error", error.json)
      }
    if text.count <= Self.replyLimit { return text + [0x0a] }
    let error = ProtocolError.internalError("The reply is too large.")
    return Self.text(id, "error", error.json) + [0x0a]
  }

  private static func text(_ id: MessageID, _ name: String, _ value: JSONValue) -> [UInt8] {
    // The id is JSON text from the client, so it is not encoded again.
    Array(#"{"id":"#.utf8) + id.text + Array(#","jsonrpc":"2.0","\#(name)":"#.utf8) + value.text
      + [UInt8(ascii: "}")]
  }
}
