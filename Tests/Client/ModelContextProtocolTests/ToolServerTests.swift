import Testing

@testable import ModelContextProtocol

/// Replies with the arguments of the call.
struct EchoTools: ToolProvider {
  var answer: ToolAnswer?
  let tools = [
    Tool(
      name: "echo", description: "Echoes.", input: ["type": "object"], output: ["type": "object"])
  ]

  func call(_ tool: String, _ arguments: [String: JSONValue]) -> ToolAnswer {
    answer ?? ToolAnswer(text: "echo", content: .object(arguments))
  }
}

/// The replies to lines.
struct ToolServerTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#
  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
    + #""capabilities":{},"clientInfo":{"name":"a","version":"1"}}}"#

  private func server(_ answer: ToolAnswer? = nil) -> ToolServer {
    ToolServer(
      name: "test", version: "1.2", instructions: "Do.", provider: EchoTools(answer: answer))
  }

  private func reply(_ line: String, after first: String? = nil) throws -> JSONValue? {
    var server = server()
    if let first { _ = server.reply(to: .text(Array(first.utf8))) }
    guard let reply = server.reply(to: .text(Array(line.utf8))) else { return nil }
    #expect(reply.last == 0x0a && !reply.dropLast().contains(0x0a))
    let json = try #require(JSONValue(Array(reply.dropLast())))
    #expect(json["jsonrpc"] == "2.0")
    #expect(json["id"] != nil)
    #expect((json["result"] == nil) != (json["error"] == nil))
    return json
  }

  private func call(_ method: String, _ parameters: String) -> String {
    #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(parameters)}}"#
  }

  // MARK: - Without a session

  @Test func `A request of 2026 needs no session, and its result describes itself`() throws {
    let list = try #require(try reply(call("tools/list", Self.meta))?["result"])
    #expect(list["resultType"] == "complete")
    #expect(list["ttlMs"] == 3_600_000)
    #expect(list["cacheScope"] == "private")
    #expect(
      list["_meta"]?["io.modelcontextprotocol/serverInfo"] == ["name": "test", "version": "1.2"])
    let found = try #require(try reply(call("server/discover", Self.meta))?["result"])
    #expect(found["supportedVersions"] == ["2026-07-28"])
    #expect(found["capabilities"] == ["tools": [:]])
    #expect(found["instructions"] == "Do.")
    #expect(found["cacheScope"] == "private")
    let called = try #require(
      try reply(call("tools/call", #""name":"echo","arguments":{"a":1},\#(Self.meta)"#))?["result"])
    #expect(called["structuredContent"] == ["a": 1])
    #expect(called["content"] == [["type": "text", "text": "echo"]])
    #expect(called["isError"] == false)
    #expect(called["resultType"] == "complete")
    #expect(called["ttlMs"] == nil)
  }

  @Test(arguments: [
    ("tools/list", "", -32_602), ("tools/list", #""_meta":{}"#, -32_602),
    ("tools/list", #""_meta":3"#, -32_602), ("server/discover", "", -32_602),
    ("tools/call", #""name":"echo""#, -32_602),
    (
      "tools/list", #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#, -32_602
    ),
    (
      "tools/list",
      #""_meta":{"io.modelcontextprotocol/protocolVersion":1,"io.modelcontextprotocol/clientCapabilities":{}}"#,
      -32_602
    ),
    (
      "tools/list",
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#,
      -32_022
    ),
    (
      "tools/list",
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"2025-06-18","io.modelcontextprotocol/clientCapabilities":{}}"#,
      -32_022
    ),
    ("ping", meta, -32_601), ("resources/list", meta, -32_601), ("", meta, -32_601),
  ])
  func `A request without a session that does not describe itself is refused`(
    method: String, parameters: String, code: Int
  ) throws {
    let error = try #require(try reply(call(method, parameters))?["error"])
    #expect(error["code"] == .integer(code))
    if code == -32_022 {
      #expect(
        error["data"]?["supported"]
          == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
    }
  }

  // MARK: - With a session

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
    ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
  ])
  func `A session has the requested revision, or the newest`(asked: String, agreed: String) throws {
    let result = try #require(
      try reply(call("initialize", #""protocolVersion":"\#(asked)""#))?["result"])
    #expect(result["protocolVersion"] == .string(agreed))
    #expect(result["capabilities"] == ["tools": [:]])
    #expect(result["serverInfo"] == ["name": "test", "version": "1.2"])
    #expect(result["instructions"] == "Do.")
    #expect(result["resultType"] == nil)
  }

  @Test func `In a session results are those of 2025`() throws {
    let list = try #require(try reply(call("tools/list", ""), after: Self.hello)?["result"])
    guard case .array(let tools)? = list["tools"] else {
      Issue.record("There are no tools.")
      return
    }
    #expect(tools.first?["annotations"] == ["readOnlyHint": true, "openWorldHint": false])
    #expect(list["resultType"] == nil && list["ttlMs"] == nil && list["_meta"] == nil)
    let token = #""name":"echo","_meta":{"progressToken":1}"#
    let called = try #require(try reply(call("tools/call", token), after: Self.hello)?["result"])
    #expect(called["structuredContent"] == [:])
    #expect(called["resultType"] == nil)
    #expect(try reply(call("ping", ""))?["result"] == [:])
    #expect(
      try reply(call("tools/list", Self.meta), after: Self.hello)?["result"]?["resultType"]
        == "complete")
  }

  @Test(arguments: [
    (#""protocolVersion":3"#, "initialize", -32_602), ("", "initialize", -32_602),
    ("", "server/discover", -32_602), (#""cursor":"a""#, "tools/list", -32_602),
    ("", "tools/call", -32_602), (#""name":3"#, "tools/call", -32_602),
    (#""name":"rm""#, "tools/call", -32_602),
    (#""name":"echo","arguments":[]"#, "tools/call", -32_602),
    (#""name":"echo","arguments":"a""#, "tools/call", -32_602),
    ("", "prompts/list", -32_601), ("", "notifications/initialized", -32_601),
  ])
  func `Wrong parameters and methods are refused`(
    parameters: String, method: String, code: Int
  ) throws {
    let error = try reply(call(method, parameters), after: Self.hello)?["error"]
    #expect(error?["code"] == .integer(code))
  }

  // MARK: - Lines

  @Test(
    arguments: [
      ("nonsense", -32_700, .null), (#"{"jsonrpc":"2.0","id":1"#, -32_700, .null),
      ("\u{feff}{}", -32_600, .null), ("3", -32_600, .null), ("null", -32_600, .null),
      ("[]", -32_600, .null), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600, .null),
      ("{}", -32_600, .null), (#"{"id":4,"method":"ping"}"#, -32_600, 4),
      (#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32_600, "a"),
      (#"{"jsonrpc":"2.0","id":4}"#, -32_600, 4),
      (#"{"jsonrpc":"2.0","id":4,"method":1}"#, -32_600, 4),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600, .null),
      (#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, -32_600, .null),
      (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32_600, .null),
      (#"{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}"#, -32_602, 4),
      (#"{"jsonrpc":"2.0","id":4,"method":"ping","params":"a"}"#, -32_602, 4),
    ] as [(String, Int, JSONValue)])
  func `What is no request is refused with its id`(line: String, code: Int, id: JSONValue) throws {
    let json = try #require(try reply(line, after: Self.hello))
    #expect(json["error"]?["code"] == .integer(code), "\(line)")
    #expect(json["id"] == id, "\(line)")
  }

  @Test(arguments: [
    "", " \t\r", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}"#,
    #"{"jsonrpc":"2.0","method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
  ])
  func `Notifications, replies and empty lines are not answered`(line: String) throws {
    #expect(try reply(line) == nil)
  }

  @Test(
    arguments: [
      ("0", 0), ("-5", -5), ("9007199254740993", 9_007_199_254_740_993), ("1.5", .number(1.5)),
      (#""""#, ""), (#""ä\n\u0000""#, "ä\n\0"), (#""1""#, "1"),
    ] as [(String, JSONValue)])
  func `An id comes back as it was`(id: String, value: JSONValue) throws {
    let json = try reply(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
    #expect(json?["id"] == value)
    #expect(json?["result"] == [:])
  }

  @Test(arguments: [
    "18446744073709551616", "-9223372036854775809", "123456789012345678901234567890", "1.50", "1E5",
    "1e999", "-0", "0.1000", "\"\\u0061\\/\"", "\"a\u{7f}\u{2028}🐦\"", "\"18446744073709551616\"",
    String(repeating: "9", count: 1_024),
  ])
  func `An id comes back byte for byte, whatever its size`(id: String) throws {
    for line in [
      #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#,
      #" { "method" : "ping", "params":{"id":1,"a":["}",{"id":2}]}, "\u0069d" : \#(id) , "jsonrpc":"2.0"} "#,
    ] {
      var server = server()
      _ = server.reply(to: .text(Array(Self.hello.utf8)))
      let replyLine = server.reply(to: .text(Array(line.utf8)))
      let reply = String(decoding: try #require(replyLine), as: UTF8.self)
      #expect(reply == #"{"id":\#(id),"jsonrpc":"2.0","result":{}}"# + "\n", "\(line)")
    }
    var server = server()
    let refused = server.reply(to: .text(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":3}"#.utf8)))
    #expect(
      String(decoding: try #require(refused), as: UTF8.self)
        .hasPrefix(#"{"id":\#(id),"jsonrpc":"2.0","error":"#))
  }

  @Test(arguments: [
    "01", "1.", ".5", "1e", "+1", "--1", "0x1", "NaN", "{}", "[1]", "true", "nul",
    String(repeating: "9", count: 1_025),
  ])
  func `What is no id is not repeated`(id: String) throws {
    var server = server()
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#
    let replyLine = server.reply(to: .text(Array(line.utf8)))
    #expect(
      String(decoding: try #require(replyLine), as: UTF8.self)
        .hasPrefix(#"{"id":null,"jsonrpc":"2.0","error":"#))
  }

  @Test func `What is too large is refused, in both directions`() throws {
    var server = server()
    let longLine = server.reply(to: .oversized)
    let long = try #require(longLine)
    #expect(JSONValue(Array(long.dropLast()))?["error"]?["code"] == -32_700)
    let id = String(repeating: "a", count: 2_000)
    #expect(
      try reply(#"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#)?["error"]?["code"] == -32_600)
    let big = String(repeating: "\u{1}", count: 6_000)
    server = self.server(ToolAnswer(text: big, content: [:]))
    let line = call("tools/call", #""name":"echo",\#(Self.meta)"#)
    let replyLine = server.reply(to: .text(Array(line.utf8)))
    let reply = try #require(replyLine)
    #expect(JSONValue(Array(reply.dropLast()))?["error"]?["code"] == -32_603)
    #expect(reply.count <= ToolServer.replyLimit + 1)
  }

  @Test func `The largest answer fits into a reply, with the longest id`() throws {
    let overhead = ToolAnswer(text: "", content: [:]).byteCount
    let text = String(repeating: "a", count: ToolAnswer.byteLimit - overhead)
    let answer = ToolAnswer(text: text, content: [:])
    #expect(answer.byteCount == ToolAnswer.byteLimit)
    var server = server(answer)
    let id = String(repeating: "\\u0001", count: 170)
    let line =
      #"{"jsonrpc":"2.0","id":"\#(id)","method":"tools/call","params":{"name":"echo",\#(Self.meta)}}"#
    let replyLine = server.reply(to: .text(Array(line.utf8)))
    let reply = try #require(replyLine)
    #expect(JSONValue(Array(reply.dropLast()))?["result"]?["isError"] == false)
    #expect(reply.count <= ToolServer.replyLimit + 1)
  }

  @Test func `Deep JSON is refused and does no harm`() throws {
    for depth in [100, 10_000, 400_000] {
      let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(try reply(line)?["error"]?["code"] != nil)
    }
    #expect(try reply(String(decoding: [0x7b, 0xff], as: UTF8.self)) != nil)
    var server = server()
    let invalid = Array(#"{"jsonrpc":"2.0","id":1,"method":""#.utf8) + [0xff] + Array("\"}".utf8)
    let replyLine = server.reply(to: .text(invalid))
    let reply = try #require(replyLine)
    #expect(JSONValue(Array(reply.dropLast()))?["error"]?["code"] == -32_700)
  }
}
