import SearchInterface

/// The fields of `io.sitta.Search.varlink`, read as simply as its one author writes it.
struct InterfaceFile {
  /// Field names and their types, by the name of a type or error, `Method.in` or `Method.out`.
  let structures: [String: [String: String]]

  init(_ text: String) {
    let code = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: " ")
    var structures: [String: [String: String]] = [:]
    for match in code.matches(of: /\b(type|error|method) (\w+) ?(\((?:[^()]|\([^()]*\))*\))/) {
      let (_, keyword, name, fields) = match.output
      structures[keyword == "method" ? "\(name).in" : String(name)] = Self.fields(fields)
    }
    for match in code.matches(
      of: /\bmethod (\w+) ?\((?:[^()]|\([^()]*\))*\) -> (\((?:[^()]|\([^()]*\))*\))/)
    {
      structures["\(match.output.1).out"] = Self.fields(match.output.2)
    }
    self.structures = structures
  }

  private static func fields(_ list: Substring) -> [String: String] {
    let matches = list.matches(of: /(\w+): ([?\[\]]*(?:\w+|\([^()]*\)))/)
    return Dictionary(
      uniqueKeysWithValues: matches.map { match in
        (String(match.output.1), match.output.2.split(separator: " ").joined(separator: " "))
      })
  }
}
