import Testing

@testable import WebServing

/// Which requests the server of the page answers.
struct WebGateTests {
  private static let start = ContinuousClock.now
  private static let json: Fields = ["content-type": "application/json"]
  private static let authorized: Fields = [
    "content-type": "application/json", "authorization": "Bearer key",
  ]

  private var gate: WebGate {
    WebGate(
      port: 4711, code: "code", key: "key", now: Self.start, files: ["index.html", "a.js"],
      methods: ["Search", "Status"], followed: ["Status"])
  }

  private func decide(
    _ request: WebRequest, in gate: inout WebGate, after time: Duration = .zero
  ) -> WebDecision {
    gate.decide(
      request, at: Self.start + time, code: String(decoding: request.body, as: UTF8.self))
  }

  /// A request as the page of this server sends it, with other fields.
  private func request(
    _ method: String, _ path: String, _ fields: [String: String?] = [:], body: String = ""
  ) -> WebRequest {
    let usual: [String: String?] = ["host": "127.0.0.1:4711"]
    return WebRequest(
      method, path, fields: usual.merging(fields) { $1 }, body: Array(body.utf8))
  }

  typealias Fields = [String: String?]

  /// The fields of a call with the key, with another value of one of them.
  private static func authorized(_ name: String, _ value: String?) -> Fields {
    var fields: Fields = authorized
    fields.updateValue(value, forKey: name)
    return fields
  }

  struct Request: Sendable {
    let method: String
    let path: String
    let fields: Fields
    let decision: WebDecision

    init(_ method: String, _ path: String, _ fields: Fields, _ decision: WebDecision) {
      (self.method, self.path, self.fields, self.decision) = (method, path, fields, decision)
    }
  }

  static let requests: [Request] = [
    Request("GET", "/", [:], .file("index.html")), Request("GET", "/a.js", [:], .file("a.js")),
    Request("GET", "/", ["sec-fetch-site": "none"], .file("index.html")),
    Request("GET", "/b.js", [:], .refused(404)), Request("GET", "/../a.js", [:], .refused(404)),
    Request("GET", "/call/Search", authorized, .refused(404)),
    Request("HEAD", "/", [:], .refused(405)),
    Request("PUT", "/call/Search", authorized, .refused(405)),
    Request("OPTIONS", "/call/Search", [:], .refused(405)),
    Request("POST", "/call/Search", authorized, .call("Search")),
    Request("POST", "/follow/Status", authorized, .follow("Status")),
    Request("POST", "/follow/Search", authorized, .refused(404)),
    Request("POST", "/call/Forget", authorized, .refused(404)),
    Request("POST", "/call/Search/", authorized, .refused(404)),
    Request("POST", "x/call/Search", authorized, .refused(404)),
    Request("GET", "xa.js", [:], .refused(404)), Request("GET", "", [:], .refused(404)),
    Request("GET", "/", ["host": "127.0.0.1:4711\0evil"], .refused(421)),
    Request("POST", "/open", authorized("authorization", "Bearer key\0"), .refused(401)),
    Request("POST", "//call/Search", authorized, .refused(404)),
    Request("POST", "/open", authorized, .errand("open")),
    Request("POST", "/saved/add", authorized, .errand("saved/add")),
    Request("POST", "/saved", authorized, .refused(404)),
    Request("POST", "/survey", authorized, .survey),
    // Without the key, or with another one.
    Request("POST", "/call/Search", json, .refused(401)),
    Request("POST", "/call/Search", authorized("authorization", "Bearer kez"), .refused(401)),
    Request("POST", "/call/Search", authorized("authorization", "Bearer keyy"), .refused(401)),
    Request("POST", "/call/Search", authorized("authorization", "key"), .refused(401)),
    Request("POST", "/call/Search", authorized("authorization", nil), .refused(401)),
    Request("POST", "/open", json, .refused(401)), Request("POST", "/survey", json, .refused(401)),
    Request("POST", "/saved/list", json, .refused(401)),
    // From a form, which another page could send.
    Request("POST", "/call/Search", authorized("content-type", "text/plain"), .refused(415)),
    // To another name for this address, which another page could have.
    Request("GET", "/", ["host": "localhost:4711"], .refused(421)),
    Request("GET", "/", ["host": "127.0.0.1"], .refused(421)),
    Request("GET", "/", ["host": "evil.test:4711"], .refused(421)),
    Request("GET", "/", ["host": nil], .refused(421)),
    // From another page.
    Request("POST", "/call/Search", authorized("origin", "http://evil.test"), .refused(403)),
    Request("POST", "/call/Search", authorized("origin", "null"), .refused(403)),
    Request("POST", "/call/Search", authorized("origin", nil), .refused(403)),
    Request("POST", "/call/Search", authorized("origin", "http://127.0.0.1:4711"), .call("Search")),
    Request("POST", "/call/Search", authorized("sec-fetch-site", "same-site"), .refused(403)),
    Request("GET", "/", ["sec-fetch-site": "cross-site"], .refused(403)),
  ]

  @Test(arguments: requests)
  func `Only requests of the own page are answered`(asked: Request) {
    var gate = gate
    #expect(decide(request(asked.method, asked.path, asked.fields), in: &gate) == asked.decision)
  }

  @Test func `A body may have 64 KiB`() {
    var gate = gate
    let fits = request(
      "POST", "/call/Search", Self.authorized, body: String(repeating: "a", count: 65_536))
    #expect(decide(fits, in: &gate) == .call("Search"))
    let long = request(
      "POST", "/call/Search", Self.authorized, body: String(repeating: "a", count: 65_537))
    #expect(decide(long, in: &gate) == .refused(413))
  }

  @Test func `The code gives the key once, and a second use is noticed`() {
    var gate = gate
    #expect(decide(request("POST", "/key", Self.json, body: "other"), in: &gate) == .refused(401))
    #expect(
      decide(request("POST", "/key", Self.json, body: "code"), in: &gate, after: .seconds(59))
        == .key("key"))
    #expect(decide(request("POST", "/key", Self.json, body: "wrong"), in: &gate) == .refused(401))
    #expect(!gate.isBetrayed)
    #expect(decide(request("POST", "/key", Self.json, body: "code"), in: &gate) == .refused(410))
    #expect(gate.isBetrayed)
    // Whoever has the key now gets nothing any more.
    #expect(decide(request("POST", "/call/Search", Self.authorized), in: &gate) == .refused(410))
    #expect(decide(request("GET", "/"), in: &gate) == .refused(410))
  }

  @Test func `Nothing reaches the daemon before the first yes`() {
    var gate = gate
    gate.isFirst = true
    #expect(decide(request("POST", "/call/Search", Self.authorized), in: &gate) == .refused(409))
    #expect(decide(request("POST", "/follow/Status", Self.authorized), in: &gate) == .refused(409))
    #expect(decide(request("POST", "/call/Search", Self.json), in: &gate) == .refused(401))
    #expect(decide(request("POST", "/survey", Self.authorized), in: &gate) == .survey)
    #expect(decide(request("POST", "/begin", Self.authorized), in: &gate) == .errand("begin"))
    gate.isFirst = false
    #expect(decide(request("POST", "/call/Search", Self.authorized), in: &gate) == .call("Search"))
  }

  @Test func `The code is too old after a minute`() {
    var gate = gate
    #expect(
      decide(request("POST", "/key", Self.json, body: "code"), in: &gate, after: .seconds(60))
        == .refused(410))
    #expect(!gate.isBetrayed)
  }
}
