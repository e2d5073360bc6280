import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Which words are read as filters.
struct SpokenFiltersTests {
  /// 20 November 2026, 12:00 UTC.
  private static let clock = LocalClock(now: 1_795_176_000) { _ in 0 }

  private static func spoken(_ text: String) throws -> String? {
    var options = Query.ReadingOptions()
    options.clock = clock
    return SpokenFilters(try Query(parsing: text, options), typed: text, clock: clock)?.text
  }

  @Test(arguments: [
    // Kinds.
    ("photos lofoten", "type:image lofoten"),
    ("Photos of Lofoten", "type:image Lofoten"),
    ("lofoten photos", "lofoten type:image"),
    ("my photos from the Lofoten", "type:image Lofoten"),
    ("spreadsheet levels", "type:spreadsheet levels"),
    ("email jakob", "type:mail jakob"),
    ("e-mail jakob", "type:mail jakob"),
    ("pdf about bees", "type:pdf bees"),
    ("Fotos Norwegen", "type:image Norwegen"),
    ("Bilder von Norwegen", "type:image author:Norwegen"),
    ("presentación abejas", "type:presentation abejas"),
    // Times.
    ("pdf from march", "type:pdf modified:2026-03"),
    ("pdf from december", "type:pdf modified:2025-12"),
    ("photos lofoten 2019", "type:image lofoten 2019"),
    ("photos from 2019", "type:image modified:2019"),
    ("photos from june 2019", "type:image modified:2019-06"),
    ("report from 2020", "report modified:2020"),
    ("photos of 2019", "type:image modified:2019"),
    ("pdf since march", "type:pdf since:2026-03"),
    ("pdf before 2020", "type:pdf before:2020"),
    ("report last week", "report modified:last-week"),
    ("report from last week", "report modified:last-week"),
    ("Bericht letzte Woche", "Bericht modified:last-week"),
    ("rapport de la semaine dernière", "rapport modified:last-week"),
    ("notes yesterday", "notes modified:yesterday"),
    // Senders.
    ("email from jakob", "type:mail from:jakob"),
    ("sent by jakob last week", "from:jakob modified:last-week"),
    ("E-Mails von Jakob", "type:mail from:Jakob"),
    ("slides by curie", "type:presentation author:curie"),
    ("email from jakob about bees", "type:mail from:jakob bees"),
    // What stays as it is beside them.
    ("photos lofoten -2019", "type:image lofoten -2019"),
    ("photos \"lofoten islands\"", "type:image \"lofoten islands\""),
    ("photos in:~/norway", "type:image in:~/norway"),
  ])
  func `Words are read as filters`(text: String, spoken: String) throws {
    #expect(try Self.spoken(text) == spoken)
  }

  @Test(arguments: [
    // Alone, a word is a word.
    "photos", "email", "march", "last week", "yesterday", "my photos",
    // Quotes and operators switch the reading off.
    "\"photos\" lofoten", "+photos lofoten", "photos AND lofoten", "photos OR lofoten",
    "=photos lofoten",
    "title:photos lofoten",
    // Somebody has typed a filter for it.
    "type:pdf photos", "photos ext:md",
    // Words of other sentences.
    "how to mount an image file in linux", "march of the penguins", "may contain nuts",
    "budget of 2020", "novel by 1984", "reading group in may", "bash script argument",
    "hdparm drive", "from here to eternity", "by the river",
    "one two three four five six seven eight photos",
  ])
  func `Other words stay words`(text: String) throws {
    #expect(try Self.spoken(text) == nil)
  }

  @Test func `Each value is one that its filter reads`() throws {
    for kind in Set(SpokenWords.kinds.values) {
      #expect(try Query(parsing: "type:\(kind) x").notes.isEmpty, "\(kind)")
    }
    var options = Query.ReadingOptions()
    options.clock = Self.clock
    for time in Set(SpokenWords.times.values) {
      #expect(try Query(parsing: "modified:\(time) x", options).root.filters.count == 1, "\(time)")
    }
  }

  @Test func `Without a time, times are words`() throws {
    let query = try Query(parsing: "report last week")
    #expect(SpokenFilters(query, typed: "report last week", clock: .utc) == nil)
  }
}

/// The hits of words that were read as filters come first.
struct SpokenSearchTests {
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.fill(20)
    try index.put("/words.txt", "photos lofoten photos lofoten photos lofoten")
    try index.put("/lofoten.jpg", "", type: "image/jpeg")
    try index.put("/lofoten-2.png", "", type: "image/png")
    try index.put("/other.jpg", "", type: "image/jpeg")
    try index.put("/only.txt", "lofoten alone")
    try index.writer.commit()
  }

  private func search(
    _ text: String, _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws -> (paths: [String], spoken: Int, page: SearchPage) {
    let query = try Query(parsing: text)
    let spoken = try #require(SpokenFilters(query, typed: text, clock: .utc))
    var options = SearchOptions()
    change(&options)
    let reader = try IndexReader(index.store, sharing: index.caches)
    let found = try reader.search(query, orFirst: Query(parsing: spoken.text), options)
    return (found.page.hits.map(\.document.path.description), found.spoken.count, found.page)
  }

  @Test func `Images come first, then the words, each document once`() throws {
    let (paths, spoken, page) = try search("photos lofoten")
    #expect(Set(paths.prefix(2)) == ["/lofoten.jpg", "/lofoten-2.png"])
    #expect(paths.dropFirst(2) == ["/words.txt", "/only.txt"])
    #expect(spoken == 2)
    #expect(page.count == 2)
    #expect(!page.hasMore)
  }

  @Test func `A document with all words in its name stays first`() throws {
    try index.put("/photos of lofoten.txt", "a list")
    try index.writer.commit()
    for query in ["photos lofoten", "the photos from lofoten"] {
      #expect(try search(query).paths.first == "/photos of lofoten.txt")
    }
  }

  @Test func `Pages continue each other`() throws {
    let all = try search("photos lofoten").paths
    for size in 1...4 {
      var paths: [String] = []
      var offset = 0
      var hasMore = true
      while hasMore {
        let part = try search("photos lofoten") { ($0.offset, $0.limit) = (offset, size) }
        paths += part.paths
        (offset, hasMore) = (offset + size, part.page.hasMore)
      }
      #expect(paths == all)
    }
  }

  @Test func `Without such a document, the words are searched alone`() throws {
    let (paths, spoken, _) = try search("videos lofoten")
    #expect(spoken == 0)
    #expect(paths.count == 4)
  }
}
