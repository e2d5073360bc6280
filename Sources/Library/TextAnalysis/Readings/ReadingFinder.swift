/// Finds the readings of the words in a run of Han, kana and hangul.
struct ReadingFinder: ~Copyable {
  /// Whether ICU has to find the words; it is not needed if libmecab, which reads kanji, finds them.
  private let needsWords: Bool
  private var dictionary = WordDictionary()
  private var pinyin: PinyinReader?
  private let romaji: RomajiReader?

  /// Opens the tables and dictionaries that the readings need.
  ///
  /// - Parameters:
  ///   - readings: The readings to find.
  ///   - readsKanji: Whether to read kanji; by default ``Readings/canReadKanji``.
  init(_ readings: Readings, readsKanji: Bool? = nil) {
    let readsKanji = readings.contains(.romaji) && (readsKanji ?? Readings.canReadKanji)
    needsWords = readings.contains(.pinyin) || !readsKanji
    pinyin = readings.contains(.pinyin) ? PinyinReader() : nil
    romaji = readings.contains(.romaji) ? RomajiReader(readsKanji: readsKanji) : nil
  }

  /// The readings of the run's words, ordered by first character, then by length.
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
