import QueryLanguage
import SittaSQLite

/// Finds the probable correction of a text.
///
/// A word that no document has in any form is replaced by a similar one, split, or joined with the next
/// one. A word that occurs was probably meant: it is replaced only in the clear case, and a search may
/// only offer that (``Suggestion/isOffer``).
struct CorrectionSearch {
  /// At most this many words of a text are corrected.
  private static let correctedWords = 8
  /// At most this many other words are tried for each.
  private static let alternativesPerWord = 5
  /// At most this many other words are offered for each, to clients that add the numbers of several
  /// indexes.
  private static let offeredPerWord = 64
  /// At most this many ways to split a word are tried.
  private static let splitsPerWord = 2
  /// This many ways to correct the words before one are continued.
  private static let beamWidth = 32

  /// When a word that occurs is clearly an error that other people made, too.
  private enum ClearCase {
    /// A shorter word has too many neighbours.
    static let letters = 6
    /// The meant word is in this many times more documents.
    static let timesMoreFrequent = WordList.timesMoreFrequent
    /// The most that the error costs, in bits.
    static let cost = 7.5
  }

  /// How improbable a wrong blank is, in bits.
  private enum Bits {
    static let missingBlank = 6.0
    static let extraBlank = 5.0
    /// The likelihood of a word that does not occur.
    static let missing = -40.0
  }

  /// Whether documents that are searched have a form of a word.
  private enum Occurrence {
    /// No document has it.
    case nowhere
    /// Only documents that are away have it, or other columns.
    case elsewhere
    case here
  }

  let text: [Unicode.Scalar]
  let words: WordList
  let options: SuggestionOptions
  /// How frequent the typed words are in all indexes; nil for the numbers of this index.
  var known: KnownWords?

  /// The likeliest corrections first.
  ///
  /// - Parameters:
  ///   - typed: the words that may be corrected, from left to right.
  ///   - reading: how the text and its corrections are read.
  ///   - isSearch: whether a search asks: it replaces only words that no document has, and may lack hits,
  ///     because it also finds documents with a part of the words. All else is an offer.
  ///   - limit: the largest number of corrections.
  ///   - snapshot: the state of the index.
  /// - Returns: the corrections; none if the text is probably right.
  /// - Throws: the error of SQLite.
  func run(
    _ typed: [TypedWord], _ reading: Query.ReadingOptions, isSearch: Bool = false, limit: Int,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Suggestion] {
    let typed = Array(typed.filter(\.isCorrectable).prefix(Self.correctedWords))
    var occurrences: [Occurrence] = []
    for word in typed { occurrences.append(try occurrence(of: word, in: snapshot)) }
    var probe = HitProbe(reading: reading, search: options.search)
    probe.left = options.probes
    var joins = typed.indices.map { join(of: typed, at: $0) }
    var choices: [[Replacement]] = []
    for (position, word) in typed.enumerated() {
      choices.append(
        occurrences[position] == .nowhere
          ? try replacements(of: word, &probe, in: snapshot) : [keeping(word)])
    }
    if isSearch, occurrences.contains(.nowhere) {
      let joined = zip(choices.indices, choices).map { position, choices in
        let areMissing = !occurrences[position...].prefix(2).contains { $0 != .nowhere }
        return areMissing ? choices + [joins[position]].compactMap(\.self) : choices
      }
      let found = try suggestions(joined, limit: limit, needsHits: false, &probe, in: snapshot)
      if !found.isEmpty { return found }
    }
    // Two words that occur were meant if documents have the text.
    if joins.contains(where: { $0 != nil }), !occurrences.contains(where: { $0 != .here }),
      try known?.haveHits == true ? true : probe.hasHits(text.string, in: snapshot)
    {
      joins = joins.map { _ in nil }
    }
    for (position, word) in typed.enumerated() {
      switch occurrences[position] {
      case .here: choices[position] += try rivals(of: word, in: snapshot)
      case .elsewhere: choices[position] = alternatives(to: word) + [keeping(word, Bits.missing)]
      case .nowhere: break
      }
      if let join = joins[position] { choices[position].append(join) }
    }
    var found = try suggestions(choices, limit: limit, needsHits: true, &probe, in: snapshot)
    if isSearch { for index in found.indices { found[index].isOffer = true } }
    return found
  }

  // MARK: - Words that occur

  private func occurrence(
    of word: TypedWord, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Occurrence {
    if word.continuedIn > 0 || known?.isFound(word) ?? false { return .here }
    let isAnywhere = options.search.within == nil && word.term.column == nil
    if isAnywhere, words.documents(having: word.token) > 0 { return .here }
    if try isInFolders(word, in: snapshot) { return .here }
    var search = options.search
    search.includesAway = true
    let anywhere = Query.Term(word.term.kind, word.term.text, range: word.term.range)
    guard try hasHits(anywhere, search, in: snapshot) else {
      return known?.occurs(word) ?? false ? .elsewhere : .nowhere
    }
    return try hasHits(word.term, options.search, in: snapshot) ? .here : .elsewhere
  }

  private func hasHits(
    _ term: Query.Term, _ search: SearchOptions, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Bool {
    try snapshot.hasHits(Query(.term(term)), search)
  }

  /// Whether a word is in the name of a folder, by which a search finds the content of the folder.
  private func isInFolders(
    _ word: TypedWord, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Bool {
    if let known { return known.isInFolders(word) }
    if word.term.column != nil { return false }
    let (folders, words) = (snapshot.reader.folders, snapshot.reader.words)
    try folders.update(in: snapshot)
    let common = folders.common(in: nil)
    let forms = [word.token] + words.stems(of: word.token).map(FolderNames.key(ofStem:))
    return forms.contains { folders.names.has($0, except: common) }
  }

  /// The words that were clearly meant instead of a word that occurs; mostly none.
  private func rivals(
    of word: TypedWord, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Replacement] {
    let least = ClearCase.timesMoreFrequent.multipliedReportingOverflow(by: frequency(of: word))
    guard mayBeError(word), least.partialValue > 0, !least.overflow,
      words.mostDocuments >= least.partialValue
    else { return [] }
    let found = alternatives(to: word).filter { other in
      let documents = other.words[0].documents
      return documents >= least.partialValue
        && WordList.likelihood(documents: documents) - other.score <= ClearCase.cost
    }
    if found.isEmpty { return [] }
    return try isInFolders(word, in: snapshot) ? [] : found
  }

  /// Whether a word is long enough, and not typed as a name.
  private func mayBeError(_ word: TypedWord) -> Bool {
    String(decoding: word.token, as: UTF8.self).unicodeScalars.count >= ClearCase.letters
      && !text[word.range].contains(where: \.properties.isUppercase)
  }

  private func keeping(_ word: TypedWord, _ score: Double? = nil) -> Replacement {
    let documents = frequency(of: word)
    // A word that occurs and is not in the list is a number, or occurs in another form.
    let own = WordList.likelihood(documents: documents == 0 ? .max : documents)
    return Replacement(span: 1, range: word.range, words: [], score: score ?? own)
  }

  private func frequency(of word: TypedWord) -> Int {
    max(
      words.documents(having: word.token), known?.frequency(of: word.token) ?? 0, word.continuedIn)
  }

  // MARK: - Words that do not occur

  /// The choices for a word that no document has: other words, two words, or the word itself.
  private func replacements(
    of word: TypedWord, _ probe: inout HitProbe, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Replacement] {
    try alternatives(to: word) + splits(of: word, &probe, in: snapshot)
      + [keeping(word, Bits.missing)]
  }

  private func alternatives(to word: TypedWord) -> [Replacement] {
    words.corrections(of: word.token, limit: Self.alternativesPerWord).map {
      Replacement(span: 1, range: word.range, words: [$0.entry], score: $0.score)
    }
  }

  /// The ways to write a word as two that occur side by side.
  private func splits(
    of word: TypedWord, _ probe: inout HitProbe, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Replacement] {
    guard word.isFree else { return [] }
    let found = words.splits(of: word.token).map { pair in
      let rarer = pair.map(\.documents).min() ?? 0
      return Replacement(
        span: 1, range: word.range, words: pair,
        score: WordList.likelihood(documents: rarer) - Bits.missingBlank)
    }
    var kept: [Replacement] = []
    for split in found.sorted(by: { $0.score > $1.score }).prefix(Self.splitsPerWord) {
      let phrase = Query.Term(.phrase, String(decoding: split.bytes, as: UTF8.self))
      if try probe.hasHits(.term(phrase), in: snapshot) { kept.append(split) }
    }
    return kept
  }

  /// A word and the next one as one word that occurs.
  private func join(of typed: [TypedWord], at position: Int) -> Replacement? {
    guard position + 1 < typed.count else { return nil }
    let (left, right) = (typed[position], typed[position + 1])
    guard left.isFree, right.isFree, left.range.upperBound <= right.range.lowerBound,
      text[left.range.upperBound..<right.range.lowerBound].allSatisfy(\.properties.isWhitespace)
    else { return nil }
    let joined = left.token + right.token
    let documents = words.documents(having: joined)
    guard documents > 0 else { return nil }
    // It is as likely as two words, because it replaces two.
    return Replacement(
      span: 2, range: left.range.lowerBound..<right.range.upperBound,
      words: [WordList.Entry(word: joined, documents: documents)],
      score: 2 * WordList.likelihood(documents: documents) - Bits.extraBlank)
  }

  // MARK: - Texts

  /// The choices whose words a document has that may be shown.
  private func allowed(
    _ choices: [Replacement], _ probe: inout HitProbe, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Replacement] {
    var allowed: [Replacement] = []
    for choice in choices {
      if let choice = try probe.inside(choice, in: snapshot) { allowed.append(choice) }
    }
    return allowed
  }

  /// The likeliest texts that have hits.
  ///
  /// - Parameters:
  ///   - choices: for each word, the replacements for it, or for it and the next one.
  ///   - limit: the largest number of texts.
  ///   - needsHits: false to return the likeliest text if none has hits: a search finds documents with a
  ///     part of the words, if these occur.
  ///   - probe: finds out which texts have hits.
  ///   - snapshot: the state of the index.
  /// - Returns: the likeliest first.
  /// - Throws: the error of SQLite.
  private func suggestions(
    _ choices: [[Replacement]], limit: Int, needsHits: Bool, _ probe: inout HitProbe,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Suggestion] {
    var allowed: [[Replacement]] = []
    for choices in choices { allowed.append(try self.allowed(choices, &probe, in: snapshot)) }
    var suggestions: [Suggestion] = []
    var likeliest: Suggestion?
    for way in RepairedText.likeliest(allowed, width: Self.beamWidth) where !way.changes.isEmpty {
      if suggestions.count == limit { break }
      var suggestion = Suggestion(text, way.changes, likelihood: way.score)
      guard !suggestions.contains(where: { $0.text == suggestion.text }) else { continue }
      suggestion.hasHits = try probe.hasHits(suggestion.text, in: snapshot)
      if suggestion.hasHits { suggestions.append(suggestion) }
      if likeliest == nil { likeliest = suggestion }
    }
    if suggestions.isEmpty, !needsHits, let likeliest, try areThere(likeliest.words, in: snapshot) {
      return [likeliest]
    }
    return suggestions
  }

  /// Whether a document still has each of some words of the list, which may be out of date.
  private func areThere(
    _ words: [String], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Bool {
    // A word of several indexes may be in another one.
    if known != nil { return true }
    for word in words
    where try !hasHits(Query.Term(.exact, word), options.search, in: snapshot) {
      return false
    }
    return true
  }

  // MARK: - Several indexes

  /// The words from which ``run(_:_:isSearch:limit:in:)`` chooses, the typed ones among them.
  ///
  /// With the sums of the numbers of several indexes, each of them chooses as one index with all
  /// documents would. Words that no document has any more, or none that may be shown, are left out.
  func words(
    for typed: [TypedWord], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [WordList.Entry] {
    var probe = HitProbe(search: options.search)
    var known: Set<[UInt8]> = []
    var found: [WordList.Entry] = []
    for entry in words(for: typed) where known.insert(entry.word).inserted {
      guard let inside = try probe.inside(entry, in: snapshot) else { continue }
      let term = Query.Term(.exact, String(decoding: entry.word, as: UTF8.self))
      if options.search.within == nil, try !hasHits(term, options.search, in: snapshot) { continue }
      found.append(inside)
    }
    return found
  }

  /// For each word that can be corrected, the word and those that may have been meant by it, of the whole list.
  func choices(for typed: [TypedWord]) -> [[[UInt8]]] {
    let typed = Array(typed.filter(\.isCorrectable).prefix(Self.correctedWords))
    return typed.enumerated().map { position, word in
      let others = words.corrections(of: word.token, limit: Self.offeredPerWord).map(\.entry)
      let parts = word.isFree ? words.splits(of: word.token).flatMap(\.self) : []
      let joined = join(of: typed, at: position)?.words ?? []
      return [word.token] + (others + parts + joined).map(\.word)
    }
  }

  private func words(for typed: [TypedWord]) -> [WordList.Entry] {
    let typed = Array(typed.filter(\.isCorrectable).prefix(Self.correctedWords))
    var found: [WordList.Entry] = []
    for (position, word) in typed.enumerated() {
      let documents = words.documents(having: word.token)
      if documents > 0 { found.append(WordList.Entry(word: word.token, documents: documents)) }
      if documents == 0 || mayBeError(word) {
        found += words.corrections(of: word.token, limit: Self.offeredPerWord).map(\.entry)
      }
      if documents == 0, word.isFree { found += words.splits(of: word.token).flatMap(\.self) }
      found += join(of: typed, at: position)?.words ?? []
    }
    return found
  }
}
