import SearchInterface
import Testing

@testable import ClientTool

/// Which hits of a standing search are notified, and up to which clock nothing is missing.
struct StandingHitsTests {
  private func documents(_ names: String...) -> [DocumentMessage] {
    names.map { name in
      DocumentMessage(
        uri: "file:///\(name)", name: name, modified: "2026-01-01T00:00:00Z", size: 1,
        type: "text/plain", tags: [], state: .complete)
    }
  }

  private func clock(_ sequence: Int) -> ClockMessage {
    ClockMessage(index: "i", sequence: sequence)
  }

  @Test func `The clock is kept after the last part of a change`() {
    var hits = StandingHits()
    #expect(hits.isEmpty)
    hits.add(appeared: documents("a"), clock(5), isWhole: false)
    #expect(hits.clock == nil && !hits.isEmpty)
    hits.add(appeared: documents("b", "a"), clock(5), isWhole: true)
    #expect(hits.documents.map(\.name) == ["a", "b"] && hits.clock == clock(5))
    #expect(hits.take().documents.count == 2)
    #expect(hits.isEmpty && hits.leftOut == 0)
    // A document that appears again later is new again.
    hits.add(appeared: documents("a"), clock(6), isWhole: true)
    #expect(hits.documents.map(\.name) == ["a"])
  }

  @Test func `What was missed does not come again with the replies up to its clock`() {
    var hits = StandingHits()
    hits.add(missed: documents("a"), leftOut: 3, clock(7))
    #expect(hits.leftOut == 3)
    _ = hits.take()
    hits.add(appeared: documents("a", "b"), clock(7), isWhole: true)
    #expect(hits.documents.map(\.name) == ["b"])
    _ = hits.take()
    hits.add(appeared: documents("a"), clock(8), isWhole: true)
    #expect(hits.documents.map(\.name) == ["a"])
  }

  @Test func `Many documents are cut, and the rest is counted`() {
    var hits = StandingHits()
    let many = (0..<1_200).flatMap { documents("\($0)") }
    hits.add(appeared: many, clock(1), isWhole: true)
    #expect(hits.documents.count == StandingHits.limit && hits.leftOut == 200)
  }
}
