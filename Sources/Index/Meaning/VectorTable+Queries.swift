extension VectorTable {
  /// Returns the vector of a query.
  ///
  /// Two thirds of the words must be whole words of the table, so that names, numbers, code and other languages are
  /// searched as they are typed.
  ///
  /// - Parameter words: the words of the query, as they were typed.
  /// - Returns: the vector; nil if the query does not look like words of the table's language.
  public func vector(ofQuery words: [String]) -> MeaningVector? {
    var (rows, wholeCount, count) = ([Int](), 0, 0)
    for text in words {
      // Letters of other scripts would be passed over.
      guard text.unicodeScalars.allSatisfy({ !$0.properties.isAlphabetic || $0.value < 0x250 })
      else { return nil }
      for word in TextWords(text, upTo: Self.mostQueryWords).words {
        let found = self.rows(of: word)
        if isWhole(found) { wholeCount += 1 }
        rows += found
        count += 1
      }
    }
    guard wholeCount > 0, 3 * wholeCount >= 2 * count else { return nil }
    return vector(ofRows: rows)
  }

  private static let mostQueryWords = 64
}
