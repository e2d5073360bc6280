/// What a code point is to the analyzer.
enum ScalarClass: UInt8, CaseIterable {
  /// It parts words and is in none.
  case separator
  /// Words are made of it.
  case word
  /// Han, kana, hangul, bopomofo: indexed in overlapping pairs.
  case ideographic
  /// Thai, Lao, Khmer, Burmese: words are found by a dictionary.
  case dictionary
  /// It belongs to what stands before it and is left out: an accent, a soft hyphen.
  case mark
  /// As `mark`, unless it makes a letter of its own together with the one before it (й).
  case composingMark
  /// As `word`, and it may make one code point together with the one before it.
  case composingWord
  /// A Hangul letter that makes a syllable together with its neighbours.
  case jamo
}
