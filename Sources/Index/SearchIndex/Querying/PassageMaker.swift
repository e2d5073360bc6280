import IndexStorage
import LinuxSystem
import Passages
import Synchronization
import TextAnalysis

/// Makes the passages for the texts of a page of hits, on several threads if that is quicker.
struct PassageMaker: Sendable {
  /// The words and hits of a text that its passages show.
  struct Shown: Sendable {
    let finder: PassageFinder
    let hits: [PassageHit]
    let windows: PassageFinder.Windows

    init(_ finder: PassageFinder, _ hits: [PassageHit]) {
      (self.finder, self.hits) = (finder, hits)
      windows = finder.windows(around: hits)
    }
  }

  /// A text of a hit.
  struct Text: Sendable {
    /// The index of the hit on the page.
    let hit: Int
    let text: PartialText
    let shown: Shown

    /// Returns the passages that show the query best.
    func passages(by analyzer: inout SittaAnalyzer) -> [Passage] {
      shown.finder.passages(in: text.bytes.span, hits: shown.hits, shown.windows) {
        positions, receiver in
        analyzer.analyze(text.bytes.span, at: positions, knowing: text.places) {
          position, token, range, flags in
          receiver(position, token, range, flags.contains(.colocated))
        }
      }
    }
  }

  let texts: [Text]
  /// The moment after which no passage is made; nil for no limit.
  let deadline: ContinuousClock.Instant?

  /// The number of bytes whose passages take as long to make as it takes to wake another thread.
  private static let bytesOfHelper = 1 << 14

  private final class Results: Sendable {
    let passages: Mutex<[[Passage]]>

    init(_ count: Int) {
      passages = Mutex(Array(repeating: [], count: count))
    }
  }

  /// Returns the passages of each text; none for texts that were not reached before the deadline.
  func passages(_ helpers: HelperThreads?) -> [[Passage]] {
    let size = texts.reduce(0) { $0 + $1.text.bytes.count }
    let mostHelpers = size / Self.bytesOfHelper
    guard let helpers, texts.count > 1, mostHelpers > 0 else {
      var analyzer = TextLayout.analyzer
      return texts.map { text in
        deadline.map { .now < $0 } ?? true ? text.passages(by: &analyzer) : []
      }
    }
    let results = Results(texts.count)
    helpers.share(texts.count, mostHelpers: mostHelpers) { [self] next in
      var analyzer = TextLayout.analyzer
      while let number = next() {
        if let deadline, deadline <= .now { continue }
        let passages = texts[number].passages(by: &analyzer)
        results.passages.withLock { $0[number] = passages }
      }
    }
    return results.passages.withLock { $0 }
  }
}
