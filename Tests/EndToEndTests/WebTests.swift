import Foundation
import LinuxSystem
import TestSupport
import Testing

/// The server of the page, as a browser and as a stranger meet it.
///
/// `make test-web` has a real browser.
@Suite(.timeLimit(.minutes(15)))
struct WebTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("heron.txt").write("A heron stands in the reeds.\n")
    _ = try daemon.listed()
  }

  /// A server of the page.
  private struct Page {
    let base: String
    let code: String
    let environment: [String]

    /// Runs `sitta web`, and reads the address.
    init(_ daemon: RunningDaemon, _ query: [String] = [], environment: [String] = []) throws {
      self.environment = environment
      let words = ["--socket", "\(daemon.socket)", "web", "--print"] + query
      let variables =
        ["HOME=\(daemon.home.path)", "PATH=\(daemon.home["bin"]):/usr/bin:/bin"] + environment
      let report = try ChildProcess.run(
        ChildProcess.Command(
          Binary.sitta.path, words.map { Array($0.utf8) },
          environment: variables.map { Array($0.utf8) }), until: .now + .seconds(60))
      try #require(report.ending == .exited(0), "\(report.errorText)")
      let parts = report.outputText.split(separator: "\n")[0].components(separatedBy: "/#c=")
      (base, code) = (parts[0], parts[1])
    }

    /// The status code and the body of an answer.
    func ask(_ path: String, _ options: String...) throws -> (status: String, body: String) {
      let curl = try #require(FilePath(absolute: "/usr/bin/curl"))
      let words = ["-s", "-m", "60", "-w", "\n%{http_code}", "\(base)\(path)"] + options
      // What follows a status ends by the time limit of curl.
      let output = try ChildProcess.run(
        ChildProcess.Command(curl, words.map { Array($0.utf8) }), until: .now + .seconds(90)
      ).outputText
      let end = output.lastIndex(of: "\n") ?? output.startIndex
      return (String(output[output.index(after: end)...]), String(output[..<end]))
    }

    /// What a page gets that calls the server.
    func call(_ path: String, _ body: String, key: String?) throws -> (status: String, body: String)
    {
      let authorization = key.map { "Authorization: Bearer \($0)" } ?? "X: x"
      return try ask(path, "-H", "Content-Type: application/json", "-H", authorization, "-d", body)
    }

    /// Trades the code for the key.
    func enter() throws -> [String: Any] {
      let (status, body) = try call("/key", "{\"code\":\"\(code)\"}", key: nil)
      try #require(status == "200", "\(status) \(body)")
      return try #require(
        JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
    }

    /// Uses the code once more, which ends the server; it would stay for half an hour.
    func end() { _ = try? call("/key", "{\"code\":\"\(code)\"}", key: nil) }

    func key() throws -> String { try #require(enter()["key"] as? String) }
  }

  @Test func `The page searches, reads and follows with its key`() throws {
    let page = try Page(daemon, ["two", "words"])
    defer { page.end() }
    let (status, body) = try page.ask("/")
    #expect(status == "200" && body.contains("<script type=\"module\""))
    let entrance = try page.enter()
    #expect(entrance["home"] as? String == "\(daemon.home.path)")
    #expect(entrance["query"] as? String == "two words" && entrance["first"] as? Bool == false)
    let key = try #require(entrance["key"] as? String)
    let found = try page.call("/call/Search", #"{"query":"heron"}"#, key: key)
    #expect(found.status == "200" && found.body.contains("heron.txt"))
    let counted = try page.call(
      "/call/Count", #"{"query":"heron","facets":["type"],"sizes":true}"#, key: key)
    #expect(counted.body.contains(#""bytes":29"#), "\(counted.body)")
    let usage = try page.call("/call/Usage", "{}", key: key)
    #expect(usage.body.contains("cpuSeconds"), "\(usage.body)")
    // An error of the daemon is an answer, and one of the page a refusal.
    #expect(try page.call("/call/Search", #"{"query":"\"a"}"#, key: key).status == "200")
    #expect(try page.call("/call/Search", #"{"query":7}"#, key: key).status == "400")
    let followed = try page.ask(
      "/follow/Status", "-H", "Content-Type: application/json", "-H",
      "Authorization: Bearer \(key)", "-d", "{}", "-N", "-m", "20")
    #expect(followed.body.contains("\"documents\":1"), "\(followed)")
  }

  @Test func `Whoever does not have the key gets nothing`() throws {
    let page = try Page(daemon)
    defer { page.end() }
    let search = #"{"query":"heron"}"#
    let port = try #require(page.base.split(separator: ":").last)
    #expect(try page.ask("/", "-H", "Host: localhost:\(port)").status == "421")
    #expect(try page.ask("/", "-H", "Host: evil.test").status == "421")
    #expect(try page.ask("/", "-H", "Origin: http://evil.test").status == "403")
    #expect(try page.ask("/", "-H", "Sec-Fetch-Site: cross-site").status == "403")
    #expect(try page.ask("/../../etc/passwd", "--path-as-is").status == "404")
    let refused = try page.ask("/", "-X", "TRACE", "-D", "-", "-o", "/dev/null")
    #expect(refused.status == "405" && refused.body.contains("Allow: GET, POST"))
    #expect(try page.call("/call/Search", search, key: nil).status == "401")
    #expect(try page.call("/call/Search", search, key: "x").status == "401")
    #expect(try page.call("/saved/list", "{}", key: nil).status == "401")
    #expect(try page.call("/survey", #"{"roots":[]}"#, key: nil).status == "401")
    let key = try page.key()
    #expect(try page.call("/call/Forget", #"{"path":"/"}"#, key: key).status == "404")
    #expect(try page.call("/follow/Search", search, key: key).status == "404")
    let long = "{\"query\":\"\(String(repeating: "a", count: 70_000))\"}"
    #expect(try page.call("/call/Search", long, key: key).status == "413")
    let header = try page.ask("/", "-D", "-", "-o", "/dev/null").body
    #expect(header.contains("default-src 'none'") && header.contains("Cache-Control: no-store"))
    // Somebody else has used the code: the page is told, and the server ends.
    #expect(try page.call("/key", "{\"code\":\"\(page.code)\"}", key: nil).status == "410")
    try daemon.wait { try page.ask("/").status == "000" }
  }

  @Test func `Searches are saved as files that a person can read`() throws {
    let page = try Page(daemon)
    defer { page.end() }
    let key = try page.key()
    #expect(try page.call("/saved/list", "{}", key: key).body == #"{"searches":[]}"#)
    let saved = #"{"name":"Birds","query":"heron OR bittern","sort":"date","pinned":true}"#
    #expect(try page.call("/saved/add", saved, key: key).body == "{}")
    let file = daemon.home[".config/sitta/searches.d/Birds.conf"]
    #expect(try file.text().contains("Query=heron OR bittern\nSort=date\nPinned=yes\n"))
    #expect(try FileStatus(of: file).permissions == 0o600)
    let listed = try page.call("/saved/list", "{}", key: key).body
    #expect(listed.contains(#""name":"Birds""#) && listed.contains(#""pinned":true"#))
    let bad = try page.call(
      "/saved/add", #"{"name":"../x","query":"a","pinned":false}"#, key: key)
    #expect(bad.body.contains("cannot be a name"), "\(bad.body)")
    #expect(try page.call("/saved/remove", #"{"name":"Birds"}"#, key: key).body == "{}")
    #expect(!file.exists)
  }

  @Test func `A document is opened by the desktop`() throws {
    try daemon.home["bin/xdg-open"].makeParentAndWriteProgram(
      "echo \"$1\" > \(daemon.home["opened"])")
    let page = try Page(daemon)
    defer { page.end() }
    let key = try page.key()
    let uri = daemon.files.appending("heron.txt").uri
    let body = "{\"uri\":\"\(uri)\",\"query\":\"heron\",\"reveal\":false}"
    let opened = try page.call("/open", body, key: key).body
    #expect(opened == "{}", "\(opened)")
    #expect(try daemon.home["opened"].text() == "\(daemon.files)/heron.txt\n")
    let other = #"{"uri":"file:///etc/passwd","query":"heron","reveal":false}"#
    #expect(try page.call("/open", other, key: key).body.contains("failure"))
  }

  @Test func `Folders are surveyed before the first index`() throws {
    try daemon.home["new/a/b.txt"].write("12345")
    try daemon.home["new/.cache/c.txt"].write("1")
    let page = try Page(daemon)
    defer { page.end() }
    let key = try page.key()
    let (status, body) = try page.call(
      "/survey", "{\"roots\":[\"\(daemon.home["new"])\"]}", key: key)
    #expect(status == "200")
    let last = try #require(body.split(separator: "\n").last)
    #expect(last.contains("\"done\":true") && last.contains("\"documents\":1"), "\(last)")
    #expect(last.contains(#"{"count":1,"rule":"hidden"}"#), "\(last)")
  }
}

extension FilePath {
  fileprivate func makeParentAndWriteProgram(_ script: String) throws {
    try parent.makeDirectory()
    try writeProgram("#!/bin/sh\n\(script)\n")
  }
}
