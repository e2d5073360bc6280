import SearchIndex
import SearchInterface
import SearchMessages
import Testing
import Varlink

@testable import SearchServing

/// Numbers of clients that no index has.
struct StatisticsMessageTests {
  private func message(
    documents: Int = 3, tokens: Int = 30, counts: [Int] = [1], folders: [Int] = [0]
  ) -> StatisticsMessage {
    StatisticsMessage(
      documents: documents, tokens: tokens, terms: "1", counts: counts, folders: folders,
      inFields: [true], common: "file:///a", branches: false, full: 1, languages: [])
  }

  @Test(arguments: [
    (Int.min, false), (-1, false), (0, true), (1, true), (1 << 48, true), (1 << 48 + 1, false),
    (1 << 62, false), (.max, false),
  ])
  func `A number is taken only if sums and products of it are not too large`(
    number: Int, isTaken: Bool
  ) {
    #expect((QueryStatistics(message(documents: number, counts: [])) != nil) == isTaken)
    #expect((QueryStatistics(message(tokens: number)) != nil) == isTaken)
    let words = [CountedWordMessage(word: "seed", documents: number)]
    #expect(((try? WordList(words)) != nil) == isTaken)
    #expect((QueryStatistics(message(counts: [number])) != nil) == (isTaken && number <= 3))
  }
}
