import FullText

/// Indexes a few notes, and prints those that have all of the words given as arguments.
@main
enum FullTextExample {
  static func main() throws {
    let db = try Database.inMemory()
    try db.add(tokenizer: FTS5SittaTokenizer.self)
    try db.add(tokenizer: WithoutShortWords.self)
    try db.create(virtualTable: "note", using: FTS5()) { t in
      t.tokenizer = .sitta(splitsNames: true, readings: .pinyin)
      t.column("title")
      t.column("text")
    }
    let notes: [(title: String, text: String)] = [
      ("Garten", "Frau Müller gießt die Blumen."), ("文件", "私の文件"),
      ("Release", "QuarterlyReport_v2 goes out on Friday."),
    ]
    try db.transaction {
      for note in notes { try db.insert(into: "note", ["title": note.title, "text": note.text]) }
    }

    let lengths = FTS5DocumentLengths()
    try lengths.load(fromTable: "note", in: db)
    try db.add(auxiliaryFunction: .rank(lengths: lengths))
    try db.add(auxiliaryFunction: .snippet())

    let words = CommandLine.arguments.dropFirst().joined(separator: " ")
    guard let pattern = FTS5SittaTokenizer.pattern(matchingAllWordsIn: words) else {
      print("usage: FullTextExample WORD…")
      return
    }
    let found = try db.all(
      """
      SELECT title, snippet_words(note, -1, '[', ']', '…', 5) AS snippet FROM note
      WHERE note MATCH ?1 ORDER BY bm25_in_memory(note, 10, 1) LIMIT 20
      """, arguments: [pattern.rawPattern]
    ) { row in
      "\(try row.text(named: "title") ?? ""): \(try row.text(named: "snippet") ?? "")"
    }
    for line in found { print(line) }
  }
}
