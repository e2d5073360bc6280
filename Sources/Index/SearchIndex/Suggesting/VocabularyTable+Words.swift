import IndexStorage
import SittaSQLite

extension VocabularyTable {
  /// The most words of a search for words with a prefix.
  private static let scanLimit = 500

  /// The first words after a word, at most `limit`.
  func words(after word: [UInt8], limit: Int) throws(SQLiteError) -> [WordList.Entry] {
    var found: [WordList.Entry] = []
    try database.forEachRow(
      "SELECT term, doc FROM temp.vocabulary WHERE term > ?1 LIMIT ?2", .utf8(word),
      .integer(Int64(limit))
    ) { found.append(WordList.Entry($0)) }
    return found
  }

  /// The first words with a prefix.
  func words(withPrefix prefix: [UInt8]) throws(SQLiteError) -> [WordList.Entry] {
    var found: [WordList.Entry] = []
    try database.forEachRow(
      "SELECT term, doc FROM temp.vocabulary WHERE term > ?1 AND term < ?2 LIMIT ?3",
      .utf8(prefix), .utf8(prefix + Array("\u{10ffff}".utf8)),
      .integer(Int64(Self.scanLimit))
    ) { found.append(WordList.Entry($0)) }
    return found
  }
}

extension WordList.Entry {
  /// Reads `term` and `doc`.
  fileprivate init(_ row: borrowing Row) {
    self.init(word: row.bytes(at: 0), documents: Int(row.integer(at: 1)))
  }
}
