import Indexing
import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface

/// Explains how a query matches a document, for people: a value.
struct QueryExplanation: Equatable {
  let steps: [StepMessage]

  init(_ question: PathFacts.Question, _ facts: PathFacts) {
    var steps: [StepMessage] = []
    if let corrected = question.corrected {
      steps.append(
        StepMessage(
          .query,
          "No file has some of the words as they were typed, so the search is for: \(corrected)",
          remedy: "To search for what was typed, add --strict."))
    }
    steps.append(StepMessage(.query, "The query was read as: \(question.reading)"))
    guard let match = question.match, let document = facts.index.document else {
      steps.append(
        StepMessage(.query, passed: false, "The file is not in the index, so no query finds it."))
      self.steps = steps
      return
    }
    steps += match.terms.map { Self.term($0, isHit: match.isHit) }
    steps += match.filters.map { Self.filter($0, document.document, isHit: match.isHit) }
    steps += Self.rank(match)
    self.steps = steps
  }
}

// MARK: - Texts

extension QueryExplanation {
  private static func term(_ term: ExplainedTerm, isHit: Bool) -> StepMessage {
    let times = term.counts.total
    if !term.isWanted {
      return times == 0
        ? StepMessage(.query, "\(term.reading) does not occur, as the query requires.")
        : StepMessage(
          .query, passed: isHit,
          "\(term.reading) occurs \(times.times) (\(term.counts.inWords)), but the query "
            + "excludes it.",
          remedy: isHit ? nil : "Remove the part with '-' or NOT from the query.")
    }
    if times > 0 {
      return StepMessage(.query, "\(term.reading) occurs \(times.times) (\(term.counts.inWords)).")
    }
    if term.isSkipped {
      return StepMessage(
        .query, "\(term.reading) is a stop word; it is ignored because the query has other words.")
    }
    if term.elsewhere.total > 0 {
      return StepMessage(
        .query, passed: isHit,
        "\(term.reading) does not occur there, but \(term.elsewhere.total.times) elsewhere "
          + "(\(term.elsewhere.inWords)).",
        remedy: isHit ? nil : "Remove '\(term.column?.rawValue ?? ""):' from the query.")
    }
    return StepMessage(
      .query, passed: isHit, "\(term.reading) does not occur.\(missing(term))",
      remedy: isHit ? nil : remedy(term))
  }

  private static func missing(_ term: ExplainedTerm) -> String {
    if term.missing.isEmpty { return " Its words occur, but not together." }
    return term.missing.map { missing in
      if missing.nearest.isEmpty { return " The file has no word like '\(missing.word)'." }
      let words = missing.nearest.map { "'\($0)'" }.joined(separator: ", ")
      return " The words most like '\(missing.word)' in the file: \(words)."
    }.joined()
  }

  private static func remedy(_ term: ExplainedTerm) -> String? {
    guard let nearest = term.missing.first?.nearest.first else {
      return term.missing.isEmpty ? "Search for the words without the quotes or NEAR." : nil
    }
    return "Search for '\(nearest)' instead."
  }
}

extension Int {
  fileprivate var times: String { self == 1 ? "once" : "\(self) times" }
}

// MARK: - Filters

extension QueryExplanation {
  private static func filter(
    _ filter: ExplainedFilter, _ document: ListedDocument, isHit: Bool
  ) -> StepMessage {
    let fact = fact(filter.filter, document)
    if filter.holds == filter.isWanted {
      return StepMessage(
        .query,
        "'\(filter.reading)' \(filter.holds ? "matches" : "does not match"), as the query requires: "
          + "\(fact).")
    }
    let fault = filter.isWanted ? "does not match" : "matches, but the query excludes it"
    return StepMessage(
      .query, passed: isHit, "'\(filter.reading)' \(fault): \(fact).",
      remedy: isHit ? nil : "Remove it from the query.")
  }

  /// The fact that the filter is compared with.
  private static func fact(_ filter: Query.Filter, _ document: ListedDocument) -> String {
    switch filter {
    case .type: "the file is \(document.type)"
    case .fileExtension, .name:
      "its name is '\(String(decoding: document.path.name, as: UTF8.self).escapingControls())'"
    case .folder: "it is in '\(document.path.parent)'"
    case .path: "its path is '\(document.path)'"
    case .modified: "it was last changed at \(UnixTime(document.modified).rfc3339)"
    case .size: "it has \(document.size) bytes"
    case .language:
      document.language.map { "its language is '\($0)'" } ?? "its language is not known"
    case .created:
      document.created.map { "it was created at \($0.rfc3339)" } ?? "it has no date of creation"
    case .pages: document.pages.map { "it has \($0.counted("page"))" } ?? "it has no pages"
    case .attachment: "it has \(document.attachments.counted("attachment"))"
    case .mail: "the file is \(document.type)"
    }
  }
}

// MARK: - The rank

extension QueryExplanation {
  private static func reason(_ part: ExplainedRankPart) -> String {
    switch part.kind {
    case .word(""): "because the names of its folders have the words"
    case .word(let word):
      "for '\(word)'\(part.documents.map { ", which is in \($0.counted("document"))" } ?? ""): "
        + "rarity \((part.rarity ?? 0).short)"
    case .proximity: "because its words follow each other"
    case .title: "because its title consists of these words"
    case .name: "because its name consists of these words"
    case .copy: "because it is a copy, a draft or a backup"
    case .generated: "because it is a generated list, a cache or a header file"
    case .language: "because it is in another language"
    case .depth: "because it lies deep in folders"
    case .opened: "because it was opened before"
    }
  }

  private static func rank(_ match: ExplainedMatch) -> [StepMessage] {
    var steps: [StepMessage] = []
    if match.isHit, let score = match.score {
      steps.append(StepMessage(.rank, "Its score is \(score.short), the sum of these parts:"))
      steps += match.parts.map { StepMessage(.rank, "\($0.score.short) \(Self.reason($0)).") }
      if !match.lacking.isEmpty {
        let words = match.lacking.map { "'\($0)'" }.joined(separator: ", ")
        steps.append(
          StepMessage(
            .rank, "It lacks \(words); it is shown because few files have all words.",
            remedy: "To see only files with all words, search with --strict."))
      }
    }
    guard match.isHit else {
      let others = match.hitCount.counted("file")
      steps.append(
        StepMessage(.rank, passed: false, "It is not a hit. The query finds \(others)."))
      return steps
    }
    guard let position = match.position else {
      steps.append(StepMessage(.rank, "It is far down, among \(match.hitCount.counted("hit"))."))
      return steps
    }
    let order = match.score == nil ? "the newest first" : "the best first"
    steps.append(
      StepMessage(
        .rank, "It is number \(position) of \(match.hitCount.counted("hit")), \(order).",
        remedy: position > SearchOptions().limit ? "To see it, search with -n \(position)." : nil))
    return steps
  }
}

extension Double {
  /// The number with two decimals; a smaller number in full.
  fileprivate var short: String {
    if self > 0, self < 0.005 { return "\(self)" }
    let hundredths = (self * 100).rounded()
    guard let whole = Int64(exactly: hundredths) else { return "\(self)" }
    let fraction = abs(whole % 100)
    return "\(whole < 0 ? "-" : "")\(abs(whole) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
