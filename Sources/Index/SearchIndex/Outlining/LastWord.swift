package import QueryLanguage

/// The last word of a text that a person types, which can be completed.
package struct LastWord: Equatable, Sendable {
  /// The text before it.
  package let before: String
  /// The word as an index has words.
  package let folded: String

  /// Finds the word; nil if the text ends with none that can be completed, such as a word in quotes or an excluded one.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - reading: how the text is read.
  package init?(of text: String, _ reading: Query.ReadingOptions) {
    let scalars = Array(text.unicodeScalars)
    guard let query = try? Query(parsing: text, reading),
      let last = TypedWord.all(in: query, of: scalars).last, last.isCorrectable,
      last.range.upperBound == scalars.count
    else { return nil }
    var start = String.UnicodeScalarView()
    start.append(contentsOf: scalars[..<last.range.lowerBound])
    before = String(start)
    folded = String(decoding: last.token, as: UTF8.self)
  }
}
