import SittaSQLite

extension FTS5AuxiliaryFunction {
  /// FTS4's `offsets()` for FTS5: returns the positions of each word of the query.
  ///
  /// The result is text with four numbers for each occurrence, separated by spaces: the column, the word of
  /// the query, the offset of the first byte, and the number of bytes. Columns and words are numbered from 0.
  /// <https://www.sqlite.org/fts3.html#offsets>.
  ///
  /// - Parameter name: the name of the function in SQL.
  /// - Returns: the function, to be added to a connection.
  public static func offsets(named name: String = "offsets") -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, _ in
      let firstWords = (0..<match.phraseCount).reduce(into: [0]) { words, phrase in
        words.append(words[phrase] + match.tokenCount(ofPhrase: phrase))
      }
      var numbers: [String] = []
      for column in 0..<match.columnCount {
        var words: [(word: Int, token: Int)] = []
        for instance in try match.instances(inColumn: column) {
          for offset in 0..<match.tokenCount(ofPhrase: instance.phrase) {
            words.append((firstWords[instance.phrase] + offset, instance.token + offset))
          }
        }
        guard !words.isEmpty else { continue }
        words.sort { ($0.token, $0.word) < ($1.token, $1.word) }
        let positions = words[0].token..<words[words.count - 1].token + 1
        let tokens = try match.withText(ofColumn: column) { text in
          try ColumnTokens(match, text: text, at: positions)
        }
        for (word, token) in words {
          guard let range = tokens.bytes(from: token, count: 1) else { continue }
          numbers.append("\(column) \(word) \(range.lowerBound) \(range.count)")
        }
      }
      return .text(numbers.joined(separator: " "))
    }
  }
}
