import FullText

extension RankingWeights {
  /// How words in each column of `search` count, in their order.
  var fields: [RankedField] {
    [
      RankedField(weight: title), RankedField(weight: name), RankedField(weight: tags),
      RankedField(weight: body, saturation: 1.2, lengthShare: 0.75), RankedField(weight: authors),
      RankedField(weight: recipients),
    ]
  }

  /// How the forms of a word count.
  var forms: RankedQuery.FormFactors { RankedQuery.FormFactors() }
}
