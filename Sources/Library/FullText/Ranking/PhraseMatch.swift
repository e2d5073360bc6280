/// A row with the positions of phrases, as ``CandidateCollector`` scores it.
protocol PhraseMatch: ~Copyable {
  /// The row's id.
  var rowID: Int64 { get }
  /// The number of columns of the table.
  var columnCount: Int { get }
  /// The number of phrases of the query.
  var phraseCount: Int { get }

  /// The number of tokens in the row.
  func length() throws(FullTextError) -> Int

  /// The number of tokens in a phrase.
  func tokenCount(ofPhrase phrase: Int) -> Int

  /// Calls `body` with the column and position of each occurrence of a phrase until it returns false.
  ///
  /// - Returns: whether all occurrences were passed.
  @discardableResult
  func forEachPosition(
    ofPhrase phrase: Int, _ body: (_ column: Int, _ token: Int) -> Bool
  ) throws(FullTextError) -> Bool

  /// The facts about a phrase's occurrences that are quickly known; nil if it has none.
  func occurrences(ofPhrase phrase: Int) throws(FullTextError) -> PhraseOccurrences?
}

/// Facts about the occurrences of a phrase in a row that are known without visiting each one.
struct PhraseOccurrences {
  /// The first column with the phrase.
  let column: Int
  /// The most occurrences that it can have.
  let most: Int
  /// Whether all of them are in ``column``; false if that is not known.
  let areInOneColumn: Bool
}

extension FTS5Match: PhraseMatch {
  @inline(__always)
  func length() throws(FullTextError) -> Int { try tokenCount() }
}
