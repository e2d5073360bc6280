import LinuxSystem
import Meaning
import QueryLanguage
import SearchIndex
import SearchInterface

/// The steps about the query: how it matches the document, and where the document ranks.
extension PathFacts {
  var questionSteps: [StepMessage] {
    guard let reading else { return [] }
    var steps = [StepMessage(.query, "The query was read as: \(reading)")]
    if let corrected {
      let step =
        isSpoken
        ? StepMessage(
          .query, "Words are also read as filters, and first come the hits of: \(corrected)",
          remedy: "To search for the words alone, put them in quotes.")
        : StepMessage(
          .query,
          "No file has some of the words as they were typed, so the search is for: \(corrected)",
          remedy: "To search for what was typed, add --strict.")
      steps.insert(step, at: 0)
    }
    guard let match = index.match, let document = index.document?.document else {
      return steps + [.fault(.query, "The file is not in the index, so no query finds it.")]
    }
    steps += match.terms.map { $0.step(isHit: match.isHit) }
    steps += match.filters.map { $0.step(of: document, isHit: match.isHit) }
    return steps + match.rankSteps
  }
}

extension ExplainedTerm {
  fileprivate func step(isHit: Bool) -> StepMessage {
    let found = "\(reading) occurs \(counts.total.times) (\(counts.inWords))"
    if !isWanted {
      return counts.total == 0
        ? StepMessage(.query, "\(reading) does not occur, as the query requires.")
        : .fault(
          .query, passed: isHit, "\(found), but the query excludes it.",
          remedy: isHit ? nil : "Remove the part with '-' or NOT from the query.")
    }
    if counts.total > 0 { return StepMessage(.query, "\(found).") }
    if isSkipped {
      return StepMessage(
        .query, "\(reading) is a stop word; it is ignored because the query has other words.")
    }
    if elsewhere.total > 0 {
      let others = "\(elsewhere.total.times) elsewhere (\(elsewhere.inWords))"
      return .fault(
        .query, passed: isHit, "\(reading) does not occur there, but \(others).",
        remedy: isHit ? nil : "Remove '\(column?.rawValue ?? ""):' from the query.")
    }
    return .fault(
      .query, passed: isHit, "\(reading) does not occur.\(missingWords)",
      remedy: isHit ? nil : missingRemedy)
  }

  private var missingWords: String {
    if missing.isEmpty { return " Its words occur, but not together." }
    return missing.map { missing in
      if missing.nearest.isEmpty { return " The file has no word like '\(missing.word)'." }
      return " The words most like '\(missing.word)' in the file: \(missing.nearest.quoted)."
    }.joined()
  }

  private var missingRemedy: String? {
    if missing.isEmpty { return "Search for the words without the quotes or NEAR." }
    return missing[0].nearest.first.map { "Search for '\($0)' instead." }
  }
}

extension ExplainedFilter {
  fileprivate func step(of document: ListedDocument, isHit: Bool) -> StepMessage {
    let fact = fact(of: document)
    if holds == isWanted {
      let verb = holds ? "matches" : "does not match"
      return StepMessage(.query, "'\(reading)' \(verb), as the query requires: \(fact).")
    }
    let fault = isWanted ? "does not match" : "matches, but the query excludes it"
    return .fault(
      .query, passed: isHit, "'\(reading)' \(fault): \(fact).",
      remedy: isHit ? nil : "Remove it from the query.")
  }

  /// The property of the document that the filter tests.
  private func fact(of document: ListedDocument) -> String {
    switch filter {
    case .type, .mail: "the file is \(document.type)"
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
    }
  }
}

extension ExplainedMatch {
  fileprivate var rankSteps: [StepMessage] {
    guard isHit else {
      let others = hitCount.counted("file")
      return [.fault(.rank, "It is not a hit. The query finds \(others).")]
    }
    var steps: [StepMessage] = []
    if let score, !parts.isEmpty {
      steps.append(StepMessage(.rank, "Its score is \(score.short), the sum of these parts:"))
      steps += parts.map { StepMessage(.rank, "\($0.score.short) \($0.reason).") }
    }
    let strict = "To see only files with all words, search with --strict."
    if let similar {
      let pairs = similar.map(\.description).joined(separator: ", ")
      steps.append(
        StepMessage(
          .rank, "It says the same in other words\(pairs.isEmpty ? "" : ": \(pairs)").",
          remedy: strict))
    } else if score != nil, !lacking.isEmpty {
      steps.append(
        StepMessage(
          .rank, "It lacks \(lacking.quoted); it is shown because few files have all words.",
          remedy: strict))
    }
    let (hits, order) = (hitCount.counted("hit"), score == nil ? "newest" : "best")
    guard let position else {
      return steps + [StepMessage(.rank, "It is far down, among \(hits).")]
    }
    let remedy = position > SearchOptions().limit ? "To see it, search with -n \(position)." : nil
    return steps + [
      StepMessage(
        .rank, "It is number \(position) of \(hits), the \(order) first.", remedy: remedy)
    ]
  }
}

extension ExplainedRankPart {
  fileprivate var reason: String {
    switch kind {
    case .word(""): "because the names of its folders have the words"
    case .word(let word):
      "for '\(word)'\(documents.map { ", which is in \($0.counted("document"))" } ?? ""): "
        + "rarity \((rarity ?? 0).short)"
    case .proximity: "because its words follow each other"
    case .title: "because its title consists of these words"
    case .name: "because its name consists of these words"
    case .copy: "because it is a copy, a draft or a backup"
    case .generated: "because it is a generated list, a cache or a header file"
    case .language: "because it is in another language"
    case .depth: "because it lies deep in folders"
    case .alone: "because it was written by itself, and not together with many others"
    case .opened: "because it was opened before"
    case .meaning: "because it says the same in other words"
    }
  }
}

extension Int {
  fileprivate var times: String { self == 1 ? "once" : "\(self) times" }
}

extension Double {
  /// The number with two decimals; with more if it is below 0.005.
  fileprivate var short: String {
    if self > 0, self < 0.005 { return "\(self)" }
    let hundredths = (self * 100).rounded()
    guard let whole = Int64(exactly: hundredths) else { return "\(self)" }
    let fraction = abs(whole % 100)
    return "\(whole < 0 ? "-" : "")\(abs(whole) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
