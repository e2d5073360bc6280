import TestSupport
import Testing

@testable import FullText

struct SegmentPositionsTests {
  /// A list of positions, and how often each column has one.
  private struct Sample {
    var bytes: [UInt8] = []
    var counts = [Int](repeating: 0, count: 8)

    /// Makes columns of positions, whose distances take one to four bytes.
    init(using random: inout SplitMix) {
      for column in 0..<8 where column == 3 || Bool.random(using: &random) {
        if column > 0 { bytes += [1, UInt8(column)] }
        counts[column] = Int.random(in: 1...30, using: &random)
        for _ in 0..<counts[column] {
          var shift = 7 * Int.random(in: 0...3, using: &random)
          bytes.append(shift == 0 ? .random(in: 2...0x7f, using: &random) : 0x81)
          while shift > 0 {
            shift -= 7
            let low = UInt8.random(in: 0...0x7f, using: &random)
            bytes.append(shift == 0 ? low : low | 0x80)
          }
        }
      }
    }
  }

  private func counter(upTo limit: Int = 255) -> PositionCounter {
    var counter = PositionCounter(limit: limit, columnCount: 8)
    counter.begin()
    return counter
  }

  @Test func `positions are counted by column`() {
    var random = SplitMix(seed: 35)
    for _ in 0..<2_000 {
      let sample = Sample(using: &random)
      var counter = counter()
      let isValid = counter.read(sample.bytes.span, sample.bytes.indices)
      #expect(isValid && counter.isAtEnd, "\(sample.bytes)")
      #expect((0..<8).map { counter.counts[$0] } == sample.counts, "\(sample.bytes)")
    }
  }

  @Test func `a list in pieces gives the same as the whole one, also a damaged one`() {
    var random = SplitMix(seed: 36)
    for _ in 0..<5_000 {
      var bytes = Sample(using: &random).bytes
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...3, using: &random)
      }
      let limit = Int.random(in: 0...40, using: &random)
      var (whole, pieces) = (counter(upTo: limit), counter(upTo: limit))
      let isValid = whole.read(bytes.span, bytes.indices)
      let areValid = bytes.indices.allSatisfy { pieces.read(bytes.span, $0..<$0 + 1) }
      #expect(isValid == areValid, "\(bytes)")
      if isValid, areValid {
        #expect(whole.counts == pieces.counts, "\(bytes)")
        #expect(whole.isAtEnd == pieces.isAtEnd, "\(bytes)")
      }
    }
  }

  @Test func `occurrences in runs are sorted`() {
    var random = SplitMix(seed: 37)
    for _ in 0..<500 {
      var occurrences: [FTS5Candidate.Occurrence] = []
      for word in 0..<Int.random(in: 0...9, using: &random) {
        let tokens = (0..<Int.random(in: 0...20, using: &random)).map { _ in
          Int.random(in: 0...50, using: &random)
        }
        occurrences += tokens.sorted().map { token in
          FTS5Candidate.Occurrence(word: word, form: 0, column: 3, token: token, count: 1)
        }
      }
      #expect(occurrences.mergingRuns() == occurrences.sorted())
    }
  }
}
