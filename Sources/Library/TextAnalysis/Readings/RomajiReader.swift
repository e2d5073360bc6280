/// Finds the Japanese readings of the kana and kanji of a run.
struct RomajiReader: ~Copyable {
  /// The most kana in a row that get a reading as a whole; longer runs are usually sentences.
  private static let longestStretch = 8

  private let kanjiReader: KanjiReader?

  /// Opens the kanji dictionary, if kanji are to be read and the dictionary is installed.
  init(readsKanji: Bool) {
    kanjiReader = readsKanji ? KanjiReader.open() : nil
  }

  /// Adds the readings of words, and of short runs of kana.
  func read(_ run: [Unicode.Scalar], words: [Range<Int>], into found: inout [Reading]) {
    guard run.contains(where: { (0x3041...0x9fff).contains($0.value) }) else { return }
    let words = japaneseWords(of: run, words: words)
    for word in words { read(word.kana, word.characters, of: run, into: &found) }
    var nextWord = words[...]
    for stretch in kanaStretches(of: run) {
      while let word = nextWord.first, word.characters.lowerBound < stretch.lowerBound {
        nextWord.removeFirst()
      }
      if nextWord.first?.characters == stretch { continue }
      read(run[stretch], stretch, of: run, into: &found)
    }
  }

  private func read(
    _ kana: ArraySlice<Unicode.Scalar>, _ characters: Range<Int>, of run: [Unicode.Scalar],
    into found: inout [Reading]
  ) {
    // A single kana is often a particle (は, の), and `ha` and `no` are query words in other languages.
    if characters.count == 1, KanaTable.isKana(run[characters.lowerBound]) { return }
    for latin in KanaTable.shared.spellings(of: kana) {
      found.append(Reading(characters: characters, latin: latin))
    }
  }

  private func japaneseWords(
    of run: [Unicode.Scalar], words: [Range<Int>]
  ) -> [(characters: Range<Int>, kana: ArraySlice<Unicode.Scalar>)] {
    guard let read = kanjiReader?.words(in: run) else { return words.map { ($0, run[$0]) } }
    var start = 0
    return read.compactMap { word in
      let characters = start..<min(start + word.length, run.count)
      start = characters.upperBound
      if characters.isEmpty { return nil }
      return (characters, word.kana.isEmpty ? run[characters] : word.kana[...])
    }
  }

  /// Returns the short runs of kana, which the dictionary may split wrongly (とうきょう).
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
      if (2...Self.longestStretch).contains(end - start) { stretches.append(start..<end) }
      start = max(end, start + 1)
    }
    return stretches
  }
}
