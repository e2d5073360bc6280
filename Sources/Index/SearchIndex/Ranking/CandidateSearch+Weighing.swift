import FullText
import SittaSQLite

/// How rare the words of a query are.
extension CandidateSearch {
  /// The query with the weights of its words, before any document is searched.
  func weighed(
    splits: Bool, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Result {
    let words = snapshot.reader.words
    var result = Result(
      query: RankedQuery(plan.root, words, splits: splits, relaxes: !options.isStrict))
    if options.statistics != nil { result.counted = CountedTerms(plan, options, words) }
    result.isRelaxed = splits
    try weigh(&result, in: snapshot)
    return result
  }

  func statistics(in snapshot: borrowing Snapshot) -> QueryStatistics {
    options.statistics ?? QueryStatistics(of: snapshot.reader.lengths)
  }

  func weigh(
    _ result: inout Result, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    let reader = snapshot.reader
    let statistics = statistics(in: snapshot)
    let rowCount = statistics.rowCount
    let known = result.counted?.documents(statistics, query: result.queryNumber)
    (result.weights, result.documentCounts) = ([], [])
    for number in result.query.words.indices {
      var count = known?[number] ?? 0
      let forms = result.query.countedForms(of: number, reader.words, options.weights.forms)
      // The first form that occurs decides how rare the word is.
      do throws(SQLiteError) {
        for form in forms where count == 0 && known == nil {
          count = try reader.count(matching: form, of: rowCount)
        }
      } catch {
        // At the deadline, a guess is used, and the hits that were found are sorted by it.
        guard error.isInterruption else { throw error }
        count = max(1, Int(rowCount) / 10)
      }
      result.documentCounts.append(count)
      let weight =
        count == 0 ? 0 : RankedWord.inverseDocumentFrequency(of: count, in: rowCount)
      result.weights.append(weight)
    }
    if !options.isStrict {
      let kept = result.query.rarest(result.weights)
      result.query.keep(kept)
      (result.weights, result.documentCounts) =
        (kept.map { result.weights[$0] }, kept.map { result.documentCounts[$0] })
      result.query.addStopWords(result.weights)
    }
    for number in result.weights.indices where result.query.words[number].isStopWord {
      result.weights[number] *= Self.stopWordShare
    }
  }
}
