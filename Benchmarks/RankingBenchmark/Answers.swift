import RankingJudgment

/// The paths that each engine found for each question, best first.
struct Answers {
  private var paths: [Engine: [String: [String]]] = [:]

  subscript(_ engine: Engine, _ question: Question) -> [String] {
    get { paths[engine]?[question.id] ?? [] }
    set { paths[engine, default: [:]][question.id] = newValue }
  }
}
