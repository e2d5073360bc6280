/// How the analyzer treats a code point.
enum ScalarClass: UInt8, CaseIterable {
  /// The code point separates words.
  case separator
  /// The code point is a part of a word.
  case word
  /// Han, kana, hangul and bopomofo, which are indexed in overlapping pairs.
  case ideographic
  /// Thai, Lao, Khmer and Burmese, whose words are found by a dictionary.
  case dictionary
  /// An accent or a soft hyphen: it is removed, and its range is added to the character before it.
  case mark
  /// The same as `mark`, unless it composes with the character before it to another letter (й).
  case composingMark
  /// The same as `word`, but it may compose with the code point before it.
  case composingWord
  /// A Hangul letter that composes with its neighbours to a syllable.
  case jamo
  /// A word of its own, such as an emoji, a currency or an arrow.
  case symbol
}
