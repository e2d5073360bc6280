public import SQLite

extension IndexWriter {
  /// Chooses the languages of stems by those of the documents, if texts have changed much since the last
  /// choice.
  ///
  /// Called when nothing is left to index. ``maintain()`` then goes there in small steps. O(documents)
  /// if it chooses, else O(1). With languages that are set, it does nothing.
  public func chooseLanguages() throws(SQLiteError) {
    guard stems.choosesLanguages, !hasChanges, try isChoiceDue() else { return }
    var counts: [String: Int] = [:]
    try database.forEachRow(
      "SELECT language, count(*) FROM document WHERE language IS NOT NULL GROUP BY language"
    ) { counts[$0.text(at: 0) ?? ""] = Int($0.integer(at: 1)) }
    let used = try stems.usedCodes()
    let chosen = LanguageChoice.codes(for: counts, using: used)
    stems.wanted = chosen.sorted() == used ? nil : chosen
    textsSinceChoice = 0
  }

  private func isChoiceDue() throws(SQLiteError) -> Bool {
    guard let textsSinceChoice else { return true }
    if Double(textsSinceChoice) < LanguageChoice.leastDocuments { return false }
    return try Int64(textsSinceChoice) >= approximateCount() / 20
  }
}
