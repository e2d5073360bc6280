import IndexStorage
import QueryLanguage
import SittaSQLite
import TextAnalysis

/// For the query's words that a document lacks: finds the most similar words of the document.
extension MatchExplanation {
  /// Sets ``ExplainedTerm/missing`` of the terms that do not occur in the document.
  ///
  /// The leaves are the parts of the query that belong to the terms, in the same order.
  func explainMissing(
    _ terms: inout [ExplainedTerm], _ leaves: [Query.Leaf], in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let missing = terms.indices.filter { index in
      let term = terms[index]
      return term.isWanted && term.counts.total + term.elsewhere.total == 0
    }
    guard !missing.isEmpty,
      let texts = try SearchableTexts(of: document.id, in: snapshot.database)
    else { return }
    let (settings, queryWords) = (snapshot.reader.settings, snapshot.reader.words)
    let contained: Set<String> = texts.all.compactMap(\.self).reduce(into: []) {
      $0.formUnion(settings.words(of: String(decoding: $1, as: UTF8.self), for: .document))
    }
    let nearest = NearestWords(contained) { word in
      Set(queryWords.stems(of: Array(word.utf8)).map { String(decoding: $0, as: UTF8.self) })
    }
    for index in missing {
      let asked = leaves[index].terms.flatMap { settings.words(of: $0.text, for: .query) }
      terms[index].missing = asked.filter { !contained.contains($0) }.map { word in
        MissingWord(word: word, nearest: nearest.nearest(to: word))
      }
    }
  }
}

extension TextSettings {
  fileprivate func words(of text: String, for purpose: AnalysisPurpose) -> [String] {
    var analyzer = SittaAnalyzer(options: analysis)
    var words: [String] = []
    analyzer.analyze(text.utf8.span, for: purpose) { token, _, flags in
      if purpose == .query, flags.contains(.colocated) { return }
      words.append(String(decoding: token.indices.map { token[$0] }, as: UTF8.self))
    }
    return words
  }
}
