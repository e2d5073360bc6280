import SittaSQLite

extension FTS5AuxiliaryFunction {
  /// A replacement for the built-in `snippet()`, which cuts at word boundaries and never inside a character.
  ///
  /// Call it as `snippet_words(table, column, open, close, ellipsis, count)`. It returns the piece
  /// of at most `count` tokens (1 to 1,000) with the most phrases of the query. Hits are marked,
  /// and the ellipsis shows where text was cut. Column -1 chooses the column with the most phrases.
  /// Invalid UTF-8 is replaced by U+FFFD.
  ///
  /// - Parameter name: the name of the function in SQL.
  /// - Returns: the function, to be added to a connection.
  public static func snippet(named name: String = "snippet_words") -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      guard arguments.count == 5, (1...1_000).contains(arguments.integer(at: 4)) else {
        throw FullTextError(
          .invalidArgument,
          "snippet takes a table, a column, the texts before and after a hit, an ellipsis and a "
            + "number of tokens from 1 to 1,000.")
      }
      let column = Int(arguments.integer(at: 0))
      let count = Int(arguments.integer(at: 4))
      let columns = column == -1 ? Array(0..<match.columnCount) : [column]
      var best: (column: Int, window: SnippetWindow)?
      for column in columns {
        let hits = try match.instances(inColumn: column).map { instance in
          FTS5Places.Hit(
            token: instance.token, phrase: instance.phrase,
            count: match.tokenCount(ofPhrase: instance.phrase))
        }
        let window = SnippetWindow(bestFor: hits, count: count)
        if window.score > best?.window.score ?? -1 { best = (column, window) }
      }
      guard let best else { return .text("") }
      return try match.withText(ofColumn: best.column) { text in
        let snippet = try TextSnippet(text, best.window) { receiver in
          try match.forEachToken(in: text) { _, flags, range in
            try receiver(flags.contains(.colocated), range)
          }
        }
        let (open, close) = (arguments.text(at: 1) ?? "", arguments.text(at: 2) ?? "")
        let ellipsis = arguments.text(at: 3) ?? ""
        let marked = snippet.parts.text(open: open, close: close)
        return .text(
          (snippet.isCutBefore ? ellipsis : "") + marked + (snippet.isCutBehind ? ellipsis : ""))
      }
    }
  }
}
