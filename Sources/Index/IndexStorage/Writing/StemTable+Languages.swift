package import SittaSQLite
import TextAnalysis

/// Changes of the languages in the table of stems: at once, or step by step while the index is used.
///
/// Readers use the languages in the table `language` of their snapshot. A language that is added step by step
/// is inserted there by its last step. It never gets the number of a language whose stems are still being
/// removed.
extension StemTable {
  /// A language that is being added; it is stored, so that a restarted daemon continues.
  struct AddedLanguage: Equatable {
    let id: Int64
    let name: String
    /// The last word of the index whose stem was added; empty before the first word.
    var last: [UInt8] = []

    /// The form for the table `meta`; neither names nor words contain a blank.
    var stored: SQLiteValue { .text("\(id) \(name) \(String(decoding: last, as: UTF8.self))") }

    init(id: Int64, name: String) {
      (self.id, self.name) = (id, name)
    }

    init?(stored: String) {
      let parts = stored.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let id = Int64(parts[0]) else { return nil }
      self.init(id: id, name: String(parts[1]))
      last = Array(parts[2].utf8)
    }
  }

  // MARK: - At once

  /// Makes the table contain the stems of exactly these languages.
  ///
  /// For a new language, all words of the index are read once: O(index).
  func prepare(for names: [String]) throws(SQLiteError) {
    let stored = try storedLanguages()
    let (known, wanted) = (Set(stored.keys.map(LanguageChoice.key)), names.map(LanguageChoice.key))
    let new = names.filter { !known.contains(LanguageChoice.key(of: $0)) }
    let removed = stored.filter { !wanted.contains(LanguageChoice.key(of: $0.key)) }
    if !new.isEmpty || !removed.isEmpty {
      try database.transaction { () throws(SQLiteError) in
        for id in removed.values {
          try database.run("DELETE FROM stem WHERE language = ?1", .integer(id))
          try database.run("DELETE FROM language WHERE id = ?1", .integer(id))
        }
        for name in new {
          try database.run(
            "INSERT OR IGNORE INTO language(id, name) VALUES(?1, ?2)", .integer(try unusedID()),
            .text(name))
        }
        languages = try storedLanguages().filter { new.contains($0.key) }.compactMap(Self.open)
        try recordVocabulary()
        try write()
      }
      clear()
    }
    try MetaTable(of: database).remove(.addedLanguage)
    try reopen()
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

  // MARK: - Step by step

  /// Continues with the languages of the index, or with `names` if it has none yet.
  ///
  /// From now on the documents decide the languages.
  func resume(orBeginWith names: [String]) throws(SQLiteError) {
    choosesLanguages = true
    if try storedLanguages().isEmpty { return try prepare(for: names) }
    try reopen()
  }

  /// The ISO 639-1 codes of the languages in use.
  func usedCodes() throws(SQLiteError) -> [String] {
    try storedLanguages().keys.compactMap(LanguageChoice.code).sorted()
  }

  /// Whether ``step()`` has anything to do.
  var needsSteps: Bool { added != nil || wanted != nil || hasUnusedStems }

  /// Does one step of a change to the languages ``wanted``; there must be no open transaction.
  func step() throws(SQLiteError) {
    do throws(SQLiteError) {
      try takeStep()
    } catch {
      // The step was rolled back, so the languages in memory are read again.
      try? reopen()
      throw error
    }
  }

  private func takeStep() throws(SQLiteError) {
    if let added {
      if isWanted(added.name) { return try read(added) }
      try MetaTable(of: database).remove(.addedLanguage)
      return try reopen()
    }
    guard let wanted else { return try removeUnusedStems() }
    let stored = try storedLanguages()
    let known = Set(stored.keys.map(LanguageChoice.key))
    if let missing = wanted.first(where: { !known.contains(LanguageChoice.key(of: $0)) }) {
      return try begin(LanguageChoice.names[missing] ?? missing)
    }
    let unwanted = stored.filter { !isWanted($0.key) }
    try database.transaction { () throws(SQLiteError) in
      for id in unwanted.values {
        try database.run("DELETE FROM language WHERE id = ?1", .integer(id))
      }
    }
    self.wanted = nil
    if !unwanted.isEmpty { hasOtherLanguages = true }
    try reopen()
  }

  private func isWanted(_ name: String) -> Bool {
    guard let wanted else { return true }
    return wanted.map(LanguageChoice.key).contains(LanguageChoice.key(of: name))
  }

  private func begin(_ name: String) throws(SQLiteError) {
    let language = AddedLanguage(id: try unusedID(), name: name)
    try MetaTable(of: database).set(.addedLanguage, to: language.stored)
    // Known words have to be recorded again: they have no stem of the new language yet.
    clear()
    try reopen()
  }

  /// Records the stems of the next words of the index.
  private func read(_ language: AddedLanguage) throws(SQLiteError) {
    var (language, isLast) = (language, false)
    let stemmer = try? StemmerReference(language.name)
    try database.transaction { () throws(SQLiteError) in
      var words: [[UInt8]] = []
      try withVocabulary { () throws(SQLiteError) in
        try database.prepare("SELECT term FROM temp.vocabulary WHERE term > ?1 LIMIT ?2")
          .forEachRow([
            .text(String(decoding: language.last, as: UTF8.self)), .integer(Int64(stepWords)),
          ]) { words.append($0.bytes(at: 0)) }
      }
      var entries: [(language: Int64, stem: [UInt8], term: [UInt8])] = []
      var stem: [UInt8] = []
      for word in words where Self.mayHaveStem(word.span) {
        guard let stemmer, stemmer.stemmer.stem(of: word.span, into: &stem), stem != word else {
          continue
        }
        entries.append((language.id, stem, word))
      }
      try insert(&entries)
      let meta = MetaTable(of: database)
      isLast = words.count < stepWords
      if let last = words.last, words.count == stepWords {
        language.last = last
        try meta.set(.addedLanguage, to: language.stored)
      } else {
        try meta.remove(.addedLanguage)
        try database.run(
          "INSERT OR IGNORE INTO language(id, name) VALUES(?1, ?2)", .integer(language.id),
          .text(language.name))
      }
    }
    if isLast { hasOtherLanguages = true }
    try reopen()
  }

  /// Makes the language that is being added start at the first word again, in the open transaction.
  func restartAdding() throws(SQLiteError) {
    guard let added else { return }
    let language = AddedLanguage(id: added.id, name: added.name)
    try MetaTable(of: database).set(.addedLanguage, to: language.stored)
    self.added = language
  }

  private func removeUnusedStems() throws(SQLiteError) {
    if let id = try unusedLanguage() {
      try database.run(
        """
        DELETE FROM stem WHERE language = ?1 AND (stem, term) IN
          (SELECT stem, term FROM stem WHERE language = ?1 LIMIT ?2)
        """, .integer(id), .integer(Int64(stepWords)))
    }
    hasUnusedStems = try unusedLanguage() != nil
  }

  // MARK: - Stored languages

  /// The names of the stemmers of the languages in use, in the order in which they were added.
  ///
  /// A language that has no stemmer here is left out.
  package static func languages(in database: Database) throws(SQLiteError) -> [String] {
    var names: [String] = []
    try database.forEachRow("SELECT name FROM language ORDER BY id") {
      names.append($0.text(at: 0) ?? "")
    }
    return names.filter { (try? Stemmer(language: $0)) != nil }
  }

  private func storedLanguages() throws(SQLiteError) -> [String: Int64] {
    var stored: [String: Int64] = [:]
    try database.forEachRow("SELECT name, id FROM language") {
      stored[$0.text(at: 0) ?? ""] = $0.integer(at: 1)
    }
    return stored
  }

  /// Reads the languages in use, and the language that is being added.
  private func reopen() throws(SQLiteError) {
    let stored = try storedLanguages()
    added = try MetaTable(of: database).text(.addedLanguage).flatMap(AddedLanguage.init)
    languages = (stored.map { ($0.key, $0.value) } + (added.map { [($0.name, $0.id)] } ?? []))
      .compactMap(Self.open)
    hasUnusedStems = try unusedLanguage() != nil
  }

  private static func open(
    _ language: (key: String, value: Int64)
  ) -> (id: Int64, stemmer: StemmerReference)? {
    (try? StemmerReference(language.key)).map { (language.value, $0) }
  }

  /// Returns a number that no language has, and no stem that is still to be removed.
  private func unusedID() throws(SQLiteError) -> Int64 {
    let last = try database.first(
      """
      SELECT max(ifnull((SELECT max(language) FROM stem), 0), ifnull((SELECT max(id) FROM language), 0))
      """
    ) { $0.integer(at: 0) }
    return (last ?? 0) + 1
  }

  /// The number of a language that is not used any more but still has stems, if any; O(languages).
  private func unusedLanguage() throws(SQLiteError) -> Int64? {
    var used = Set(try storedLanguages().values)
    if let added { used.insert(added.id) }
    var last: Int64 = 0
    while let next = try nextLanguage(after: last) {
      if !used.contains(next) { return next }
      last = next
    }
    return nil
  }

  private func nextLanguage(after id: Int64) throws(SQLiteError) -> Int64? {
    try database.first(
      "SELECT language FROM stem WHERE language > ?1 ORDER BY language LIMIT 1", .integer(id)
    ) { $0.integer(at: 0) }
  }
}
