import ExtractionProtocol
import Testing

@testable import Indexing

struct RecognitionStepTests {
  @Test(
    arguments: [
      ("1-3", [], 0, .recognize(1)), ("1-3", [1], 1, .recognize(2)),
      ("2,7", [1, 2], 2, .recognize(7)),
      // All are there: the document gets them.
      ("1-3", [1, 2, 3], 3, .read), ("2", [1, 2], 500, .read), ("", [], 0, .read),
      // Enough for today, with and without something to add to the document.
      ("1-900", Array(1...500), 500, .read), ("501-900", Array(1...500), 500, .wait),
      ("501-900", Array(1...500), 499, .recognize(501)), ("501-900", Array(1...501), 501, .read),
    ] as [(String, [UInt32], Int, RecognitionStep)])
  func `The next step is decided`(
    waiting: String, known: [UInt32], today: Int, step: RecognitionStep
  ) throws {
    let pages = try #require(PageNumbers(waiting))
    #expect(RecognitionStep(waiting: pages, known: Set(known), today: today) == step)
  }
}
