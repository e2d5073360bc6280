/// A function that a server offers to assistants.
public struct Tool: Equatable, Sendable {
  /// The name of the tool in calls.
  public let name: String
  /// What the tool does, for the assistant.
  public let description: String
  /// The JSON Schema of the arguments.
  public let input: JSONValue
  /// The JSON Schema of ``ToolAnswer/content``.
  public let output: JSONValue

  /// Describes a tool that only reads, and only on this machine.
  public init(name: String, description: String, input: JSONValue, output: JSONValue) {
    self.name = name
    self.description = description
    self.input = input
    self.output = output
  }

  /// The tool in the reply to `tools/list`.
  var json: JSONValue {
    [
      "name": .string(name), "description": .string(description), "inputSchema": input,
      "outputSchema": output, "annotations": ["readOnlyHint": true, "openWorldHint": false],
    ]
  }
}

/// The answer to a call of a tool.
public struct ToolAnswer: Equatable, Sendable {
  /// The largest allowed ``byteCount``, so that a reply has at most ``ToolServer/replyLimit`` bytes.
  public static let byteLimit = ToolServer.replyLimit - 2_048

  /// The complete answer as text.
  public let text: String
  /// The answer as JSON for programs; nil for an error.
  public let content: JSONValue?

  /// Makes an answer.
  public init(text: String, content: JSONValue) {
    self.text = text
    self.content = content
  }

  /// Makes an answer with an error and its remedy.
  public init(error: String) {
    text = error
    content = nil
  }

  /// The size of the answer as JSON, in bytes.
  public var byteCount: Int { JSONValue.object(result).text.count }

  /// The members of the result.
  var result: [String: JSONValue] {
    var result: [String: JSONValue] = ["content": [["type": "text", "text": .string(text)]]]
    result["structuredContent"] = content
    result["isError"] = .bool(content == nil)
    return result
  }
}

/// Performs the calls of tools.
public protocol ToolProvider {
  /// The tools.
  var tools: [Tool] { get }

  /// Calls one of ``tools`` with unchecked arguments; failures are reported in the answer.
  func call(_ tool: String, _ arguments: [String: JSONValue]) -> ToolAnswer
}
