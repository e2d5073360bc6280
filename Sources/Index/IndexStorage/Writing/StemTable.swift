import SittaSQLite
import TextAnalysis

/// The table of stems: for each stem, the words of the index that have it.
///
/// The index contains words as they are written; a query for "run" searches for all words with this stem. So
/// both a single form and all forms of a word can be found, and languages can change without a new index. A
/// word that is its own stem is not stored, because a query contains it anyway. A word that no document
/// contains any more stays, and finds nothing, until some path is forgotten.
package final class StemTable {
  /// Unowned, because the connection owns the tokenizer that records words here.
  unowned let database: Database
  /// The languages whose stems are recorded: those in use, and the one that is being added.
  var languages: [(id: Int64, stemmer: StemmerReference)] = []
  /// The language that is being added; nil if there is none.
  var added: AddedLanguage?
  /// The codes or names of the languages to change to; nil if the table has them already.
  var wanted: [String]?
  /// Whether the table still has stems of a language that is not used any more.
  var hasUnusedStems = false
  /// Whether a step changed the languages that readers use, and readers are not notified yet.
  var hasOtherLanguages = false
  /// The number of words that a step of a change of languages reads; it takes about 20 ms.
  var stepWords = 5_000
  /// Whether the languages of the documents decide the languages of the table.
  var choosesLanguages = false
  private var recent = RecentTokens()
  private var known = TokenDictionary()
  /// How many of the known words have been written to the table.
  private var writtenCount = 0
  private var failure: SQLiteError?
  /// The most known words in memory; when there are more, all are dropped.
  var capacity = 500_000
  /// The most words that wait to be written.
  var batch = 20_000
  /// Whether words are recorded; false while a document is removed.
  var isRecording = false
  /// Whether to stop tokenizing the current text; called every few milliseconds, if it is not nil.
  var isStopped: (() -> Bool)?

  init(in database: Database) {
    self.database = database
  }

  /// Records a word of a document; for a known word in O(bytes).
  @inline(__always)
  func record(_ token: Span<UInt8>) {
    guard isRecording, !recent.remember(token), Self.mayHaveStem(token) else { return }
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
    try insert(&entries)
    writtenCount = known.count
  }

  /// Writes stems, sorted like the table, so that each page is written once.
  func insert(
    _ entries: inout [(language: Int64, stem: [UInt8], term: [UInt8])]
  ) throws(SQLiteError) {
    entries.sort { left, right in
      if left.language != right.language { return left.language < right.language }
      return left.stem.lexicographicallyPrecedes(right.stem)
    }
    for entry in entries {
      try database.run(
        "INSERT OR IGNORE INTO stem(language, stem, term) VALUES(?1, ?2, ?3)",
        .integer(entry.language), .utf8(entry.stem), .utf8(entry.term))
    }
  }

  /// Drops the known words; words that were not written yet have to be recorded again.
  func clear() {
    recent.removeAll()
    known = TokenDictionary()
    writtenCount = 0
    failure = nil
  }

  /// Whether a word can have a stem; false for Han, kana, hangul, a digit at the end, and short words.
  ///
  /// It also excludes tokens that join all words of a name.
  @inline(__always)
  static func mayHaveStem(_ token: Span<UInt8>) -> Bool {
    token.count >= Stemmer.shortestForm && token[0] < 0xe3
      && !(0x30...0x39).contains(token[token.count - 1])
      && !token.indices.contains { token[$0] == SittaAnalyzer.nameJoiner }
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
