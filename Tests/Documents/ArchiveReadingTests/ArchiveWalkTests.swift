import DocumentReaders
import Testing

@testable import ArchiveReading

struct ArchiveWalkTests {
  @Test(
    arguments: [
      ([.damaged("a"), .damaged("b")], .damaged("a")),
      ([.damaged("a"), .encrypted], .encrypted), ([.encrypted, .unsupported("a")], .encrypted),
      ([.encrypted, .memberLimit], .memberLimit), ([.sizeLimit, .encrypted], .sizeLimit),
      ([.sizeLimit, .memberLimit, .damaged("a")], .sizeLimit), ([], nil),
    ] as [([ReadingFailure], ReadingFailure?)])
  func `A limit matters more than a password, and a password more than damage`(
    failures: [ReadingFailure], gravest: ReadingFailure?
  ) {
    var result = GravestFailure()
    for failure in failures { result.add(failure) }
    #expect(result.failure == gravest)
  }

  /// Reads a zip file with a budget.
  private func walk(_ bytes: [UInt8], budget: Int) -> (sink: MemberSink, failure: ReadingFailure?) {
    var sink = MemberSink()
    do throws(ReadingFailure) {
      let budget = UnpackingBudget(packedSize: 0, most: budget)
      try ArchiveReader.read(bytes.span, budget, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  @Test(arguments: [(0, 0), (5, 1), (145, 2)])
  func `Where the budget ends between two members, it is reported`(budget: Int, whole: Int) {
    let (sink, failure) = walk(ArchiveSamples.zip, budget: budget)
    #expect(failure == .sizeLimit)
    #expect(sink.members.count == whole)
    #expect(sink.size == budget)
    #expect(sink.text == ["a.txt\n", "d/ü.txt\n", "b.txt\n"].dropFirst(whole).joined())
  }

  @Test func `A budget that is just enough is no limit`() {
    let (sink, failure) = walk(ArchiveSamples.zip, budget: 150)
    #expect(failure == nil)
    #expect(sink.members.count == 3)
  }

  @Test func `A limit is reported of an archive that has encrypted members, too`() {
    #expect(walk(ArchiveSamples.encryptedZip, budget: 0).failure == .sizeLimit)
    #expect(walk(ArchiveSamples.encryptedZip, budget: 100).failure == .encrypted)
  }
}
