extension SittaAnalyzer {
  /// Finds the tokens at some positions of a document; others are only counted, as far as they must be.
  ///
  /// The position of a token is the number of tokens before it that are not colocated. ASCII words before a
  /// position are counted some times faster than they are analyzed.
  ///
  /// - Parameters:
  ///   - text: the bytes, in UTF-8.
  ///   - positions: the wanted positions, ascending and without overlaps.
  ///   - emit: is called for each token at one of them: with its position, its bytes, its range in the text
  ///     and its flags. The bytes are valid only during the call.
  /// - Returns: the number of positions in the text; nil if it has some after the wanted ones.
  /// - Complexity: O(bytes up to the last position).
  public mutating func analyze(
    _ text: Span<UInt8>, at positions: [Range<Int>],
    _ emit: (_ position: Int, Span<UInt8>, Range<Int>, TokenFlags) -> Void
  ) -> Int? {
    begin(for: .document)
    // The last token's position, and the first range that does not end before it.
    var (position, number) = (-1, 0)
    var offset = 0
    while offset < text.count, number < positions.count {
      let skipped = skipASCIIWords(
        in: text, from: offset, limit: positions[number].lowerBound - position - 1)
      offset = skipped.end
      position += skipped.count
      if offset == text.count { break }
      offset = analyzeNext(in: text, from: offset) { token, range, flags in
        if !flags.contains(.colocated) || position < 0 {
          position += 1
          while number < positions.count, position >= positions[number].upperBound { number += 1 }
        }
        if number < positions.count, positions[number].contains(position) {
          emit(position, token, range, flags)
        }
      }
    }
    return number < positions.count ? position + 1 : nil
  }

  /// Skips words of ASCII letters and digits, of which each gives one token that is not colocated.
  ///
  /// - Returns: the end of what was skipped, before a word that touches another character or after `limit`
  ///   words, and the number of words.
  private func skipASCIIWords(
    in text: Span<UInt8>, from start: Int, limit: Int
  ) -> (end: Int, count: Int) {
    var (end, count) = (start, 0)
    while end < text.count, count < limit {
      let letter = letters[text[end]]
      if letter == LetterTable.notASCII { break }
      var next = end + 1
      if letter != LetterTable.separator {
        while next < text.count, letters[text[next]] > LetterTable.notASCII { next += 1 }
        if next < text.count, letters[text[next]] == LetterTable.notASCII { break }
        count += 1
      }
      end = next
    }
    return (end, count)
  }
}
