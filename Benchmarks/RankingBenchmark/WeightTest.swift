import DaemonMeasuring
import LinuxSystem
import RankingJudgment

/// The worth of each part of the score: the means of the questions without it.
struct WeightTest {
  /// The options of `[Ranking]` that are set to 0, one at a time.
  private static let options = [
    "Title", "Name", "Tags", "Authors", "Recipients", "Folders", "Proximity", "WholeTitle",
    "WholeName", "Copies", "Generated", "OtherLanguage", "Depth", "NearTie",
  ]

  let questions: [Question]
  let place: Workplace
  let root: FilePath

  /// Prints a line for each part.
  func run() throws {
    let all = try answers(with: "")
    let documents = try IndexedDocuments(state: place.path.appending("state"), root: root).paths
    print("without                                MRR   S@1   S@5  nDCG  none")
    func printMeans(_ name: String, _ answers: Answers) {
      Evaluation(questions, answers, documents: documents).printMeans(of: .sitta, named: name)
    }
    printMeans("(all parts)", all)
    for option in Self.options {
      printMeans(option, try answers(with: "[Ranking]\n\(option)=0\n"))
    }
    printMeans("other forms of words", try answers(with: "[Text]\nLanguages=none\nSynonyms=none\n"))
    printMeans("relaxation and corrections", try answers(with: "", isStrict: true))
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
