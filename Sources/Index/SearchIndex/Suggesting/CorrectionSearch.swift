import QueryLanguage
import SittaSQLite

/// Finds the probable correction of a text.
///
/// A search must not hide the typed text. So a search itself replaces only words that no document
/// has in any form; any other correction is an offer (``Suggestion/isOffer``).
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
  /// A word in this many documents or fewer can be another author's error.
  private static let rareDocuments = 3
  /// A search takes words with this number of letters or fewer for right if they occur.
  private static let shortWord = 3
  /// A word in this many times more documents can be the word that a person meant.
  private static let timesMoreFrequent = 20
  /// This many ways to correct the words before one are continued.
  private static let beamWidth = 32

  /// How improbable a wrong blank is, and how much likelier a correction must be, in bits.
  private enum Bits {
    static let missingBlank = 6.0
    static let extraBlank = 5.0
    /// If the text has no hits, one of its words is probably wrong, even if all of them occur.
    static let withoutHits = -4.0
    /// A missing word already explains the empty result.
    static let besideMissing = 0.0
    /// If the text has hits, it was probably meant.
    static let withHits = 1.0
    /// The most that an error costs which several people make.
    static let commonError = 7.5
    /// The cost of keeping a word that does not occur.
    static let keptMissing = -40.0
  }

  let text: [Unicode.Scalar]
  let words: WordList
  let options: SuggestionOptions
  let deadline: ContinuousClock.Instant
  /// How frequent the typed words are in all indexes; nil for the numbers of this index.
  var known: KnownWords?

  /// The likeliest corrections first.
  ///
  /// - Parameters:
  ///   - typed: the words that may be corrected, from left to right.
  ///   - reading: how the text and its corrections are read.
  ///   - limit: the largest number of corrections.
  ///   - snapshot: the state of the index.
  /// - Returns: the corrections; none if the text is probably right.
  /// - Throws: the error of SQLite.
  func run(
    _ typed: [TypedWord], _ reading: Query.ReadingOptions, limit: Int,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Suggestion] {
    let typed = Array(typed.filter(\.isCorrectable).prefix(Self.correctedWords))
    if typed.isEmpty { return [] }
    var probe = HitProbe(reading: reading, search: options.search, deadline: deadline)
    let areInFolders = try areInFolders(typed, in: snapshot)
    var isFound: [Bool] = []
    for (word, isInFolders) in zip(typed, areInFolders) {
      let isBegun = word.continuedIn > 0
      isFound.append(
        isBegun || isInFolders || known?.isFound(word) ?? false
          ? true : try probe.hasHits(.term(word.term), in: snapshot))
    }
    // A word that was not looked up in time is not missing.
    if .now >= deadline { return [] }
    let isMissing = isFound.contains(false)
    // A text with a missing word has hits only if it has alternatives.
    let hasHits =
      known?.haveHits ?? false ? true : try probe.hasHits(text.string, in: snapshot)
    if hasHits, !isMissing, options.doubt == .noHits { return [] }
    let margin =
      isMissing ? Bits.besideMissing : hasHits ? Bits.withHits : Bits.withoutHits

    probe.left = options.probes
    if options.doubt == .rareWords, isMissing {
      let occurs = try occurring(typed, isFound, in: snapshot)
      if .now >= deadline { return [] }
      let choices = try substitutions(for: typed, occurs, &probe, in: snapshot)
      let found = try suggestions(choices, limit: limit, needsHits: false, &probe, in: snapshot)
      if !found.isEmpty { return found }
    }
    var choices: [[Replacement]] = []
    for position in typed.indices {
      var found = alternatives(to: typed[position])
      if isFound[position] {
        found = rivals(found, of: typed[position], isInFolders: areInFolders[position], margin)
      } else {
        found += try splits(of: typed[position], &probe, in: snapshot)
        found.append(Self.keeping(typed[position], Bits.keptMissing))
      }
      if !hasHits || isMissing, let join = join(of: typed, at: position) { found.append(join) }
      choices.append(try allowed(found, &probe, in: snapshot))
    }
    var found = try suggestions(choices, limit: limit, needsHits: true, &probe, in: snapshot)
    if options.doubt == .rareWords { for index in found.indices { found[index].isOffer = true } }
    return found
  }

  /// A word that occurs, and the alternatives that are likelier than it by a margin.
  private func rivals(
    _ alternatives: [Replacement], of word: TypedWord, isInFolders: Bool, _ margin: Double
  ) -> [Replacement] {
    let kept = Self.keeping(word, score(of: word))
    // A search also finds documents with a part of the words, so only a very rare one is doubted.
    let isDoubted = options.doubt != .rareWords || isRare(word)
    let isRight = options.doubt == .rareWords && (Self.isShort(word) || isInFolders)
    if isRight { return [kept] }
    return alternatives.filter { other in
      if options.doubt != .noHits, isErrorOfOthers(word, meaning: other) { return true }
      return isDoubted && other.score > kept.score + margin
    } + [kept]
  }

  /// Which words a document has in any form: in any field, and also if it is away.
  private func occurring(
    _ typed: [TypedWord], _ isFound: [Bool], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Bool] {
    var search = options.search
    search.includesAway = true
    var probe = HitProbe(reading: Query.ReadingOptions(), search: search, deadline: deadline)
    var occurring: [Bool] = []
    for (word, isFound) in zip(typed, isFound) {
      let term = word.term
      let anywhere = Query.Term(term.kind, term.text, range: term.range)
      occurring.append(
        isFound || known?.occurs(word) ?? false
          ? true : try probe.hasHits(.term(anywhere), in: snapshot))
    }
    return occurring
  }

  /// The replacements that a search makes by itself: other words for words that no document has in
  /// any form.
  private func substitutions(
    for typed: [TypedWord], _ occurs: [Bool], _ probe: inout HitProbe,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [[Replacement]] {
    var choices: [[Replacement]] = []
    for (position, word) in typed.enumerated() {
      if occurs[position] {
        choices.append([Self.keeping(word, score(of: word))])
        continue
      }
      var found = alternatives(to: word, isCautious: true)
      found += try splits(of: word, &probe, in: snapshot)
      found.append(Self.keeping(word, Bits.keptMissing))
      if position + 1 < typed.count, !occurs[position + 1],
        let join = join(of: typed, at: position)
      {
        found.append(join)
      }
      choices.append(try allowed(found, &probe, in: snapshot))
    }
    return choices
  }

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
    var suggestions: [Suggestion] = []
    var likeliest: Suggestion?
    for way in RepairedText.likeliest(choices, width: Self.beamWidth) where !way.changes.isEmpty {
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
    var probe = HitProbe(
      reading: Query.ReadingOptions(), search: options.search, deadline: deadline)
    for word in words where try !probe.hasHits(.term(Query.Term(.exact, word)), in: snapshot) {
      return false
    }
    return true
  }

  /// The words from which ``run(_:_:limit:in:)`` chooses, the typed ones among them.
  ///
  /// With the sums of the numbers of several indexes, each of them chooses as one index with all
  /// documents would. Words that no document has any more, or none that may be shown, are left out.
  func words(
    for typed: [TypedWord], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [WordList.Entry] {
    var probe = HitProbe(
      reading: Query.ReadingOptions(), search: options.search, deadline: deadline)
    var known: Set<[UInt8]> = []
    var found: [WordList.Entry] = []
    for entry in words(for: typed) where known.insert(entry.word).inserted {
      guard let inside = try probe.inside(entry, in: snapshot) else { continue }
      let term = Query.Term(.exact, String(decoding: entry.word, as: UTF8.self))
      if options.search.within == nil, try !probe.hasHits(.term(term), in: snapshot) { continue }
      found.append(inside)
    }
    return found
  }

  private func words(for typed: [TypedWord]) -> [WordList.Entry] {
    let typed = Array(typed.filter(\.isCorrectable).prefix(Self.correctedWords))
    var found: [WordList.Entry] = []
    for (position, word) in typed.enumerated() {
      let documents = words.documents(having: word.token)
      if documents > 0 { found.append(WordList.Entry(word: word.token, documents: documents)) }
      found += words.corrections(
        of: word.token, limit: Self.offeredPerWord, until: deadline
      ).map(\.entry)
      if word.isFree { found += words.splits(of: word.token).flatMap(\.self) }
      found += join(of: typed, at: position)?.words ?? []
    }
    return found
  }

  /// Whether words are in the names of folders, by which a search finds the content of the folders.
  private func areInFolders(
    _ typed: [TypedWord], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [Bool] {
    if let known { return typed.map(known.isInFolders) }
    let (folders, words) = (snapshot.reader.folders, snapshot.reader.words)
    try folders.update(in: snapshot)
    let common = folders.common(in: nil)
    return typed.map { word in
      let forms = [word.token] + words.stems(of: word.token).map(FolderNames.key(ofStem:))
      return word.term.column == nil && forms.contains { folders.names.has($0, except: common) }
    }
  }

  private static func keeping(_ word: TypedWord, _ score: Double) -> Replacement {
    Replacement(span: 1, range: word.range, words: [], score: score)
  }

  private func score(of word: TypedWord) -> Double {
    let documents = frequency(of: word)
    // A word that occurs and is not in the list is a stop word, a number, or too rare to be listed.
    return WordList.likelihood(documents: documents == 0 ? .max : documents)
  }

  private func frequency(of word: TypedWord) -> Int {
    max(documents(having: word), word.continuedIn)
  }

  private func isRare(_ word: TypedWord) -> Bool {
    (1...Self.rareDocuments).contains(documents(having: word))
  }

  private func documents(having word: TypedWord) -> Int {
    max(words.documents(having: word.token), known?.frequency(of: word.token) ?? 0)
  }

  /// Whether a word is so short that it has too many neighbours.
  private static func isShort(_ word: TypedWord) -> Bool {
    String(decoding: word.token, as: UTF8.self).unicodeScalars.count <= shortWord
  }

  /// Whether a word that occurs looks like an error that several people make.
  ///
  /// Such a word is as frequent as the error is probable, so its likelihood says nothing.
  private func isErrorOfOthers(_ word: TypedWord, meaning other: Replacement) -> Bool {
    guard let entry = other.words.first, other.words.count == 1 else { return false }
    let cost = WordList.likelihood(documents: entry.documents) - other.score
    return cost <= Bits.commonError
      && entry.documents >= Self.timesMoreFrequent * frequency(of: word)
  }

  private func alternatives(to word: TypedWord, isCautious: Bool = false) -> [Replacement] {
    words.corrections(
      of: word.token, limit: Self.alternativesPerWord, isCautious: isCautious, until: deadline
    ).map {
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
}

extension WordList {
  /// The ways to write a word as two words of the list.
  func splits(of word: [UInt8]) -> [[Entry]] {
    var found: [[Entry]] = []
    for end in word.indices.dropFirst() where word[end] & 0xc0 != 0x80 {
      let parts = [Array(word[..<end]), Array(word[end...])].map {
        Entry(word: $0, documents: documents(having: $0))
      }
      if parts.allSatisfy({ $0.documents > 0 }) { found.append(parts) }
    }
    return found
  }
}
