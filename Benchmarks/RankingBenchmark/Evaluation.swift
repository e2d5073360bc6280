import RankingJudgment

/// The metrics of all questions, by engine and kind.
struct Evaluation {
  /// A question with its metrics for one engine.
  struct Row {
    let question: Question
    let metrics: RankingMetrics
    let paths: [String]
  }

  private let questions: [Question]
  private var rows: [Engine: [Row]] = [:]
  /// Questions for which no indexed document is an answer.
  private(set) var withoutAnswer: [Question] = []

  /// Evaluates answers; `documents` are the paths of all indexed documents.
  init(_ questions: [Question], _ answers: Answers, documents: [String]) {
    self.questions = questions
    for question in questions {
      let judged = documents.map(question.grade(of:)).filter { $0 > 0 }
      if !judged.contains(where: { $0 >= RankingMetrics.answer }) {
        withoutAnswer.append(question)
      }
      for engine in Engine.allCases {
        let paths = answers[engine, question]
        let metrics = RankingMetrics(grades: paths.map(question.grade(of:)), judged: judged)
        rows[engine, default: []].append(Row(question: question, metrics: metrics, paths: paths))
      }
    }
  }

  /// The ranks of an engine, by question.
  func record(of engine: Engine) -> RankRecord {
    var record = RankRecord()
    for row in rows[engine] ?? [] {
      record.add(
        row.question.id, rank: row.metrics.rank, gain: row.metrics.normalizedGain(at: 10))
    }
    return record
  }

  /// Prints a line for each question: the rank, the id, the query and the first paths.
  func printQuestions(of engine: Engine) {
    for row in rows[engine] ?? [] {
      let rank = row.metrics.rank.map(String.init) ?? "-"
      print("\(rank.padded(to: 3)) \(row.question.id)  \(row.question.query)")
      for path in row.paths.prefix(3) {
        print("      \(row.question.grade(of: path)) \(path)")
      }
    }
  }

  /// Prints a table of the means by kind, with a group of columns for each engine.
  func printTable() {
    let columns = "   MRR   S@1   S@5  nDCG  none"
    let engines = Engine.allCases.map { $0.rawValue.padded(to: columns.count - 2) }
    print("\("".padded(to: 18))  \(engines.joined(separator: "  "))")
    let heads = Engine.allCases.map { _ in columns }.joined()
    print("\("kind".padded(to: 12))     n\(heads)")
    var kinds: [String] = []
    for question in questions where !kinds.contains(question.kind) { kinds.append(question.kind) }
    for kind in kinds { printMeans(of: kind) { $0 == kind } }
    printMeans(of: "total") { _ in true }
  }

  private func printMeans(of name: String, _ isWanted: (String) -> Bool) {
    let count = questions.count { isWanted($0.kind) }
    var line = "\(name.padded(to: 12))\(String(count).padded(toRight: 6))"
    for engine in Engine.allCases { line += means(of: engine, isWanted) }
    print(line)
  }

  /// Prints the means of one engine over all questions.
  func printMeans(of engine: Engine, named name: String) {
    print(name.padded(to: 36) + means(of: engine) { _ in true })
  }

  private func means(of engine: Engine, _ isWanted: (String) -> Bool) -> String {
    let rows = (rows[engine] ?? []).filter { isWanted($0.question.kind) }
    let figures = [
      rows.mean { $0.metrics.reciprocalRank },
      rows.mean { $0.metrics.isSuccess(at: 1) ? 1 : 0 },
      rows.mean { $0.metrics.isSuccess(at: 5) ? 1 : 0 },
      rows.mean { $0.metrics.normalizedGain(at: 10) },
      rows.mean { $0.paths.isEmpty ? 1 : 0 },
    ]
    return figures.map { $0.asThousandths.padded(toRight: 6) }.joined()
  }
}

extension Array {
  /// The mean of a figure of the elements; 0 if there are none.
  fileprivate func mean(_ figure: (Element) -> Double) -> Double {
    isEmpty ? 0 : reduce(0) { $0 + figure($1) } / Double(count)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  fileprivate func padded(toRight width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}

extension Double {
  /// As in 0.731.
  fileprivate var asThousandths: String {
    let number = Int((self * 1_000).rounded())
    let digits = String(number % 1_000)
    return "\(number / 1_000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }
}
