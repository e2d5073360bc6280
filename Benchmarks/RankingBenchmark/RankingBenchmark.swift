import DaemonMeasuring
import LinuxSystem
import RankingJudgment
import SearchInterface
import TestSupport

/// Measures how good the order of hits is, and the corrections of misspelled words.
///
/// `RankingBenchmark --tree FOLDER [OPTION…] [PART…]` indexes `FOLDER/files`, which
/// `Benchmarks/RankingBenchmark/make-tree.sh FOLDER` makes, with a real `sittad`. It is run in the folder
/// of the repository. The parts; without any, the first two:
///
/// - `questions`: asks the questions of `questions.tsv`, and prints the means of each kind beside
///   the means of plain FTS5 with the same documents. `S@1` is the share of questions whose first
///   hit is an answer, `S@5` the share with an answer among the first five, `none` the share
///   without hits.
/// - `spelling`: asks for the corrections of the words in `misspellings.tsv`.
/// - `weights`: the means of the questions with each part of the score left out in turn.
/// - `speed`: how long queries of each sort take over the socket, and their CPU time in the daemon.
///
/// Options: `--half tune|test` (tune; a change is judged by `test`, which must not be looked at
/// while tuning). `--state FOLDER` keeps the index for the next run. `--verbose` prints each
/// question with its first hits. `--json FILE` writes the ranks, `--compare FILE` prints what has
/// changed since they were written. `--beside SITTAD` measures the speed of another `sittad` in
/// turn, with an index of its own. `--model FILE` also uses that sentence encoder; it waits until all
/// documents are encoded. `--questions FILE` and `--misspellings FILE` ask others.
@main
struct RankingBenchmark {
  private let options: Options
  private let place: Workplace
  private let root: FilePath

  static func main() {
    do {
      let words = ProcessEnvironment.arguments.map { String(decoding: $0, as: UTF8.self) }
      let options = try Options(words)
      guard let tree = options.tree else {
        print("usage: RankingBenchmark --tree FOLDER [OPTION…] [PART…]")
        ProcessEnvironment.exit(2)
      }
      let place = try options.state.map(Workplace.init(at:)) ?? Workplace()
      defer { if options.state == nil { place.remove() } }
      try RankingBenchmark(
        options: options, place: place, root: tree.appending("files").resolvingSymbolicLinks()
      ).run()
    } catch {
      print("\(error)")
      ProcessEnvironment.exit(1)
    }
  }

  private func run() throws {
    let daemon = try ServedDaemon(
      in: place, roots: [root], configuration: options.configuration)
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    try daemon.waitUntilEncoded()
    if options.parts.contains(.speed) { try measureSpeed(of: daemon) }
    if options.parts.contains(.weights) {
      try daemon.terminate()
      return try WeightTest(questions: options.readQuestions(), place: place, root: root).run()
    }
    var record = RankRecord()
    var answers = Answers()
    let questions = options.parts.contains(.questions) ? try options.readQuestions() : []
    for question in questions {
      answers[.sitta, question] = try question.ask(daemon.client, below: root)
    }
    if options.parts.contains(.spelling) {
      let test = try SpellingTest(options.readMisspellings(), asking: daemon.client)
      if options.isVerbose { test.printWords() }
      test.printTotals()
      record.merge(test.record)
    }
    try daemon.terminate()
    if !questions.isEmpty {
      record.merge(try evaluate(questions, &answers))
    }
    try finish(record)
  }

  private func measureSpeed(of daemon: ServedDaemon) throws {
    guard let other = options.other else { return try SpeedTest([daemon]).print() }
    let place = try Workplace(at: self.place.folder("other"))
    let second = try ServedDaemon(in: place, roots: [root], program: other)
    try second.synchronize()
    try second.waitUntilIdle()
    try SpeedTest([daemon, second]).print()
    try second.terminate()
  }

  /// Asks plain FTS5 too, and prints the metrics.
  private func evaluate(_ questions: [Question], _ answers: inout Answers) throws -> RankRecord {
    let documents = try IndexedDocuments(state: place.path.appending("state"), root: root)
    let plain = try PlainIndex(at: place.path.appending("plain.sqlite"), of: documents)
    for question in questions {
      for (engine, requiresAll) in [(Engine.plainAll, true), (.plainAny, false)] {
        answers[engine, question] = try plain.search(
          question.query, requiresAll: requiresAll, limit: Question.hits)
      }
    }
    let evaluation = Evaluation(questions, answers, documents: documents.paths)
    for question in evaluation.withoutAnswer {
      print("\(question.id): no document of the tree is an answer.")
    }
    if options.isVerbose { evaluation.printQuestions(of: .sitta) }
    print("\(documents.paths.count) documents, half \(options.half.rawValue)")
    evaluation.printTable()
    return evaluation.record(of: .sitta)
  }

  private func finish(_ record: RankRecord) throws {
    if let earlier = options.earlier {
      let changes = record.changes(from: try RankRecord(json: earlier.contents()))
      print("better: \(changes.better.count)")
      for line in changes.better { print("  \(line)") }
      print("worse: \(changes.worse.count)")
      for line in changes.worse { print("  \(line)") }
    }
    if let json = options.json { try json.write(record.json) }
  }
}
