import LinuxSystem
import SearchIndex
import TestSupport
import Testing

@testable import Configuration

struct RankingOptionsTests {
  private func parse(_ text: String) throws -> RankingWeights {
    var configuration = ServiceConfiguration()
    try ConfigurationReader(home: "/home/a").parse(
      Array("[Ranking]\n\(text)\n".utf8), named: "f", into: &configuration)
    return configuration.weights
  }

  @Test func `Each place has its weight`() throws {
    #expect(try parse("") == RankingWeights())
    var weights = RankingWeights()
    (weights.title, weights.name, weights.tags, weights.body) = (3, 0.5, 0, 1_000_000)
    weights.opened = 0.25
    #expect(try parse("Title=3\nName=0.5\nTags=0\nBody=1000000\nOpened=0.25") == weights)
  }

  @Test(arguments: ["", "x", "-1", "1000001", "nan", "inf", "1,5"])
  func `What is no weight is refused`(value: String) {
    #expect(throws: ConfigurationError.self) { try parse("Title=\(value)") }
  }
}
