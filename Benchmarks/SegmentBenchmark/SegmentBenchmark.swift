import Foundation
import FullText
import SittaSQLite

/// Measures the search for candidates by FTS5 and by the reader of its segments, on the same queries.
///
/// `BENCHMARKS=1 swift run -c release SegmentBenchmark DOCUMENTS SEGMENTS FILE…`: the files are the text, which is
/// cut into so many documents. With one segment the table is optimized; otherwise it is written in so many
/// transactions without merges. Each query is asked three times by both, in turn, and the quickest counts.
@main
enum SegmentBenchmark {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.prefix(2).compactMap(Int.init)
    let texts = try words.dropFirst(2).map { try [UInt8](Data(contentsOf: URL(filePath: $0))) }
    guard numbers.count == 2, !texts.isEmpty else {
      print("usage: SegmentBenchmark DOCUMENTS SEGMENTS FILE…")
      return
    }
    let table = try BenchmarkTable(texts, documents: numbers[0], segments: max(1, numbers[1]))
    print("\(table.documentCount) documents, \(table.reader.segmentCount) segments")
    try SingleWords(table).measure()
    for count in [1, 2, 4] { try WordQueries(table, wordCount: count).measure() }
  }
}

/// The processor time of this process so far, in seconds.
func processorSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The quickest of some runs, in seconds.
func quickest(of rounds: Int, _ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = processorSeconds()
    try body()
    best = min(best, processorSeconds() - start)
  }
  return best
}

func rounded(_ number: Double) -> String { String(format: "%.3f", number) }
