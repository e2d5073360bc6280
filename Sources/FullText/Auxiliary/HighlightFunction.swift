import SQLite

extension FTS5AuxiliaryFunction {
  /// The built-in `highlight()`, for tokenizers whose tokens overlap or part characters.
  ///
  /// Called as `highlight_words(table, column, open, close)`. Phrases that overlap are marked as
  /// one, and marks stand only between characters as people see them. Text that is not UTF-8 is
  /// repaired with U+FFFD.
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
        let instances = try match.instances(inColumn: column)
        let tokens = try instances.isEmpty ? nil : ColumnTokens(match, text: text)
        let places = instances.compactMap { instance in
          tokens?.bytes(
            from: instance.token, count: match.tokenCount(ofPhrase: instance.phrase))
        }
        return .text(
          MarkedText(text).text(of: 0..<text.count, marking: places, open: open, close: close))
      }
    }
  }
}
