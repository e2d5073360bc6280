import SQLite
import TextAnalysis

/// Records which words of the index have which stem.
///
/// The index contains words as they are written, and a query searches for all words with its stem.
/// So both "runs" alone and every form of "run" can be found, and languages can change without a
/// new index. A word that is its own stem is not stored, because a query knows it anyway. A word
/// that no document contains any more stays, and finds nothing, until a path is forgotten.
final class StemTable {
  /// Unowned: the connection owns the tokenizer that records words here.
  unowned let database: Database
  private var languages: [(id: Int64, stemmer: StemmerReference)] = []
  private var recent = RecentTokens()
  private var known = TokenDictionary()
  /// How many of the known words have been written to the table.
  private var writtenCount = 0
  private var failure: SQLiteError?
  /// At most this many known words are kept in memory; then all are dropped.
  var capacity = 500_000
  /// At most this many words wait to be written.
  var batch = 20_000
  /// Whether words are recorded; off while a document is removed.
  var isRecording = false
  /// Whether to stop tokenizing the current text; asked every few milliseconds if it is set.
  var isStopped: (() -> Bool)?

  init(in database: Database) {
    self.database = database
  }

  /// Records a word of a document; O(its bytes) if it is known.
  @inline(__always)
  func record(_ token: Span<UInt8>) {
    guard isRecording, Self.mayHaveStem(token), !recent.remember(token) else { return }
    _ = known.add(token)
    if known.count - writtenCount >= batch { makeRoom() }
  }

  /// Writes the recorded words, in the open transaction.
  func write() throws(SQLiteError) {
    if let failure {
      clear()
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
    // In the order of the table, so that each page is written once.
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

  /// Drops the known words; those that were not written have to be recorded again.
  func clear() {
    recent.removeAll()
    known = TokenDictionary()
    writtenCount = 0
    failure = nil
  }

  /// Quickly excludes Han, kana, hangul, words that end in a digit, and short words.
  @inline(__always)
  private static func mayHaveStem(_ token: Span<UInt8>) -> Bool {
    token.count >= Stemmer.shortestForm && token[0] < 0xe3
      && !(0x30...0x39).contains(token[token.count - 1])
  }

  private func makeRoom() {
    do throws(SQLiteError) {
      try write()
      if known.count >= capacity { clear() }
    } catch {
      clear()
      failure = error
    }
  }
}

// MARK: - Languages

extension StemTable {
  /// Updates the table for the configured languages.
  ///
  /// For a new language, all words of the index are read once: O(index).
  func prepare(for names: [String]) throws(SQLiteError) {
    var stored: [String: Int64] = [:]
    try database.forEachRow("SELECT name, id FROM language") {
      stored[$0.text(at: 0) ?? ""] = $0.integer(at: 1)
    }
    let added = names.filter { stored[$0] == nil }
    let removed = stored.filter { !names.contains($0.key) }
    if !added.isEmpty || !removed.isEmpty {
      try database.transaction { () throws(SQLiteError) in
        for id in removed.values {
          try database.run("DELETE FROM stem WHERE language = ?1", .integer(id))
          try database.run("DELETE FROM language WHERE id = ?1", .integer(id))
        }
        for name in added {
          try database.run("INSERT OR IGNORE INTO language(name) VALUES(?1)", .text(name))
        }
        try open(added)
        try recordVocabulary()
        try write()
      }
      clear()
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

  private func recordVocabulary() throws(SQLiteError) {
    isRecording = true
    defer { isRecording = false }
    try withVocabulary { () throws(SQLiteError) in
      try database.prepare("SELECT term FROM temp.vocabulary").forEachRow { row in
        row.withBytes(at: 0) { record($0) }
      }
    }
  }

  /// Calls `body` while the table ``VocabularyTable`` exists.
  func withVocabulary(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    let vocabulary = VocabularyTable(in: database)
    try vocabulary.create()
    try body()
    try vocabulary.drop()
  }
}
