/// Finds how the words of a run of Han, kana and hangul are pronounced.
struct ReadingFinder: ~Copyable {
  /// Longer words are not read as one.
  private static let longestWord = 8
  /// Two neighbouring words are read as one up to this length.
  private static let longestJoinedWords = 4

  private let readings: Readings
  private var dictionary = WordDictionary()
  private let kanjiReader: KanjiReader?

  init(_ readings: Readings, readsKanji: Bool = true) {
    self.readings = readings
    kanjiReader = readsKanji && readings.contains(.romaji) ? KanjiReader.open() : nil
  }

  /// The readings of words of the run, by their first character.
  mutating func find(in run: [Unicode.Scalar]) -> [Reading] {
    var found: [Reading] = []
    let words = dictionary.words(in: run)
    if readings.contains(.pinyin) { addPinyin(of: run, words: words, to: &found) }
    if readings.contains(.romaji) { addRomaji(of: run, words: words, to: &found) }
    found.sort {
      ($0.characters.lowerBound, $0.characters.count)
        < ($1.characters.lowerBound, $1.characters.count)
    }
    return found
  }

  private func addPinyin(
    of run: [Unicode.Scalar], words: [Range<Int>], to found: inout [Reading]
  ) {
    let syllables = PinyinTable.standard.syllables(of: run)
    let pairs = run.indices.dropLast().map { $0..<$0 + 2 }
    let longer = words.filter { (3...Self.longestWord).contains($0.count) }
    // The dictionary cuts finely: 文件 and 夹, 北京 and 大学.
    let joined = zip(words, words.dropFirst()).map { $0.lowerBound..<$1.upperBound }
      .filter { (3...Self.longestJoinedWords).contains($0.count) }
    let alone = run.count == 1 ? [0..<1] : []
    for characters in pairs + longer + joined + alone {
      let parts = syllables[characters].compactMap { $0 }
      guard parts.count == characters.count else { continue }
      found.append(Reading(characters: characters, latin: parts.flatMap { $0 }))
    }
  }

  private func addRomaji(
    of run: [Unicode.Scalar], words: [Range<Int>], to found: inout [Reading]
  ) {
    guard run.contains(where: { KanaTable.isKana($0) || $0.properties.isIdeographic }) else {
      return
    }
    let stretches = kanaStretches(of: run).map { (characters: $0, kana: Array(run[$0])) }
    let words = japaneseWords(of: run, words: words)
    let others = stretches.filter { stretch in
      !words.contains { $0.characters == stretch.characters }
    }
    for (characters, kana) in words + others {
      // A particle (は, の) is no word that anybody looks for, and ha and no are.
      if characters.count == 1, KanaTable.isKana(run[characters.lowerBound]) { continue }
      for latin in KanaTable.standard.spellings(of: kana) {
        found.append(Reading(characters: characters, latin: latin))
      }
    }
  }

  private func japaneseWords(
    of run: [Unicode.Scalar], words: [Range<Int>]
  ) -> [(characters: Range<Int>, kana: [Unicode.Scalar])] {
    let text = String(String.UnicodeScalarView(run))
    guard let read = kanjiReader?.words(in: text) else {
      return words.map { ($0, Array(run[$0])) }
    }
    var start = 0
    return read.compactMap { word in
      let characters = start..<min(start + word.length, run.count)
      start = characters.upperBound
      if characters.isEmpty { return nil }
      let kana = word.kana.isEmpty ? Array(run[characters]) : Array(word.kana.unicodeScalars)
      return (characters, kana)
    }
  }

  /// Short words in kana alone, which the dictionary may take to pieces (とうきょう).
  private func kanaStretches(of run: [Unicode.Scalar]) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    while start < run.count {
      var end = start
      while end < run.count, KanaTable.isKana(run[end]),
        run[end] == "ー" || KanaTable.isHiragana(run[end]) == KanaTable.isHiragana(run[start])
      {
        end += 1
      }
      if (2...Self.longestWord).contains(end - start) { stretches.append(start..<end) }
      start = max(end, start + 1)
    }
    return stretches
  }
}
