extension Query {
  /// Returns a query in which the quoted phrases are words; nil if there are none.
  ///
  /// Phrases of a field, of an alternative and after a minus or a plus stay as they are.
  ///
  /// O(text).
  ///
  /// - Parameter text: the text of this query.
  /// - Returns: the text of the other query.
  public func unquoting(_ text: String) -> String? {
    let nodes = if case .all(let nodes) = root { nodes } else { [root] }
    let ranges = nodes.compactMap { node -> Range<Int>? in
      guard case .term(let term) = node, term.kind == .phrase, term.column == nil,
        !term.isRequired
      else { return nil }
      return term.range
    }
    if ranges.isEmpty { return nil }
    var scalars = Array(text.unicodeScalars)
    for index in ranges.joined()
    where index < scalars.count && QueryText.isQuote(scalars[index]) { scalars[index] = " " }
    return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
  }
}
