import FoundationEssentials
import SearchInterface
import Testing

struct MessageTests {
  @Test(arguments: Sample.all.map(\.name))
  func `A message is unchanged after encoding and decoding`(name: String) throws {
    func comesBack<Message: Codable & Equatable>(_ message: Message) throws -> Bool {
      try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(message)) == message
    }
    let message = try #require(Sample.all.first { $0.name == name }?.message)
    #expect(try comesBack(message))
  }

  @Test func `An optional field may be missing`() throws {
    func parameters<Message: Decodable>(_ type: Message.Type, _ json: String) throws -> Message {
      try JSONDecoder().decode(type, from: Data(json.utf8))
    }
    let search = try parameters(SearchMethod.Parameters.self, #"{"query":"a"}"#)
    #expect(search == SearchMethod.Parameters(query: "a"))
    #expect(try parameters(ListMethod.Parameters.self, "{}") == ListMethod.Parameters())
    #expect(try parameters(SyncMethod.Parameters.self, "{}") == SyncMethod.Parameters())
    #expect(
      try parameters(SearchMethod.Parameters.self, #"{"query":"a","limit":null,"new":1}"#) == search
    )
    #expect(throws: DecodingError.self) { try parameters(SearchMethod.Parameters.self, "{}") }
  }

  @Test func `A field that is nil is not sent`() throws {
    var document = Sample.document
    document.path = nil
    document.title = nil
    document.note = nil
    let json = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
    for field in ["path", "title", "note", "null"] { #expect(!json.contains(field), "\(json)") }
  }
}
