import LinuxSystem
import TestSupport
import Testing

@testable import Varlink

/// The interface that every Varlink service has.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct VarlinkServiceTests {
  typealias Word = TestInterface.Word

  let test: TestServer

  init() async throws {
    test = try await TestServer()
  }

  func fault(
    _ method: String, _ parameters: some Encodable = NoParameters()
  ) throws -> VarlinkClient.Fault? {
    #expect(throws: VarlinkClient.Fault.self) {
      _ = try test.client().call(method, parameters, reply: NoParameters.self)
    }
  }

  @Test func `A service returns its vendor, product and version`() throws {
    let info = try test.client().call(
      "org.varlink.service.GetInfo", NoParameters(), reply: ServiceInfo.self)
    #expect(info.vendor == "vendor")
    #expect(info.product == "product")
    #expect(info.version == "1")
    #expect(info.url == "https://example.org")
    #expect(info.interfaces == ["org.varlink.service", "org.example.test"])
  }

  @Test(
    arguments: [
      ("org.example.test", "method Echo("), ("org.varlink.service", "method GetInfo("),
    ])
  func `A service describes its interfaces`(name: String, part: String) throws {
    let reply = try test.client().call(
      "org.varlink.service.GetInterfaceDescription", ["interface": name],
      reply: [String: String].self)
    #expect(Array(reply.keys) == ["description"])
    #expect(reply["description"]?.contains("interface \(name)\n") == true)
    #expect(reply["description"]?.contains(part) == true)
  }

  @Test func `An unknown interface cannot be described`() throws {
    let fault = try fault(
      "org.varlink.service.GetInterfaceDescription", ["interface": "org.example.other"])
    #expect(fault?.name == "org.varlink.service.InterfaceNotFound")
    #expect(fault?.parameters([String: String].self) == ["interface": "org.example.other"])
  }

  @Test(
    arguments: [
      ("org.example.other.Echo", "InterfaceNotFound", ["interface": "org.example.other"]),
      ("Echo", "InterfaceNotFound", ["interface": ""]),
      ("", "InterfaceNotFound", ["interface": ""]),
      ("org.example.test.Missing", "MethodNotFound", ["method": "Missing"]),
      ("org.example.test.", "MethodNotFound", ["method": ""]),
      ("org.varlink.service.Missing", "MethodNotFound", ["method": "Missing"]),
    ])
  func `An unknown interface or method is named in the error`(
    method: String, error: String, parameters: [String: String]
  ) throws {
    let fault = try fault(method)
    #expect(fault?.name == "org.varlink.service.\(error)")
    #expect(fault?.parameters([String: String].self) == parameters)
  }

  @Test(
    arguments: [
      (#"{}"#, "word"), (#"{"word":null}"#, "word"), (#"{"word":1}"#, "word"),
      (#"{"word":[]}"#, "word"), (#"{"word":"a","count":"b"}"#, "count"),

      (#"{"word":"a","count":true}"#, "count"), ("null", "word"), ("[]", ""), ("1", ""),
      // Foundation does not name the number that it cannot represent.
      (#"{"word":"a","count":1.5}"#, ""), (#"{"word":"a","count":1e30}"#, ""),
    ])
  func `An invalid parameter is named in the error`(
    parameters: String, parameterName: String
  ) throws {
    let client = try test.wire()
    try client.call("Echo", parameters)
    let reply = try #require(try client.read())
    let fault = try Wire.decode(CallParameters<[String: String]>.self, from: Array(reply.utf8))
    #expect(reply.contains(#""error":"org.varlink.service.InvalidParameter""#))
    #expect(fault.parameters == ["parameter": parameterName])
    try client.call("Echo", #"{"word":"after"}"#)
    #expect(try client.read() == #"{"parameters":{"word":"after"}}"#)
  }

  @Test func `A call may omit its parameters`() throws {
    let client = try test.wire()
    try client.write("{\"method\":\"org.varlink.service.GetInfo\"}\0")
    #expect(try client.read()?.contains("vendor") == true)
  }

  @Test func `An interface can reply with its own errors`() throws {
    let fault = try fault("org.example.test.Fail")
    #expect(fault?.name == "org.example.test.Failed")
    #expect(fault?.parameters(Word.self) == Word(word: "why"))
    #expect(fault?.parameters(TestInterface.Number.self) == nil)
  }

  @Test func `A method that requires more refuses a call without it`() throws {
    let fault = try fault("org.example.test.Count", ["number": 3])
    #expect(fault?.name == "org.varlink.service.ExpectedMore")
  }

  @Test func `A call with more gets its replies one after the other`() throws {
    let client = try test.client()
    var numbers: [Int] = []
    try client.callForMore(
      "org.example.test.Count", ["number": 5], reply: TestInterface.Number.self
    ) { numbers.append($0.number) }
    #expect(numbers == [1, 2, 3, 4, 5])
    let echo = try client.call("org.example.test.Echo", Word(word: "after"), reply: Word.self)
    #expect(echo == Word(word: "after"))
  }

  @Test func `Only the last of several replies ends the call`() throws {
    let client = try test.wire()
    try client.call("Count", #"{"number":2}"#, flags: #","more":true"#)
    #expect(try client.read()?.contains(#""continues":true"#) == true)
    #expect(try client.read() == #"{"parameters":{"number":2}}"#)
  }

  @Test(arguments: [
    #","more":false"#, #","oneway":false"#, #","upgrade":false"#, #","more":null"#, #","new":[1]"#,
  ])
  func `A flag that is false changes nothing`(flag: String) throws {
    let client = try test.wire()
    try client.call("Echo", #"{"word":"a"}"#, flags: flag)
    #expect(try client.read() == #"{"parameters":{"word":"a"}}"#)
  }

  @Test(arguments: ["Echo", "Fail", "Missing"])
  func `A oneway call gets no reply, not even an error`(method: String) throws {
    let client = try test.wire()
    try client.call(method, #"{"word":"unanswered"}"#, flags: #","oneway":true"#)
    try client.call("Echo", #"{"word":"answered"}"#)
    #expect(try client.read() == #"{"parameters":{"word":"answered"}}"#)
  }

  @Test func `Text is returned unchanged`() throws {
    let client = try test.client()
    for text in [
      "", "é日🌰", "\0\u{1}\n\u{7f}\"\\/", "\u{202e}", String(repeating: "x", count: 60_000),
    ] {
      let reply = try client.call("org.example.test.Echo", Word(word: text), reply: Word.self)
      #expect(reply.word == text)
    }
  }
}
