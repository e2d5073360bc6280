import ExtractionProtocol
import Testing

@testable import TextExtraction

struct FormatSelectionTests {
  private func formats(_ words: String) -> Set<DocumentFormat>? {
    var selection = FormatSelection()
    for word in words.split(separator: " ") where !selection.apply(String(word)) { return nil }
    return Set(DocumentFormat.allCases.filter(selection.includes))
  }

  private static let all = Set(DocumentFormat.allCases)
  private static let mail: Set<DocumentFormat> = [
    .mail, .appleMail, .transportNeutral, .signedData,
  ]

  @Test func `Words add formats and remove them, in their order`() {
    #expect(formats("") == Self.all)
    #expect(formats("-archive -Image") == Self.all.subtracting([.archive, .image]))
    #expect(formats("-mail") == Self.all.subtracting(Self.mail))
    #expect(formats("-all html mail") == Self.mail.union([.html]))
    #expect(formats("-html html") == Self.all)
    #expect(formats("-all all") == Self.all)
    for wrong in ["word", "-", "--html", "-html,mail"] { #expect(formats(wrong) == nil) }
  }

  @Test func `Each word stands for formats of one name`() {
    for keyword in FormatSelection.keywords {
      let formats = DocumentFormat.allCases.filter { $0.keyword == keyword }
      #expect(Set(formats.map(\.name)).count == 1, "\(keyword)")
      let ranges = ReaderVersion.stored(keyword: keyword)
      #expect(ranges.count == formats.count)
      for format in formats {
        let stored = ReaderVersion(format).rawValue
        #expect(ranges.filter { $0.contains(stored) }.count == 1)
        #expect(ReaderVersion(stored: stored).keyword == keyword)
      }
    }
    #expect(ReaderVersion.stored(keyword: "text") == [.min...9_999])
    #expect(ReaderVersion.stored(keyword: "none") == [])
  }

  @Test func `Time for reading grows with the size, up to the limit`() {
    let times: [(size: Int64, limit: Int, seconds: UInt32)] = [
      (-1, 60, 10), (0, 60, 10), (1_000_000, 60, 12), (1 << 40, 60, 60), (.max, 600, 600),
      (1_000_000, 10, 10), (0, 1, 10), (.max, .max, 600),
    ]
    for row in times {
      let time = ReadingTime(fileSize: row.size, limit: row.limit)
      #expect(time.milliseconds == row.seconds * 1_000, "\(row)")
    }
  }
}
