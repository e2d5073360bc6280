import FullText
import HitOrder
import IndexStorage
import LinuxSystem
import Testing

@testable import SearchIndex

struct RelevanceOrderTests {
  /// A row with a file.
  static func row(
    _ id: Int64, _ score: Double = 1, _ name: String = "a", modified: Int64 = 0, folder: Int64 = 5,
    isNear: Bool = true
  ) -> RankedRow {
    row(
      FTS5Candidate(rowID: id, given: 0, score: score), name, modified: modified, folder: folder,
      isNear: isNear)
  }

  static func row(
    _ candidate: FTS5Candidate, _ name: String, modified: Int64, folder: Int64 = 5,
    isNear: Bool = true, mail: MailHead? = nil
  ) -> RankedRow {
    var row = RankedRow(candidate)
    row.isNear = isNear
    row.document = KnownDocument(
      folder: FolderID(rawValue: folder), fileName: name,
      modified: FileTime(nanoseconds: modified), size: 1, mail: mail)
    return row
  }

  private static let old = row(1, 90, "report 2022.txt", modified: 1)
  private static let other = row(2, 88, "letter.txt", modified: 9)

  @Test(arguments: [
    ([old, other, row(3, 85, "report 2023.txt", modified: 2)], [3, 2, 1]),
    ([old, other, row(3, 85, "Report-2023 v2.txt", modified: 2)], [3, 2, 1]),
    (
      [
        old, row(3, 85, "report 2023.txt", modified: 2), row(4, 81, "report 2024.txt", modified: 3),
      ],
      [4, 3, 1]
    ),
    // A clearly lower score than the best one of the series, whatever the next one has.
    ([old, row(3, 80, "report 2023.txt", modified: 2)], [1, 3]),
    (
      [
        old, row(3, 85, "report 2023.txt", modified: 2), row(4, 80, "report 2024.txt", modified: 3),
        row(5, 79, "report 2025.txt", modified: 4),
      ],
      [3, 1, 4, 5]
    ),
    (
      [old, other, row(3, 5, "report 2023.txt", modified: 2), row(4, 4, "report 1999.txt")],
      [1, 2, 3, 4]
    ),
    ([row(1, 0, "r 2022.txt", modified: 1), row(2, 0, "r 2023.txt", modified: 2)], [2, 1]),
    // Another folder, another name, or no full match.
    ([old, row(3, 85, "report 2023.txt", modified: 2, folder: 6)], [1, 3]),
    ([old, row(3, 85, "reports 2023.txt", modified: 2)], [1, 3]),
    ([old, row(3, 85, "report 2023.txt", modified: 2, isNear: false)], [1, 3]),
    ([row(1, 90, "2022.txt", modified: 1), row(2, 85, "2023.txt", modified: 2)], [1, 2]),
  ])
  func `the newest of a series takes the best rank of it`(rows: [RankedRow], ids: [Int64]) {
    #expect(rows.newestOfSeriesFirst().map(\.id.rawValue) == ids)
  }

  @Test func `files with other words of the query in their names are no series`() throws {
    func row(_ id: Int64, _ name: String, column: Int) throws -> RankedRow {
      let word = FTS5Candidate.Occurrence(word: 0, form: 0, column: column, token: 0, count: 1)
      return Self.row(
        try #require(try .found([word], id: id)), name, modified: id)
    }
    for (column, ids) in [(1, [1, 3]), (3, [3, 1])] as [(Int, [Int64])] {
      let rows = [
        try row(1, "report 2022.txt", column: 1), try row(3, "report 2023.txt", column: 4 - column),
      ]
      #expect(rows.newestOfSeriesFirst().map(\.id.rawValue) == ids)
    }
  }

  @Test(arguments: ["plan 7.txt", "Plan 7.TXT", "todo.md"])
  func `A file whose name is typed with its ending is first`(query: String) throws {
    let index = try TestIndex()
    try index.fill()
    for number in 1..<60 { try index.put("/plans/plan \(number).txt", "a plan", modified: number) }
    try index.put("/notes/todo.md", "milk")
    try index.put(
      all: [("/notes/about.md", String(repeating: "todo md ", count: 9), 0)], title: "todo md")
    let first = query.contains("todo") ? "/notes/todo.md" : "/plans/plan 7.txt"
    #expect(try index.ranked(query).first == first)
  }

  @Test func `A title in another language is no whole title`() throws {
    // German makes "tid" of "tides"; English makes "tide".
    let index = try TestIndex(text: try TextSettings(choosesLanguages: true))
    try index.fill()
    let text = "The tide table of the harbour: low tide, high tide, and the next tide."
    try index.put(all: [("/english", text, 0)])
    try index.put(all: [("/other", "A number of a thread.", 0)], title: "tid")
    try index.writer.use(try TextSettings(languages: ["en", "de"]))
    while try index.writer.takeLanguageStep() {}
    let ranked = try index.ranked("tides") { $0.language = "en" }
    #expect(ranked.first == "/english", "\(ranked)")
  }
}
