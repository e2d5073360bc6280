import FullText
import SittaSQLite

/// A table in memory whose documents are slices of texts, as FTS5 and the reader search it.
final class BenchmarkTable {
  struct Word {
    let text: String
    let count: Int
  }

  let db: Database
  let reader: FTS5SegmentReader
  let candidates: FTS5Candidates
  private(set) var documentCount = 0
  private(set) var averageLength = 1.0
  /// All words with their numbers of documents, as often as they occur, so that one can be drawn.
  private(set) var words: [Word] = []

  init(_ texts: [[UInt8]], documents: Int, segments: Int) throws {
    let db = try Database(path: Array(":memory:".utf8))
    self.db = db
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.tokenizer = .unicode61(diacritics: .remove)
      for name in ["title", "name", "tags", "body"] { t.column(name) }
      t.content = ""
    }
    if segments > 1 {
      try db.execute(
        """
        INSERT INTO t(t, rank) VALUES('automerge', 0);
        INSERT INTO t(t, rank) VALUES('crisismerge', 1999);
        INSERT INTO t(t, rank) VALUES('hashsize', 1000000000);
        """)
    }
    let length = max(1, texts.reduce(0) { $0 + $1.count } / documents)
    let slices = texts.flatMap { text in
      stride(from: 0, to: text.count, by: length).map { text[$0..<min($0 + length, text.count)] }
    }
    let part = (slices.count + segments - 1) / segments
    for start in stride(from: 0, to: slices.count, by: part) {
      try db.transaction {
        for slice in slices[start..<min(start + part, slices.count)] {
          try db.run(
            "INSERT INTO t(title, body) VALUES(?1, ?2)", .utf8(Array(slice.prefix(40))),
            .utf8(Array(slice)))
        }
      }
    }
    if segments == 1 { try db.execute("INSERT INTO t(t) VALUES('optimize')") }
    documentCount = slices.count
    let lengths = FTS5DocumentLengths()
    try lengths.load(fromTable: "t", in: db)
    averageLength = Double(lengths.tokenCount) / Double(max(1, lengths.documentCount))
    candidates = FTS5Candidates(lengths: lengths)
    try db.add(auxiliaryFunction: .candidates(into: candidates))
    reader = try FTS5SegmentReader(table: "t", in: db)
    try db.execute("CREATE VIRTUAL TABLE word USING fts5vocab(t, row)")
    words = try db.all("SELECT term, doc FROM word ORDER BY doc DESC") {
      Word(text: $0.text(at: 0) ?? "", count: Int($0.integer(at: 1)))
    }
    try db.transaction(.deferred) { try reader.refresh() }
  }

  /// A request of words of which those in `required` must be in a row, as a ranked search makes it.
  func request(_ words: [Word], required: [Int]) -> FTS5SegmentRequest {
    let ranked = words.enumerated().map { number, word in
      RankedWord(
        [RankedWord.Form(phrase: number, factor: 1)],
        weight: RankedWord.inverseDocumentFrequency(of: word.count, in: Int64(documentCount)))
    }
    var request = FTS5Candidates.Request(
      words: ranked,
      fields: [
        RankedField(weight: 2), RankedField(weight: 2), RankedField(weight: 1),
        RankedField(weight: 1, lengthShare: 0.75),
      ], limit: 200)
    request.averageLength = averageLength
    return FTS5SegmentRequest(
      request, phrases: words.map { [Array($0.text.utf8)] }, groups: [required])
  }

  /// Searches with FTS5 for rows with one of the required words.
  func search(_ words: [Word], required: [Int], _ request: FTS5SegmentRequest) throws {
    let phrases = words.map { "\"\($0.text)\"" }
    var all = request.candidates
    var expression = phrases.joined(separator: " OR ")
    if required.count < words.count {
      let condition = required.map { phrases[$0] }.joined(separator: " OR ")
      expression = "(\(expression)) AND (\(condition))"
    }
    all.phraseCount = 0
    candidates.begin(all)
    try db.run("SELECT 1 FROM t WHERE t MATCH ?1 AND candidate(t)", .text(expression))
  }
}
