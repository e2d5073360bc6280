/// Where words end in a text of Han, kana or hangul, by ICU's dictionary.
///
/// The index has pairs of characters, some of which reach over the end of a word: `改文` in 更改文件.
/// Such a pair says less about a text than a pair inside a word.
public struct IdeographWords: ~Copyable {
  private var dictionary = WordDictionary()

  /// Makes it; the dictionary is opened by the first text.
  public init() {}

  /// The offsets in the UTF-8 of a text at which words end, ascending; O(length).
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
