public import SittaSQLite

extension IndexWriter {
  /// Whether the stored tokens are those that these settings produce, so that no new index is needed.
  ///
  /// - Parameter text: the settings.
  /// - Returns: false if other readings or another version made the index.
  /// - Throws: the error of SQLite.
  public func isMade(for text: TextSettings) throws(SQLiteError) -> Bool {
    try meta.text(.fingerprint) == Schema.fingerprint(of: text)
  }

  /// Sets the text settings; ``maintain()`` then changes the languages of the stems in small steps.
  ///
  /// Readers use the former languages until the last step. Another table of vectors is also used step by step. There
  /// must be no uncommitted changes.
  ///
  /// - Parameter text: settings for which ``isMade(for:)`` returned true.
  /// - Throws: the error of SQLite.
  public func use(_ text: TextSettings) throws(SQLiteError) {
    meaning = try MeaningWriter(text, in: database)
    stems.choosesLanguages = text.choosesLanguages
    stems.wanted = text.choosesLanguages ? nil : text.languages
    textsSinceChoice = nil
  }

  /// Does one step, of about 20 ms, of a change of the stems' languages.
  ///
  /// There must be no uncommitted changes.
  ///
  /// - Returns: false if there was nothing to do.
  /// - Throws: the error of SQLite.
  public func takeLanguageStep() throws(SQLiteError) -> Bool {
    guard stems.needsSteps else { return false }
    try stems.step()
    if stems.hasOtherLanguages {
      try advanceClock()
      stems.hasOtherLanguages = false
    }
    return true
  }

  /// Advances the clock although no document has changed, because queries now find other documents.
  ///
  /// Readers fill their caches again, and standing queries search all documents again. There must be no
  /// uncommitted changes.
  ///
  /// - Throws: the error of SQLite.
  public func advanceClock() throws(SQLiteError) {
    try meta.increment(.sequence)
    restartLog()
  }

  /// Chooses the languages of the stems by the languages of the documents, if a twentieth of the texts
  /// changed since the last choice.
  ///
  /// Called when nothing is left to index. ``maintain()`` then changes the languages in small steps.
  /// O(documents) if it chooses, else O(1). It does nothing if the settings fix the languages.
  public func chooseLanguages() throws(SQLiteError) {
    guard stems.choosesLanguages, !hasChanges, try isChoiceDue() else { return }
    let shares = try LanguageShares(in: database)
    let used = try stems.usedCodes()
    let chosen = LanguageChoice.codes(for: shares.counts, atHome: shares.atHome, using: used)
    stems.wanted = chosen.sorted() == used && stems.added == nil ? nil : chosen
    textsSinceChoice = 0
  }

  private func isChoiceDue() throws(SQLiteError) -> Bool {
    guard let textsSinceChoice else { return true }
    if Double(textsSinceChoice) < LanguageChoice.leastDocuments { return false }
    return try Int64(textsSinceChoice) >= approximateCount() / 20
  }
}
