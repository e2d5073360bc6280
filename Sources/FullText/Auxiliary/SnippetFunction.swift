import SQLite

extension FTS5AuxiliaryFunction {
  /// The built-in `snippet()`, cut at the tokenizer's own word limits and never within a character.
  ///
  /// Called as `snippet_words(table, column, open, close, ellipsis, count)`: the piece of at most
  /// `count` tokens (1 to 1,000) that shows the most phrases of the query, with its hits marked, and
  /// the ellipsis where text was cut away. For column -1 it comes from the column that shows most.
  /// Text that is not UTF-8 is repaired with U+FFFD.
  ///
  /// - Parameter name: what SQL calls it.
  /// - Returns: the function, to be added to a connection.
  public static func snippet(named name: String = "snippet_words") -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      guard arguments.count == 5, (1...1_000).contains(arguments.integer(at: 4)) else {
        throw FullTextError(
          .invalidArgument,
          "snippet takes a table, a column, the texts before and behind a hit, an ellipsis and a "
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
