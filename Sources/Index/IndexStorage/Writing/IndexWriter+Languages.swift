public import SittaSQLite

extension IndexWriter {
  /// Whether texts are stored as they are with these settings, so that no new index is needed.
  ///
  /// - Parameter text: the settings.
  /// - Returns: false for other readings, and for an index of another version.
  /// - Throws: the error of SQLite.
  public func isMade(for text: TextSettings) throws(SQLiteError) -> Bool {
    try meta.text(.fingerprint) == Schema.fingerprint(of: text)
  }

  /// Goes towards the languages of other settings from now on; ``maintain()`` gets there in small steps.
  ///
  /// Readers use the former languages until then.
  ///
  /// - Parameter text: settings that the index is made for.
  public func use(_ text: TextSettings) {
    stems.choosesLanguages = text.choosesLanguages
    stems.wanted = text.choosesLanguages ? nil : text.languages
    textsSinceChoice = nil
  }

  /// Does one step of some 20 ms towards the languages that are to be used.
  ///
  /// There must be no uncommitted changes.
  ///
  /// - Returns: false if there was none to do.
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

  /// Advances the clock although no document has changed: queries find other documents from now on.
  ///
  /// Caches for the former state are read again, and standing queries are searched again in all
  /// documents. There must be no uncommitted changes.
  ///
  /// - Throws: the error of SQLite.
  public func advanceClock() throws(SQLiteError) {
    try meta.increment(.sequence)
    restartLog()
  }

  /// Chooses the stems' languages by the documents' languages, if texts have changed much since the
  /// last choice.
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
    stems.wanted = chosen.sorted() == used && stems.added == nil ? nil : chosen
    textsSinceChoice = 0
  }

  private func isChoiceDue() throws(SQLiteError) -> Bool {
    guard let textsSinceChoice else { return true }
    if Double(textsSinceChoice) < LanguageChoice.leastDocuments { return false }
    return try Int64(textsSinceChoice) >= approximateCount() / 20
  }
}
