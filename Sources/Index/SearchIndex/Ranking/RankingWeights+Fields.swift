import FullText

extension RankingWeights {
  /// The weights of the columns of `search`, in the order of the columns.
  var fields: [RankedField] {
    [
      RankedField(weight: title), RankedField(weight: name), RankedField(weight: tags),
      RankedField(weight: body, lengthShare: 0.75), RankedField(weight: authors),
      RankedField(weight: recipients),
    ]
  }

  /// The weights of the forms of a word.
  var forms: RankedQuery.FormFactors { RankedQuery.FormFactors() }
}
