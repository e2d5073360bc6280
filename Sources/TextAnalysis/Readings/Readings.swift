/// How Han, kana and kanji are pronounced, in Latin letters, as more tokens of documents.
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
}
