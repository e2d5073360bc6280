import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

/// Numbers and words with hyphens are found however they are written.
struct NumberSearchTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.fill()
    for (name, text) in [
      ("plain", "the budget is 342000 euros"), ("comma", "the budget is 342,000 euros"),
      ("dot", "das Budget ist 342.000,00 Euro"), ("blank", "le budget est 342 000 euros"),
      ("apart", "342 sheep and 000 wolves"),
      ("phone", "call 0478550192 today"), ("pairs", "call 04 78 55 01 92 today"),
      ("iso", "report of 2024-03-05 about wool"), ("german", "Bericht vom 05.03.2024 wool"),
      ("hyphen", "our Wi-Fi is open"), ("joined", "our wifi is open"), ("name", "our WiFi is open"),
      ("cable", "an RS-485 cable"), ("cord", "an rs485 cable"),
      ("version", "release 3.08 of the tool"), ("other", "release 3 of 08 tools"),
    ] { try index.put("/\(name)", text) }
    try index.writer.commit()
  }

  private func full(_ query: String) throws -> Set<String> {
    Set(try index.ranked(query).filter { !$0.contains(" -") })
  }

  @Test(arguments: ["342000", "342,000", "342.000", "342 000", "342'000", "342.000,00"])
  func `An amount`(query: String) throws {
    let all: Set = ["/plain", "/comma", "/dot", "/blank"]
    #expect(try full(query).isSuperset(of: all))
    #expect(try index.ranked(query).prefix(4).allSatisfy { all.contains($0) })
  }

  @Test(arguments: ["0478550192", "04 78 55 01 92", "04.78.55.01.92", "04-78-55-01-92"])
  func `A telephone number`(query: String) throws {
    #expect(try full(query) == ["/phone", "/pairs"])
  }

  @Test(arguments: ["2024-03-05", "05.03.2024", "5.3.2024", "5/3/2024"])
  func `A date`(query: String) throws {
    #expect(try full(query).isSuperset(of: ["/iso", "/german"]))
  }

  @Test(arguments: ["March 2024", "März 2024", "2024 mars", "wool марта 2024"])
  func `A month in words`(query: String) throws {
    #expect(try full(query).isSuperset(of: ["/iso", "/german"]))
  }

  @Test(arguments: [
    ("wifi", ["/hyphen", "/joined", "/name"]), ("Wi-Fi", ["/hyphen", "/joined", "/name"]),
    ("WiFi", ["/hyphen", "/joined", "/name"]), ("+wi-fi", ["/hyphen", "/joined", "/name"]),
    ("rs485", ["/cable", "/cord"]), ("RS-485", ["/cable", "/cord"]),
  ])
  func `A word with hyphens`(query: String, paths: [String]) throws {
    #expect(try full(query).isSuperset(of: paths))
  }

  @Test func `The parts of a number come after the number`() throws {
    #expect(try index.ranked("3.08").first == "/version")
    // Nothing has the whole, so its parts are searched.
    #expect(try index.ranked("08.3").first != nil)
  }

  @Test func `A condition finds the other forms as well`() throws {
    #expect(try full("+342000").isSuperset(of: ["/plain", "/comma", "/dot", "/blank"]))
    #expect(try full("342000 -le") == ["/plain", "/comma", "/dot"])
    #expect(try full("\"342000\"") == ["/plain"])
    #expect(try full("=342000") == ["/plain"])
  }

  @Test func `Of many numbers only the first ones have other forms`() throws {
    let many = (0..<40).map { "\(7_654_321_000 + $0)" }.joined(separator: " ")
    func paths(_ query: String) throws -> [String] {
      try index.rank(query).hits.map { "\($0.document.path)" }
    }
    #expect(try paths("342000 \(many)").contains("/comma"))
    #expect(try !paths("\(many) 342000").contains("/comma"))
  }

  @Test func `A number is marked in the snippet`() throws {
    let page = try index.rank("342000") { $0.snippetWords = 8 }
    let comma = try #require(page.hits.first { $0.document.path == "/comma" })
    #expect(comma.passages.first?.snippet.text.contains("342,000") == true)
  }
}
