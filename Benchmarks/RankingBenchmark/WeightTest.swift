import DaemonMeasuring
import IndexStorage
import LinuxSystem
import QueryLanguage
import RankingJudgment
import SearchIndex

/// What each part of the score is worth: the means of the questions without it.
///
/// Most parts are no options of the daemon. So they are measured in this process, in the index that the daemon
/// has left, and without corrections.
struct WeightTest {
  /// The parts of the score that are left out, one at a time.
  private static let parts:
    KeyValuePairs<String, any WritableKeyPath<RankingWeights, Double> & Sendable> = [
      "title": \.title, "name": \.name, "tags": \.tags, "authors": \.authors,
      "recipients": \.recipients, "folders": \.folders, "proximity": \.proximity,
      "whole title": \.wholeTitle, "whole name": \.wholeName, "copies": \.copies,
      "generated": \.generated, "other language": \.otherLanguage, "depth": \.depth,
      "alone": \.alone,
      "near tie": \.nearTie,
    ]

  let questions: [Question]
  let place: Workplace
  let root: FilePath

  /// Prints a line for each part.
  func run() throws {
    let state = place.path.appending("state")
    let documents = try IndexedDocuments(state: state, root: root).paths
    let reader = try IndexReader(IndexStore(in: state))
    print("without                                MRR   S@1   S@5  nDCG  none")
    func printMeans(_ name: String, _ answers: Answers) {
      Evaluation(questions, answers, documents: documents).printMeans(of: .sitta, named: name)
    }
    printMeans("(all parts)", answers(of: reader, with: RankingWeights()))
    for (name, part) in Self.parts {
      var weights = RankingWeights()
      weights[keyPath: part] = 0
      printMeans(name, answers(of: reader, with: weights))
    }
    printMeans("(all parts, with corrections)", try answers(with: ""))
    printMeans("other forms of words", try answers(with: "[Text]\nLanguages=none\nSynonyms=none\n"))
    printMeans("relaxation and corrections", try answers(with: "", isStrict: true))
  }

  private func answers(of reader: IndexReader, with weights: RankingWeights) -> Answers {
    var options = SearchOptions()
    (options.weights, options.limit, options.snippetWords) = (weights, Question.hits, 0)
    var answers = Answers()
    for question in questions {
      let hits = (try? reader.search(Query(parsing: question.query), options))?.hits ?? []
      answers[.sitta, question] = hits.map { hit in
        "\(hit.document.path)".replacing("\(root)/", with: "", maxReplacements: 1)
      }
    }
    return answers
  }

  private func answers(with configuration: String, isStrict: Bool = false) throws -> Answers {
    let daemon = try ServedDaemon(in: place, roots: [root], configuration: configuration)
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    var answers = Answers()
    for question in questions {
      answers[.sitta, question] = try question.ask(
        daemon.client, below: root, isStrict: isStrict)
    }
    try daemon.terminate()
    return answers
  }
}
