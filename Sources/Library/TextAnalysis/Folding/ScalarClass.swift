/// How the analyzer treats a code point.
enum ScalarClass: UInt8, CaseIterable {
  /// It separates words.
  case separator
  /// It is part of a word.
  case word
  /// Han, kana, hangul, bopomofo: indexed in overlapping pairs.
  case ideographic
  /// Thai, Lao, Khmer, Burmese: a dictionary finds the words.
  case dictionary
  /// It is removed, and its range belongs to the character before it: an accent, a soft hyphen.
  case mark
  /// As `mark`, unless it composes with the character before it to a letter of its own (й).
  case composingMark
  /// As `word`, but it may compose with the code point before it.
  case composingWord
  /// A Hangul letter that composes with its neighbours to a syllable.
  case jamo
  /// It is a word of its own: an emoji, a currency, an arrow.
  case symbol
}
