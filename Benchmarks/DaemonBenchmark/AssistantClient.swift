import DaemonMeasuring
import LinuxSystem
import ModelContextProtocol

/// A running `sitta mcp`, asked over its pipes as an assistant's program does it.
struct AssistantClient: ~Copyable {
  private let process: ChildProcess
  private let input: FileDescriptor
  private var lines = InputLines()

  init(_ socket: FilePath) throws {
    let pipe = try Pipe()
    let words = ["--socket", "\(socket)", "mcp"]
    process = try ChildProcess(
      ChildProcess.Command(try Program.sibling("sitta"), words.map { Array($0.utf8) }),
      input: .descriptor(pipe.reading.number), output: .pipe)
    input = pipe.closeReading()
  }

  /// Searches, and reads the reply.
  ///
  /// - Throws: where no reply came, or an error.
  mutating func search(_ query: String) throws {
    let call: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": [
        "name": "search", "arguments": ["query": .string(query)],
        "_meta": [
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": [:],
        ],
      ],
    ]
    try input.write(call.text + [0x0a])
    guard case .text(let line) = try next(), JSONValue(line)?["result"]?["isError"] == false else {
      throw NoAnswer()
    }
  }

  private struct NoAnswer: Error {}

  private mutating func next() throws -> InputLines.Line {
    while true {
      if let line = lines.next() { return line }
      let bytes = try available()
      if bytes.isEmpty { throw NoAnswer() }
      lines.append(bytes)
    }
  }

  /// The bytes that the process has written; empty at its end, and if nothing came in time.
  private func available() throws -> [UInt8] {
    switch process.output {
    case .some(let output):
      var bytes: [UInt8] = []
      guard try output.waitUntilReadable(timeout: .seconds(60)) else { return [] }
      _ = try output.readAvailable(upTo: 1 << 16, to: &bytes)
      return bytes
    case nil: return []
    }
  }
}
