import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import SearchServing

/// `Read`, from the call to the reply.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ReadTests {
  @Test func `Lines of an indexed file are read until the end`() async throws {
    try await LiveService.run { service, client in
      let text = (1...1_000).map { "line \($0)\n" }.joined()
      try service.write("a.txt", text)
      _ = try client.sync(.init())
      var (read, replies, line): (String, Int, Int?) = ("", 0, nil)
      repeat {
        let reply = try client.read(.init(uri: service.files.appending("a.txt").uri, line: line))
        #expect(reply.lines == 1_000 && reply.document.name == "a.txt" && reply.cut == nil)
        #expect(reply.clock == (try client.sync(.init()).clock))
        (read, replies, line) = (read + reply.text, replies + 1, reply.next)
      } while line != nil
      #expect(read == text)
      #expect(replies == 3)
      let near = try client.read(.init(uri: "\(service.files)/a.txt", lines: 10, query: "950"))
      #expect(near.line == 945 && near.text.contains("line 950\n") && near.next == 955)
      // The line says where to begin.
      let both = try client.read(.init(uri: "\(service.files)/a.txt", line: 2, query: "950"))
      #expect(both.line == 2)
    }
  }

  @Test func `A line that is too long is cut, and no reply is larger`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", String(repeating: "ä", count: 50_000) + "\nnext\n")
      _ = try client.sync(.init())
      let reply = try client.read(.init(uri: "\(service.files)/a.txt"))
      #expect(reply.cut == true && reply.text.utf8.count == 32 << 10 && reply.next == 2)
      let little = try client.read(.init(uri: "\(service.files)/a.txt", bytes: 5))
      #expect(little.text == "ää")
    }
  }

  @Test func `A file that is not indexed, or outside, fails in the same way`() async throws {
    try await LiveService.run { service, client in
      for folder in ["in", "out"] { try service.files.appending(folder).makeDirectory() }
      try service.write("in/a.txt", "apple\n")
      try service.write("out/a.txt", "secret\n")
      try service.files.appending("in/link").makeSymbolicLink(
        to: service.files.appending("out/a.txt"))
      try service.files.appending("door").makeSymbolicLink(to: service.files.appending("in"))
      _ = try client.sync(.init())
      let within = ["\(service.files)/in"]
      for name in ["out/a.txt", "in/none", "in", "in/link", "in/../out/a.txt", "door/link"] {
        let path = "\(service.files)/\(name)"
        let shown = FilePath(absolute: path)?.description ?? ""
        #expect(throws: SearchFailure.noSuchDocument(path: shown), "\(name)") {
          try client.read(.init(uri: path, within: within))
        }
      }
      #expect(throws: SearchFailure.noSuchDocument(path: "/etc/passwd")) {
        try client.read(.init(uri: "file:///etc/passwd"))
      }
      for name in ["in/a.txt", "door/a.txt"] {
        let path = "\(service.files)/\(name)"
        #expect(try client.read(.init(uri: path, within: within)).text == "apple\n")
      }
      #expect(try client.read(.init(uri: "\(service.files)/in/link")).text == "secret\n")
    }
  }

  @Test func `Each value out of range is refused`() async throws {
    try await LiveService.run { _, client in
      #expect(throws: SearchFailure.self) { try client.read(.init(uri: "/a", query: "-")) }
      for parameters in [
        ReadMethod.Parameters(uri: "a"), .init(uri: "https://a"), .init(uri: "/a", line: 0),
        .init(uri: "/a", lines: 0), .init(uri: "/a", lines: 401), .init(uri: "/a", bytes: 3),
        .init(uri: "/a", bytes: 32_769), .init(uri: "/a", within: []),
        .init(uri: "/a", within: ["b"]),
      ] {
        let failure = #expect(throws: SearchClient.ConnectionFailure.self) {
          try client.read(parameters)
        }
        #expect(
          failure?.description.contains("org.varlink.service.InvalidParameter") == true,
          "\(parameters)")
      }
    }
  }
}
