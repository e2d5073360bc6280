/// The pronunciations of Han, kana and kanji in Latin letters, as additional tokens of documents.
///
/// Queries get no readings: otherwise a query would find every word with the same pronunciation.
public struct Readings: OptionSet, Sendable, Hashable {
  /// One bit for each kind of reading.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Mandarin, without tones, ü as u: `wenjian` finds 文件.
  ///
  /// There is a token for each pair of characters, for each word of three to eight characters in the
  /// dictionary, and for each two adjacent words of three or four characters together. A character with
  /// several readings gets the most common one, except in some common words (银行).
  public static let pinyin = Readings(rawValue: 1)

  /// Japanese in Hepburn's spelling: `romaji` finds ローマ字.
  ///
  /// Long vowels are found in both spellings: `toukyou` and `tokyo`. Kana need no dictionary. Kanji
  /// have readings only if libmecab and the IPA dictionary in UTF-8 are installed, see
  /// ``canReadKanji``. They never get Chinese readings instead.
  public static let romaji = Readings(rawValue: 2)

  /// Whether ``romaji`` reads kanji on this computer.
  ///
  /// The Debian packages are `libmecab2` and `mecab-ipadic-utf8`. An index that was built without
  /// them has fewer tokens.
  public static let canReadKanji = {
    if case .some = KanjiReader.open() { return true }
    return false
  }()
}
