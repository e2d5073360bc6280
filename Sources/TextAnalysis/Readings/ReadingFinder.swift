/// Finds how the words of a run of Han, kana and hangul are pronounced.
struct ReadingFinder: ~Copyable {
  /// Whether ICU must find the words; kanji are read by a dictionary that finds them, too.
  private let needsWords: Bool
  private var dictionary = WordDictionary()
  private var pinyin: PinyinReader?
  private let romaji: RomajiReader?

  /// Opens what the readings need, and nothing else.
  ///
  /// - Parameters:
  ///   - readings: What will be looked for.
  ///   - readsKanji: Whether kanji are read; if nothing is said, where they can be.
  init(_ readings: Readings, readsKanji: Bool? = nil) {
    let readsKanji = readings.contains(.romaji) && (readsKanji ?? Readings.canReadKanji)
    needsWords = readings.contains(.pinyin) || !readsKanji
    pinyin = readings.contains(.pinyin) ? PinyinReader() : nil
    romaji = readings.contains(.romaji) ? RomajiReader(readsKanji: readsKanji) : nil
  }

  /// The readings of words of the run, by their first character.
  mutating func find(in run: [Unicode.Scalar]) -> [Reading] {
    let words = needsWords ? dictionary.words(in: run) : []
    var found: [Reading] = []
    pinyin?.read(run, words: words, into: &found)
    romaji?.read(run, words: words, into: &found)
    found.sort {
      ($0.characters.lowerBound, $0.characters.count)
        < ($1.characters.lowerBound, $1.characters.count)
    }
    return found
  }
}
