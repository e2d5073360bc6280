import IndexStorage
import Indexing
import LinuxSystem
import SearchInterface
import Testing
import TextExtraction

@testable import SearchServing

struct FormatTallyTests {
  private static let readers = [
    ReaderCount(extractor: 3, state: .complete, documents: 100),
    ReaderCount(extractor: 2, state: .partial, documents: 1),
    ReaderCount(extractor: 0, state: .partial, documents: 1),
    ReaderCount(extractor: -3, state: .complete, documents: 1),
    ReaderCount(extractor: 3, state: .withoutText, documents: 50),
    ReaderCount(extractor: 3, state: .unreadable, documents: 2),
    ReaderCount(extractor: 10_000, state: .withoutText, documents: 7),
    ReaderCount(extractor: 10_001, state: .complete, documents: 400),
    ReaderCount(extractor: 10_001, state: .failed, documents: 1),
    ReaderCount(extractor: 19_999, state: .withoutText, documents: 3),
    // Mail and Apple's mail are one format for people.
    ReaderCount(extractor: 20_001, state: .complete, documents: 5),
    ReaderCount(extractor: 30_001, state: .locked, documents: 6),
    ReaderCount(extractor: 20_000, state: .withoutText, documents: 2),
  ]

  @Test func `Documents are counted by format, and none is lost`() {
    let tally = FormatTally(Self.readers, ReadingStatus())
    #expect(tally.formats.map(\.format) == ["html", "text", "none", "mail"])
    #expect(tally.formats.map(\.name) == ["HTML", "plain text", "names only", "mail"])
    #expect(tally.formats.map(\.documents) == [411, 105, 50, 13])
    let html = tally.formats[0]
    #expect(
      [html.withoutText, html.failed, html.waiting, html.leftOut] == [10, 1, 7, 3])
    #expect(tally.formats[1].partial == 2)
    #expect(tally.formats[1].unreadable == 2)
    #expect(tally.formats[3].locked == 6)
    #expect(FormatTally([], ReadingStatus()).formats == [])
  }

  @Test func `A word selects the documents that it counts`() throws {
    let tally = FormatTally(Self.readers, ReadingStatus())
    for format in tally.formats {
      let selection = try #require(FormatWord.selection(of: format.format))
      let selected = Self.readers.filter { count in
        selection.extractors.contains { $0.contains(count.extractor) }
          && selection.states?.contains(count.state) != false
      }
      #expect(selected.reduce(0) { $0 + Int($1.documents) } == format.documents)
      let words = selected.map { FormatWord(ReaderVersion(stored: $0.extractor), $0.state).text }
      #expect(Set(words) == [format.format])
    }
    #expect(FormatWord.selection(of: "names only") == nil)
    #expect(FormatWord.selection(of: "") == nil)
  }

  @Test func `Documents that wait say why`() {
    var status = ReadingStatus()
    #expect(FormatTally(Self.readers, status).waiting.map(\.reason) == [.ready, .ready])
    status.paused = [ReaderVersion(stored: 10_000).current: UnixTime(seconds: 60)]
    status.obstacles = [
      ReaderVersion(stored: 20_000).current: .missingProgram(package: "libpost1")
    ]
    let waiting = FormatTally(Self.readers, status).waiting
    #expect(waiting.map(\.format) == ["html", "mail"])
    #expect(waiting.map(\.documents) == [7, 2])
    #expect(waiting.map(\.reason) == [.paused, .missingProgram])
    #expect(waiting.map(\.package) == [nil, "libpost1"])
    #expect(waiting.map(\.until) == ["1970-01-01T00:01:00Z", nil])
  }
}
