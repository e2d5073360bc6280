import SQLite

extension FTS5AuxiliaryFunction {
  /// The built-in `highlight()`, for tokenizers whose tokens overlap or split characters.
  ///
  /// Called as `highlight_words(table, column, open, close)`. Phrases that overlap are marked as
  /// one, and marks are only between characters as people see them. Invalid UTF-8 is replaced
  /// by U+FFFD.
  ///
  /// - Parameter name: what SQL calls it.
  /// - Returns: the function, to be added to a connection.
  public static func highlight(named name: String = "highlight_words") -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      guard arguments.count == 3 else {
        throw FullTextError(
          .invalidArgument, "highlight takes a table, a column and the texts before and behind.")
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
        let places = hits.compactMap { tokens.bytes(from: $0.lowerBound, count: $0.count) }
        let piece = 0..<text.count
        return .text(
          MarkedText(text, piece: piece).text(marking: places, open: open, close: close))
      }
    }
  }
}
