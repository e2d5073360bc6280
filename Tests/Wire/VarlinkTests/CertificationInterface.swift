import Synchronization

@testable import Varlink

/// The server of `org.varlink.certification`: every call must be in order, and must have the values
/// of the reply before it.
struct CertificationInterface: VarlinkInterface {
  /// A value without fields: `()` in the interface.
  typealias Empty = NoParameters

  struct Client: Codable {
    var client_id: String
  }

  /// The parameters of all methods but the last two; each has some of them.
  struct Values: Codable, Equatable {
    var client_id: String?
    var bool: Bool?
    var int: Int?
    var float: Double?
    var string: String?
    var `struct`: Simple?
    var map: [String: String]?
    var set: [String: Empty]?
    var mytype: MyType?
  }

  struct Simple: Codable, Equatable {
    var bool = false
    var int = 2
    var float = Double.pi
    var string = "a lot of string"
  }

  struct MyType: Codable, Equatable {
    struct Object: Codable, Equatable {
      struct Parameters: Codable, Equatable {
        var map: [String: String]
      }

      var method: String
      var parameters: Parameters
    }

    struct Pair: Codable, Equatable {
      var first: Int
      var second: String
    }

    struct Anonymous: Codable, Equatable {
      var foo: Bool
      var bar: Bool
    }

    struct Interface: Codable, Equatable {
      var foo: [[String: String]?]?
      var anon: Anonymous
    }

    var object: Object
    var `enum`: String
    var `struct`: Pair
    var array: [String]
    var dictionary: [String: String]
    var stringset: [String: Empty]
    var nullable: String?
    var nullable_array_struct: [Pair]?
    var interface: Interface

    static let sample = MyType(
      object: Object(
        method: "org.example.any", parameters: Object.Parameters(map: ["a": "A", "b": "B"])),
      enum: "two", struct: Pair(first: 1, second: "2"), array: ["x", "y"],
      dictionary: ["k": "v"], stringset: ["one": Empty(), "two": Empty()],
      interface: Interface(
        foo: [nil, ["k": "foo"], nil, ["l": "bar"]], anon: Anonymous(foo: true, bar: false)))
  }

  let name = "org.varlink.certification"
  /// The description is part of the client's package.
  let description: String
  /// The next call of each client.
  private let progress = Progress()

  private final class Progress: Sendable {
    let next = Mutex<[String: Int]>([:])
  }

  private static let replies = (1...10).map { "Reply number \($0)" }

  /// The parameters and the reply of each method, in order.
  private static var steps: [(takes: Values, gives: Values)] {
    let chain = [
      Values(), Values(bool: true), Values(int: 1), Values(float: 1), Values(string: "ping"),
      Values(bool: false, int: 2, float: .pi, string: "a lot of string"),
      Values(struct: Simple()), Values(map: ["foo": "Foo", "bar": "Bar"]),
      Values(set: ["one": Empty(), "two": Empty(), "three": Empty()]),
      Values(mytype: .sample),
    ]
    return zip(chain, chain.dropFirst()).map { ($0, $1) }
  }

  func answer(_ call: VarlinkCall) async throws -> Bool {
    switch call.method {
    case "Start":
      let client = progress.next.withLock { next in
        let client = "client \(next.count)"
        next[client] = 1
        return client
      }
      try await call.reply(Client(client_id: client))
    case "Test10":
      var values = try call.parameters(Values.self)
      try advance(call, &values, as: 10)
      guard call.wantsMore, values == Values(mytype: .sample) else { throw wrong(call) }
      for (number, text) in Self.replies.enumerated() {
        try await call.reply(Values(string: text), continues: number < Self.replies.count - 1)
      }
    case "Test11":
      struct Replies: Decodable {
        var client_id: String
        var last_more_replies: [String]
      }
      let replies = try call.parameters(Replies.self)
      guard call.isOneway, replies.last_more_replies == Self.replies else { throw wrong(call) }
      var values = Values(client_id: replies.client_id)
      try advance(call, &values, as: 11)
      try await call.reply(Empty())
    case "End":
      var values = try call.parameters(Values.self)
      try advance(call, &values, as: 12)
      try await call.reply(["all_ok": true])
    default:
      guard call.method.hasPrefix("Test0"), let number = Int(call.method.suffix(1)),
        Self.steps.indices.contains(number - 1)
      else { return false }
      var values = try call.parameters(Values.self)
      try advance(call, &values, as: number)
      guard values == Self.steps[number - 1].takes else { throw wrong(call) }
      try await call.reply(Self.steps[number - 1].gives)
    }
    return true
  }

  /// Compares a call with the next call of its client, and returns the client's name.
  private func advance(_ call: VarlinkCall, _ values: inout Values, as number: Int) throws {
    let client = values.client_id ?? ""
    values.client_id = nil
    let isNext = progress.next.withLock { next in
      guard next[client] == number else { return false }
      next[client] = number + 1
      return true
    }
    if !isNext { throw wrong(call) }
  }

  private func wrong(_ call: VarlinkCall) -> VarlinkError {
    VarlinkError("\(name).CertificationError", ["wants": ["": ""], "got": ["method": call.method]])
  }
}
