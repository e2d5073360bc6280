import SittaSQLite

extension FTS5AuxiliaryFunction {
  /// A replacement for the built-in `highlight()`, for tokenizers whose tokens overlap or split characters.
  ///
  /// Call it as `highlight_words(table, column, open, close)`. Overlapping phrases get one pair of
  /// marks. A mark never splits a character (grapheme cluster). Invalid UTF-8 is replaced by
  /// U+FFFD.
  ///
  /// - Parameter name: the name of the function in SQL.
  /// - Returns: the function, to be added to a connection.
  public static func highlight(named name: String = "highlight_words") -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      guard arguments.count == 3 else {
        throw FullTextError(
          .invalidArgument,
          "highlight takes a table, a column and the texts before and after a hit.")
      }
      let (open, close) = (arguments.text(at: 1) ?? "", arguments.text(at: 2) ?? "")
      let column = Int(arguments.integer(at: 0))
      return try match.withText(ofColumn: column) { text in
        let hits = try match.instances(inColumn: column).map { instance in
          let count = match.tokenCount(ofPhrase: instance.phrase)
          return instance.token..<instance.token + count
        }
        let positions = 0..<hits.reduce(0) { max($0, $1.upperBound) }
        let tokens = try ColumnTokens(match, text: text, at: positions)
        let ranges = hits.compactMap { tokens.bytes(from: $0.lowerBound, count: $0.count) }
        let piece = 0..<text.count
        return .text(
          MarkedText(text, piece: piece).text(marking: ranges, open: open, close: close))
      }
    }
  }
}
