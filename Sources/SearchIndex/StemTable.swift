import SQLite
import TextAnalysis

/// Writes down which words of the index have which stem.
///
/// The index holds words as they are written, and a query looks for all words with its stem: so
/// both "runs" alone and every form of "run" can be asked for, and languages can change without a
/// new index. A word that is its own stem is not written down, as a query knows it anyway. Words
/// that no document holds any more stay, and find nothing, until something is forgotten.
final class StemTable {
  /// Unowned: the connection owns the tokenizer that notes words here.
  unowned let database: Database
  private var languages: [(id: Int64, stemmer: StemmerReference)] = []
  private var recent = RecentTokens()
  private var known = TokenDictionary()
  /// How many of the known words have been written.
  private var writtenCount = 0
  private var failure: SQLiteError?
  /// The number of known words that are remembered; with more, all are forgotten.
  var capacity = 500_000
  /// The largest number of words that wait to be written.
  var batch = 20_000
  /// Whether words are recorded: the words of a removed document are not.
  var isNoting = false
  /// Asked again and again while a text is tokenized: whether to stop.
  var isStopped: (() -> Bool)?

  init(in database: Database) {
    self.database = database
  }

  /// Takes note of a word of a document; O(its bytes) where it has been noted before.
  @inline(__always)
  func note(_ token: Span<UInt8>) {
    guard isNoting, Self.mayHaveStem(token), !recent.remember(token) else { return }
    _ = known.add(token)
    if known.count - writtenCount >= batch { makeRoom() }
  }

  /// Writes down what has been noted, as a part of the open transaction.
  func write() throws(SQLiteError) {
    if let failure {
      forget()
      throw failure
    }
    guard writtenCount < known.count else { return }
    var entries: [(language: Int64, stem: [UInt8], term: [UInt8])] = []
    var stem: [UInt8] = []
    for number in writtenCount..<known.count {
      let term = known.token(number)
      for (id, owned) in languages
      where owned.stemmer.stem(of: term.span, into: &stem) && !term.elementsEqual(stem) {
        entries.append((id, stem, Array(term)))
      }
    }
    // In the table's order every page is touched once.
    entries.sort { left, right in
      if left.language != right.language { return left.language < right.language }
      return left.stem.lexicographicallyPrecedes(right.stem)
    }
    for entry in entries {
      try database.run(
        "INSERT OR IGNORE INTO stem(language, stem, term) VALUES(?1, ?2, ?3)",
        .integer(entry.language), .utf8(entry.stem), .utf8(entry.term))
    }
    writtenCount = known.count
  }

  /// Forgets which words are known; what was not written down is to be noted again.
  func forget() {
    recent.removeAll()
    known = TokenDictionary()
    writtenCount = 0
    failure = nil
  }

  /// Passes over Han, kana, hangul, and what ends in a digit or is short, at a glance.
  @inline(__always)
  private static func mayHaveStem(_ token: Span<UInt8>) -> Bool {
    token.count >= Stemmer.shortestForm && token[0] < 0xe3
      && !(0x30...0x39).contains(token[token.count - 1])
  }

  private func makeRoom() {
    do throws(SQLiteError) {
      try write()
      if known.count >= capacity { forget() }
    } catch {
      forget()
      failure = error
    }
  }
}

// MARK: - Languages

extension StemTable {
  /// Makes the table fit the languages that are configured.
  ///
  /// For a new one all words of the index are read once: O(index).
  func prepare(for names: [String]) throws(SQLiteError) {
    var stored: [String: Int64] = [:]
    try database.forEachRow("SELECT name, id FROM language") {
      stored[$0.text(at: 0) ?? ""] = $0.integer(at: 1)
    }
    let added = names.filter { stored[$0] == nil }
    let removed = stored.filter { !names.contains($0.key) }
    if !added.isEmpty || !removed.isEmpty {
      try database.execute("BEGIN IMMEDIATE")
      do throws(SQLiteError) {
        for id in removed.values {
          try database.run("DELETE FROM stem WHERE language = ?1", .integer(id))
          try database.run("DELETE FROM language WHERE id = ?1", .integer(id))
        }
        for name in added {
          try database.run("INSERT OR IGNORE INTO language(name) VALUES(?1)", .text(name))
        }
        try open(added)
        try noteVocabulary()
        try write()
        try database.execute("COMMIT")
      } catch {
        try? database.execute("ROLLBACK")
        throw error
      }
      forget()
    }
    try open(names)
  }

  private func open(_ names: [String]) throws(SQLiteError) {
    languages = []
    for name in names {
      let id = try database.first("SELECT id FROM language WHERE name = ?1", .text(name)) {
        $0.integer(at: 0)
      }
      guard let id, let stemmer = try? StemmerReference(name) else { continue }
      languages.append((id, stemmer))
    }
  }

  private func noteVocabulary() throws(SQLiteError) {
    isNoting = true
    defer { isNoting = false }
    try withVocabulary { () throws(SQLiteError) in
      try database.prepare("SELECT term FROM temp.vocabulary").forEachRow { row in
        row.withBytes(at: 0) { note($0) }
      }
    }
  }

  /// Calls `body` while all words of the index stand in the table `temp.vocabulary`.
  ///
  /// SQLite: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
  func withVocabulary(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    try database.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, search, row)")
    try body()
    try database.execute("DROP TABLE temp.vocabulary")
  }
}
