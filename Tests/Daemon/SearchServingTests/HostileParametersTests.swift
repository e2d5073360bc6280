import IndexStorage
import LinuxSystem
import Meaning
import SearchInterface
import TestSupport
import Testing
import VarlinkInterface

@testable import SearchServing

/// Extreme numbers in each parameter of each method: a reply or an error comes, and the service goes on.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct HostileParametersTests {
  /// JSON numbers of all kinds; 64 bits hold the fewest of them.
  private static let tokens = [
    "0", "1", "-1", "2", "100", "2147483647", "2147483648", "-2147483648", "4294967295",
    "9007199254740993", "281474976710656", "281474976710657", "4611686018427387904",
    "9223372036854775806", "9223372036854775807", "-9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551615", "340282366920938463463374607431768211456",
    "0.5", "-0.0", "1e3", "1e18", "1e19", "1e308", "-1e308", "1e400", "-1e400", "1e-400",
  ]

  /// The parameters of a method with all of its numbers.
  private struct Call {
    let method: String
    let parameters: JSONText
    var wantsMore = false
    /// The error with which the call is answered as it is; nil for none.
    var error: String?
  }

  private static func calls(_ service: LiveService, _ client: SearchClient) throws -> [Call] {
    let synced = try client.sync(.init()).clock
    let clock = JSONText.object([
      ("index", .string(synced.index)), ("sequence", .int(synced.sequence)),
    ])
    let uri = try #require(try client.list(.init()).documents.first?.uri)
    let reply = try client.statistics(.init(query: "peer"))
    let real = try #require(reply.statistics)
    #expect(!real.counts.isEmpty && !real.folders.isEmpty)
    let statistics = JSONText.object([
      ("documents", .int(real.documents)), ("tokens", .int(real.tokens)),
      ("terms", .string(real.terms)), ("counts", .array(real.counts.map(JSONText.int))),
      ("folders", .array(real.folders.map(JSONText.int))),
      ("inFields", .array(real.inFields.map(JSONText.bool))), ("common", .string(real.common)),
      ("branches", .bool(real.branches)), ("full", .int(real.full)),
      ("languages", .array(real.languages.map(JSONText.string))),
    ])
    let words = JSONText.array(
      ["peer", "pear", "pears"].map { .object([("word", .string($0)), ("documents", .int(1))]) })
    let numbers = JSONText.array([.object([("first", .int(1)), ("last", .int(9))])])
    let query = (name: "query", value: JSONText.string("peer"))
    let facets = (name: "facets", value: JSONText.array([.string("folder"), .string("year")]))
    let page: [(name: String, value: JSONText)] = [
      ("limit", .int(3)), ("offset", .int(0)), ("snippetWords", .int(9)), ("deadline", .int(500)),
      ("facetValues", .int(3)), ("passages", .int(2)),
    ]
    return [
      Call(method: "Search", parameters: .object([query, facets] + page + [("since", clock)])),
      Call(
        method: "Search",
        parameters: .object([query, facets] + page + [("documents", .array([.int(1), .int(2)]))])),
      Call(method: "Search", parameters: .object([query] + page + [("statistics", statistics)])),
      Call(
        method: "Search",
        parameters: .object(
          [query] + page + [("statistics", statistics), ("documents", .array([.int(1)]))])),
      Call(method: "Statistics", parameters: .object([query, ("deadline", .int(500))])),
      Call(
        method: "Statistics",
        parameters: .object([query, ("deadline", .int(500)), ("correction", .bool(true))])),
      Call(
        method: "Statistics",
        parameters: .object([
          query, ("deadline", .int(500)), ("correction", .bool(true)), ("words", words),
          ("statistics", statistics),
        ])),
      Call(
        method: "Count",
        parameters: .object([
          query, facets, ("deadline", .int(500)), ("facetValues", .int(2)), ("since", clock),
        ])),
      Call(
        method: "Subscribe",
        parameters: .object([query, ("limit", .int(2)), ("snippetWords", .int(3))]),
        wantsMore: true),
      Call(method: "Suggest", parameters: .object([("text", .string("pea")), ("limit", .int(3))])),
      Call(
        method: "List",
        parameters: .object([("after", .int(0)), ("limit", .int(2)), ("since", clock)])),
      Call(method: "List", parameters: .object([("after", .int(0)), ("limit", .int(2))])),
      Call(
        method: "Changes",
        parameters: .object([("since", clock), ("limit", .int(2)), ("consumer", .string("c"))])),
      Call(
        method: "Changes",
        parameters: .object([
          ("folders", numbers), ("documents", numbers), ("limit", .int(2)),
        ])),
      Call(
        method: "ConfirmChanges",
        parameters: .object([("consumer", .string("c")), ("clock", clock)])),
      Call(
        method: "Read",
        parameters: .object([
          ("uri", .string(uri)), ("line", .int(1)), ("lines", .int(2)), ("bytes", .int(99)),
        ])),
      Call(
        method: "Similar",
        parameters: .object([
          ("uri", .string(uri)), query, ("limit", .int(3)), ("snippetWords", .int(2)),
          ("deadline", .int(500)),
        ])),
      // The document is a text, of which no page is drawn.
      Call(
        method: "Draw",
        parameters: .object([("uri", .string(uri)), ("page", .int(1)), ("width", .int(200))]),
        error: "NoPicture"),
      Call(method: "QueryStatistics", parameters: .object([("limit", .int(3))])),
      Call(method: "Sync", parameters: .object([("timeout", .int(10_000))])),
    ]
  }

  /// Sends a call on a connection of its own.
  ///
  /// - Returns: the beginning of the first reply; nil if the connection was closed without one.
  private func reply(
    to call: Call, _ parameters: String, _ service: LiveService
  ) throws -> String? {
    let connection = try service.connection()
    let message = """
      {"method":"io.sitta.Search.\(call.method)","parameters":\(parameters)\
      \(call.wantsMore ? ",\"more\":true" : "")}
      """
    try connection.write(Array(message.utf8) + [0])
    var bytes: [UInt8] = []
    while !bytes.contains(0) {
      guard try connection.waitUntilReadable(timeout: .seconds(60)) else { return nil }
      let count = try connection.readAvailable(upTo: 1 << 16, to: &bytes)
      if count == 0 { return nil }
    }
    return String(decoding: bytes.prefix(200), as: UTF8.self)
  }

  @Test func `Each number of each method may be anything`() async throws {
    let folder = try TemporaryDirectory()
    try folder["table"].write(VectorTableFile.household)
    let text = try TextSettings(meaning: VectorTable(folder["table"]))
    try await LiveService.run(text: text) { service, client in
      try service.write("a/peer.txt", "pear pears car repair bill\n")
      try service.write("b/c.txt", "peer pear\nand peers")
      _ = try client.sync(.init())
      var covered: Set<String> = []
      for call in try Self.calls(service, client) {
        let first = try reply(to: call, call.parameters.text, service)
        let isAsExpected = first.map {
          $0.contains(call.error ?? "\"error\"") == (call.error != nil)
        }
        #expect(isAsExpected == true, "\(call.method): \(first ?? "closed")")
        for path in call.parameters.numbers {
          covered.insert("\(call.method).\(path)")
          for token in Self.tokens {
            let parameters = call.parameters.replacing(path, by: token).text
            let reply = try reply(to: call, parameters, service)
            #expect(reply != nil, "\(call.method) \(parameters)")
            #expect(reply?.hasPrefix("{") == true)
          }
        }
      }
      let declared = try Self.declaredNumbers()
      #expect(declared.subtracting(covered) == [], "These parameters are not tried.")
      #expect(try client.count(.init(query: "pear")).count == 2)
    }
  }

  @Test func `Numbers and dates in queries and times may be anything`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "pear")
      _ = try client.sync(.init())
      let numbers = Self.tokens + ["99999999999999999999999", "9e99", "9999-99-99", "292277026596"]
      for number in numbers {
        for form in [
          "size:>\(number)", "size:<\(number)g", "pages:>\(number)", "modified:\(number)",
          "modified:\(number)d", "created:>\(number)years", "created:\(number)..\(number)",
          "before:\(number)", "NEAR(a b, \(number))", "a NEAR/\(number) b", "\(number)",
          "lang:\(number)", "older_than:\(number)y",
        ] {
          do throws {
            _ = try client.search(.init(query: "pear \(form)"))
          } catch let failure as SearchFailure {
            guard case .invalidQuery = failure else { throw failure }
          }
        }
        #expect(throws: (any Error).self) { try client.pause(.init(until: number)) { _ in } }
        #expect(throws: (any Error).self) {
          try client.pause(.init(until: "\(number)-01-01T00:00:00Z")) { _ in }
        }
      }
      #expect(try client.count(.init(query: "pear")).count == 1)
    }
  }

  /// The paths of the numbers that the interface declares as parameters.
  private static func declaredNumbers() throws -> Set<String> {
    let interface = try InterfaceDescription(SearchInterfaceDescription.text)
    let types = Dictionary(
      interface.declarations.map { ($0.name, $0.body) }, uniquingKeysWith: { first, _ in first })
    func numbers(in type: InterfaceDescription.ValueType) -> [String] {
      switch type {
      case .int, .float: [""]
      case .bool, .string, .object: []
      case .optional(let inner): numbers(in: inner)
      case .array(let inner), .dictionary(let inner):
        numbers(in: inner).map { $0.isEmpty || $0.hasPrefix("[") ? "[]\($0)" : "[].\($0)" }
      case .named(let name):
        if case .structure(let fields)? = types[name] { numbers(in: fields) } else { [] }
      }
    }
    func numbers(in fields: [InterfaceDescription.Field]) -> [String] {
      fields.flatMap { field in
        numbers(in: field.type).map {
          $0.isEmpty || $0.hasPrefix("[") ? field.name + $0 : "\(field.name).\($0)"
        }
      }
    }
    var paths: Set<String> = []
    for declaration in interface.declarations {
      guard case .method(let parameters, _) = declaration.body else { continue }
      for path in numbers(in: parameters) { paths.insert("\(declaration.name).\(path)") }
    }
    return paths
  }
}
