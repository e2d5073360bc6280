/// Finds the ends of words in a text of Han, kana or hangul, with ICU's dictionary.
///
/// The index contains pairs of characters, and in some pairs a word ends after the first character: `改文` in
/// 更改文件. Such a pair says less about a text than a pair inside a word.
public struct IdeographWords: ~Copyable {
  private var dictionary = WordDictionary()

  /// Makes a finder; the dictionary is opened when it is first needed.
  public init() {}

  /// Returns the offsets in the UTF-8 of a text at which words end, in ascending order; O(length).
  public mutating func ends(in text: String) -> [Int] {
    let scalars = Array(text.unicodeScalars)
    var offsets: [Int] = []
    var offset = 0
    for scalar in scalars {
      offset += UTF8.width(scalar)
      offsets.append(offset)
    }
    return dictionary.words(in: scalars).map { offsets[$0.upperBound - 1] }
  }
}
