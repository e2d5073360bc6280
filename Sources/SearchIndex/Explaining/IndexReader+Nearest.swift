import QueryLanguage
import SQLite
import TextAnalysis

extension IndexReader {
  /// Finds what a document holds in the place of the words that it does not hold.
  func findNearest(
    for terms: inout [ExplainedTerm], _ leaves: [Query.Leaf], _ document: Int64
  ) throws(SQLiteError) {
    let missing = terms.indices.filter { index in
      let term = terms[index]
      return term.isWanted && term.counts.total + term.elsewhere.total == 0
    }
    guard !missing.isEmpty, let texts = try SearchableTexts(of: document, in: database) else {
      return
    }
    let held = words(of: texts)
    let stemmers = settings.languages.compactMap { try? StemmerReference($0) }
    let nearest = NearestWords(held) { word in
      var stems: Set<String> = []
      var stem: [UInt8] = []
      for owned in stemmers where owned.stemmer.stem(of: word.utf8.span, into: &stem) {
        stems.insert(String(decoding: stem, as: UTF8.self))
      }
      return stems
    }
    for index in missing {
      let asked = leaves[index].terms.flatMap { words(of: $0.text, for: .query) }
      terms[index].missing = asked.filter { !held.contains($0) }.map { word in
        MissingWord(word: word, nearest: nearest.nearest(to: word))
      }
    }
  }

  private func words(of texts: SearchableTexts) -> Set<String> {
    [texts.title, texts.name, texts.tags, texts.body].compactMap(\.self).reduce(into: []) {
      $0.formUnion(words(of: String(decoding: $1, as: UTF8.self), for: .document))
    }
  }

  private func words(of text: String, for purpose: AnalysisPurpose) -> [String] {
    var analyzer = SittaAnalyzer(options: settings.analysis)
    var words: [String] = []
    analyzer.analyze(text.utf8.span, for: purpose) { token, _, flags in
      if purpose == .query, flags.contains(.colocated) { return }
      words.append(String(decoding: token.indices.map { token[$0] }, as: UTF8.self))
    }
    return words
  }
}
