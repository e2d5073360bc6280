import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import HostSearch

/// Sums of numbers that hosts have sent.
struct HostileSumTests {
  private static let extremes = [
    Int.min, -1, 0, 1, 1 << 40, 1 << 50, 1 << 62, .max,
  ]

  private func statistics(
    documents: Int = 3, tokens: Int = 30, counts: [Int] = [1], folders: [Int] = [0], full: Int = 1
  ) -> StatisticsMessage {
    StatisticsMessage(
      documents: documents, tokens: tokens, terms: "1", counts: counts, folders: folders,
      inFields: [true], common: "file:///a", branches: false, full: full, languages: [])
  }

  @Test func `Statistics are refused or their sum stays plausible, however many hosts send them`() {
    for number in Self.extremes {
      for message in [
        statistics(documents: number), statistics(tokens: number), statistics(counts: [number]),
        statistics(documents: number, counts: [number]), statistics(folders: [number]),
        statistics(full: number), statistics(documents: number, tokens: number, counts: [number]),
      ] where message.isPlausible {
        let hosts = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ($0, message) })
        let sum = StatisticsMessage.sum(of: hosts, local: nil).sum
        #expect(sum?.isPlausible == true, "\(message)")
      }
    }
    // Plausible numbers also have to fit into a call.
    let many = statistics(documents: 1 << 40, counts: Array(repeating: 1 << 40, count: 20_000))
    #expect(!many.isPlausible)
    #expect(statistics(counts: Array(repeating: 1, count: 4_000)).isPlausible)
  }

  @Test func `Facets have no sum that is too large, and none below zero`() throws {
    let host = try #require(Host(named: "nas"))
    for number in Self.extremes {
      let value = FacetValueMessage(value: "pdf", count: number)
      let facet = FacetMessage(
        field: .type, values: Array(repeating: value, count: 900), others: number)
      let facets = Array(repeating: facet, count: 300)
      let merged = MergedFacets([(host, facets), (host, facets)], limit: 10).facets
      let shown = try #require(merged.first?.values.first)
      #expect((0...1 << 50).contains(shown.count), "\(number)")
      #expect((0...1 << 51).contains(merged[0].others), "\(number)")
    }
  }

  @Test func `A ranking is refused or merged, whatever its numbers are`() {
    for number in Self.extremes {
      for score in [0, -1, 1e308, -1e308, .infinity, -.infinity, .nan, .leastNonzeroMagnitude] {
        let message = RankingMessage(
          documents: [number, 7], scores: [score, 1], first: [score, 1], flags: [number, 7],
          modified: [number, 1], sizes: [number, 1], depths: [number, 1], series: [number, number],
          versions: [number, number], digests: ["a", "a"], names: [], full: number,
          complete: number, nearTie: score)
        guard message.isPlausible(most: 10) else { continue }
        #expect(score.isFinite && (0...1 << 40).contains(number))
        let merged = MergedRanking(
          message.hits(of: 0, isLocal: false) + message.hits(of: 1, isLocal: true), complete: 2,
          nearTie: min(max(score, 0), 1), order: .relevance, folding: .copies)
        #expect((1...4).contains(merged.entries.count))
      }
    }
  }

  @Test func `The words of hosts fit into a call, and none takes the room of another`() {
    func words(_ letter: Character, documents: Int) -> StatisticsMethod.Reply {
      let words = (0..<1_000).map { number in
        CountedWordMessage(word: "barrie\(letter)\(number % 10)", documents: documents)
      }
      return StatisticsMethod.Reply(words: words, clock: ClockMessage(index: "", sequence: 0))
    }
    let correction = HostCorrection(of: "barrier", local: 1)
    let long = StatisticsMethod.Reply(
      words: (0..<1_000).map { number in
        CountedWordMessage(word: "barrie" + String(repeating: "a", count: number), documents: 1)
      }, clock: ClockMessage(index: "", sequence: 0))
    for number in Self.extremes {
      let merged = correction.words(
        of: [0: words("a", documents: number), 1: long, 2: words("b", documents: 2)], in: 100)
      #expect(merged.allSatisfy { (1...100).contains($0.documents) })
      #expect(merged.contains { $0.word == "barrieb0" })
      #expect(merged.reduce(0) { $0 + $1.word.utf8.count } < 24 << 10)
    }
  }
}
