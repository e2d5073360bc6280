import Testing

@testable import WebServing

/// What the page can have done outside of its server.
struct WebErrandTests {
  private func arguments(_ name: String, _ body: String) -> [String]? {
    WebErrand(name, Array(body.utf8))?.arguments.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    (
      "open", #"{"uri":"file:///a%20b","query":"-x --y","reveal":true}"#,
      ["open", "--prefixes", "last", "--file=file:///a%20b", "--reveal", "--", "-x --y"]
    ),
    ("saved/list", "{}", ["saved", "--json"]),
    (
      "saved/add", #"{"name":"--pin","query":"--help","sort":"date","pinned":true}"#,
      ["saved", "--name=--pin", "--sort=date", "--pin", "--", "add", "--help"]
    ),
    ("saved/remove", #"{"name":"--name=x"}"#, ["saved", "--", "remove", "--name=x"]),
    (
      "begin", #"{"roots":["/home/me/--at-login"],"atLogin":false}"#,
      ["setup", "--", "/home/me/--at-login"]
    ),
    ("begin", #"{"roots":[],"atLogin":true}"#, ["setup", "--at-login", "--"]),
  ])
  func `No text of the page is an option`(name: String, body: String, expected: [String]) {
    #expect(arguments(name, body) == expected)
  }

  @Test(arguments: [
    ("open", #"{"uri":"http://evil.test/","query":"","reveal":false}"#),
    ("open", #"{"uri":"file://host/a","query":"","reveal":false}"#),
    ("open", #"{"uri":"--help","query":"","reveal":false}"#), ("open", "{}"), ("open", ""),
    ("saved/add", #"{"name":"a","query":"","pinned":false}"#),
    ("saved/add", #"{"name":"a","query":"b","sort":"--x","pinned":false}"#),
    ("saved/remove", #"{"name":""}"#), ("begin", #"{"roots":["a"],"atLogin":false}"#),
    ("rebuild", "{}"),
  ])
  func `Other requests are refused`(name: String, body: String) {
    #expect(WebErrand(name, Array(body.utf8)) == nil)
  }

  @Test func `The answer has the searches, or the failure`() {
    func answer(_ errand: WebErrand, _ outcome: WebErrand.Outcome) -> String {
      String(decoding: errand.answer(outcome), as: UTF8.self)
    }
    #expect(
      answer(.saved, .init(lines: [#"{"a":1}"#, #"{"b":2}"#])) == #"{"searches":[{"a":1},{"b":2}]}"#
    )
    #expect(answer(.saved, .init(lines: [])) == #"{"searches":[]}"#)
    #expect(answer(.saved, .init(failure: "no")) == #"{"failure":"no"}"#)
    #expect(answer(.forget(.init(name: "a")), .init()) == "{}")
  }
}
