import LinuxSystem
import SearchIndex
import TestSupport
import Testing

@testable import Configuration

struct RankingOptionsTests {
  private func read(_ text: String) throws -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    try ConfigurationReader(home: "/home/a").parse(
      Array("[Ranking]\n\(text)\n".utf8), named: "f", into: &configuration)
    return configuration
  }

  private func parse(_ text: String) throws -> RankingWeights { try read(text).weights }

  @Test func `Each place has its weight`() throws {
    #expect(try parse("") == RankingWeights())
    var weights = RankingWeights()
    (weights.title, weights.name, weights.wholeTitle, weights.body) = (3, 0.5, 0, 1_000_000)
    (weights.depth, weights.opened) = (1, 0.25)
    let lines = "Title=3\nName=0.5\nWholeTitle=0\nBody=1000000\nDepth=1\nOpened=0.25"
    #expect(try parse(lines) == weights)
  }

  @Test(arguments: ConfigurationOption.formerRanking.sorted())
  func `An option of former versions is ignored with a warning`(key: String) throws {
    #expect(!ConfigurationOption.all.contains { $0.key == key })
    let configuration = try read("Title=3\n\(key)=9\nName=2")
    #expect(configuration.weights.title == 3)
    #expect(configuration.weights.name == 2)
    let source = ConfigurationSource(
      home: "/", file: "/f", folders: [], roots: ["/"], logLevel: nil)
    let warning =
      "f, line 3: \(key)= is ignored. It is a fixed part of the ranking now; remove the line."
    #expect(source.warnings(about: configuration).first == warning)
  }

  @Test(arguments: ["", "x", "-1", "1000001", "nan", "inf", "1,5"])
  func `What is no weight is refused`(value: String) {
    #expect(throws: ConfigurationError.self) { try parse("Title=\(value)") }
  }
}
