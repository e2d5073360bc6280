import LinuxSystem
import ModelContextProtocol
import Testing

/// A running `sitta mcp` and both ends of its pipes.
struct AssistantProcess: ~Copyable {
  private let process: ChildProcess
  private var input: FileDescriptor?
  private var lines = InputLines()
  private var number = 0

  init(_ arguments: [String]) throws {
    let pipe = try Pipe()
    process = try ChildProcess(
      ChildProcess.Command(try Binary.sitta.path, arguments.map { Array($0.utf8) }),
      input: .descriptor(pipe.reading.number), output: .pipe)
    input = pipe.closeReading()
  }

  /// Writes to standard input.
  func write(_ text: String) throws {
    try input?.write(Array(text.utf8))
  }

  /// The next line of standard output.
  mutating func read() throws -> JSONValue {
    while true {
      if let line = lines.next() {
        guard case .text(let text) = line else { break }
        #expect(text.count <= ToolServer.replyLimit)
        return try #require(JSONValue(text), "\(String(decoding: text, as: UTF8.self))")
      }
      var bytes: [UInt8] = []
      let isOpen = try process.output.read(into: &bytes, timeout: .seconds(60))
      try #require(isOpen, "It ended, or did not answer.")
      lines.append(bytes)
    }
    throw SystemError(code: 5, attempt: "Cannot read a reply", path: nil)
  }

  /// Calls a tool as clients of 2026 do.
  ///
  /// - Returns: the result.
  mutating func call(_ tool: String, _ arguments: [String: JSONValue]) throws -> JSONValue {
    number += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(number), "method": "tools/call",
      "params": [
        "name": .string(tool), "arguments": .object(arguments),
        "_meta": [
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": [:],
        ],
      ],
    ]
    try write(String(decoding: request.text, as: UTF8.self) + "\n")
    let reply = try read()
    #expect(reply["id"] == .integer(number))
    return try #require(reply["result"], "\(String(decoding: reply.text, as: UTF8.self))")
  }

  /// Closes standard input and waits for the end.
  mutating func end() throws -> ChildProcess.Ending? {
    input = nil
    return try process.wait(until: .now + .seconds(60))
  }
}
