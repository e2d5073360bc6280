/// The pronunciations of Han, kana and kanji in Latin letters, as further tokens of documents.
///
/// Readings are added to documents only: were they added to queries too, every word of the same
/// sound would be found.
public struct Readings: OptionSet, Sendable, Hashable {
  /// One bit for each way of reading.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Mandarin, without tones, ü as u: `wenjian` finds 文件.
  ///
  /// There is a token for each pair of characters, for words of three or more that the dictionary
  /// knows, and for two neighbouring words of three or four characters together. Characters
  /// with several readings have the usual one, or the right one in some common words (银行).
  public static let pinyin = Readings(rawValue: 1)

  /// Japanese in Hepburn's spelling: `romaji` finds ローマ字.
  ///
  /// Long vowels may be written or not: `toukyou` and `tokyo`. Kana are read by a table; kanji
  /// only where libmecab and the IPA dictionary in UTF-8 are installed, see ``canReadKanji``.
  /// Chinese readings are never taken for them.
  public static let romaji = Readings(rawValue: 2)

  /// Whether ``romaji`` reads kanji here: Debian's packages are `libmecab2` and
  /// `mecab-ipadic-utf8`.
  ///
  /// An index that was made without them holds fewer tokens than one that was made with them.
  public static let canReadKanji = {
    if case .some = KanjiReader.open() { return true }
    return false
  }()
}
