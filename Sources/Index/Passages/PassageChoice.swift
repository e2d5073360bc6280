import TextAnalysis

/// Chooses passages one after the other, each with words that were not yet shown.
struct PassageChoice {
  private let finder: PassageFinder
  private let hits: [PassageHit]
  private let tokens: PassageTokens
  private let judge: TextJudge
  /// The most tokens of a hit.
  private let longestHit: Int
  /// The windows that can still be chosen.
  private var windows: [WindowSweep.Window]
  /// The passage of each window; nil if it was not yet cut, or must be cut again.
  private var candidates: [Candidate?]
  private var cuts: [PassageCut] = []
  /// The words in ``cuts``.
  private var shown: Set<Int> = []

  /// The share of its value that a passage gains for beginning or ending with a sentence.
  private static let valueOfSentence = 0.03
  /// The share of its value that a passage loses for each doubling of its distance from the start.
  private static let costOfDistance = 0.004

  /// The share of its value that a passage loses for each sentence that ends between its matches.
  private static let costOfBoundary = 0.05

  /// This number of windows is judged even if another one is almost as good as possible.
  private static let thoroughWindows = 3
  /// The share of its score that the next window must be better, once more for each further one.
  private static let smallGain = 0.05

  /// A passage that can be chosen.
  private struct Candidate {
    let window: WindowSweep.Window
    let cut: PassageCut
    /// The offset of its first match.
    let match: Int
    /// The deduction for the kind of its text, as a share of its value; nil if it was not judged
    /// yet.
    var penalty: Double?
    /// The hits that it shows, by index.
    let hits: Range<Int>
  }

  init(
    of windows: [WindowSweep.Window], for finder: PassageFinder, _ text: Span<UInt8>,
    _ hits: [PassageHit], _ tokens: PassageTokens
  ) {
    (self.finder, self.hits, self.tokens) = (finder, hits, tokens)
    judge = TextJudge(text)
    longestHit = hits.reduce(1) { max($0, $1.count) }
    self.windows = windows
    candidates = Array(repeating: nil, count: windows.count)
  }

  /// Allows further windows to be chosen.
  mutating func consider(_ further: [WindowSweep.Window]) {
    windows += further
    candidates += Array(repeating: nil, count: further.count)
  }

  /// Adds the best passage that does not overlap with the chosen ones.
  ///
  /// Only windows that can be better than the best one so far are cut and judged.
  ///
  /// - Returns: whether there was one.
  mutating func addBest(in text: Span<UInt8>) -> Bool {
    let limits = windows.map(largestScore)
    var best: (window: Int, score: Double)?
    let sorted = windows.indices.sorted { limits[$0] > limits[$1] }
    for (rank, window) in sorted.enumerated() {
      if let best {
        // A perfect one is not worth the time if a good one is found, and less so with each window.
        let effort = Double(max(0, rank + 1 - Self.thoroughWindows))
        if limits[window] * (1 - Self.smallGain * effort) < best.score { break }
      }
      if candidates[window] == nil { candidates[window] = candidate(windows[window], in: text) }
      guard var candidate = candidates[window] else { continue }
      if candidate.penalty == nil {
        // To judge the text takes longer than to cut it.
        if let best, score(candidate) < best.score { continue }
        candidate.penalty = penalty(of: candidate, in: text)
        candidates[window] = candidate
      }
      let score = score(candidate)
      if best.map({ score > $0.score || score == $0.score && window < $0.window }) ?? true {
        best = (window, score)
      }
    }
    guard let best, let cut = candidates[best.window]?.cut else { return false }
    cuts.append(cut)
    shown.formUnion(hits[indices(of: cut.tokens)].map(\.word))
    windows.remove(at: best.window)
    candidates.remove(at: best.window)
    for window in windows.indices {
      guard let other = candidates[window]?.cut else { continue }
      if other.tokens.overlaps(cut.tokens) || other.bytes.overlaps(cut.bytes) {
        candidates[window] = nil
      }
    }
    return true
  }

  /// An upper bound for the score of a window's passage.
  private func largestScore(_ window: WindowSweep.Window) -> Double {
    if hits.isEmpty { return window.score }
    // A passage has at most two tokens for each of its words.
    let reach = 2 * finder.length
    let tokens = window.tokens.lowerBound - reach..<window.tokens.upperBound + reach
    let value = finder.value(of: hits[indices(of: tokens)], after: shown)
    let share = 2 * Self.valueOfSentence - costOfDistance(window)
    return value * (1 + share) + max(0, window.score - window.value)
  }

  private func costOfDistance(_ window: WindowSweep.Window) -> Double {
    let doublings = Int.bitWidth - window.tokens.lowerBound.leadingZeroBitCount
    return Self.costOfDistance * Double(doublings)
  }

  /// The chosen passages in the order of the text.
  func passages(of text: Span<UInt8>) -> [Passage] {
    var (line, counted) = (1, 0)
    // The first one that was chosen is the best.
    let sorted = cuts.enumerated().sorted {
      $0.element.bytes.lowerBound < $1.element.bytes.lowerBound
    }
    return sorted.map { rank, cut in
      let section = tokens.section(containing: cut.tokens.lowerBound)
      let ranges = indices(of: cut.tokens).flatMap { index in
        section.map { marks(of: index, in: $0, of: text) } ?? []
      }.filter { $0.overlaps(cut.bytes) }
      let match = ranges.lazy.map(\.lowerBound).min().map { max($0, cut.bytes.lowerBound) }
      if let match {
        line += text.lineFeeds(in: counted..<max(counted, match))
        counted = max(counted, match)
      }
      return Passage(
        bytes: cut.bytes, matches: ranges, matchOffset: match, line: match.map { _ in line },
        isCutBefore: cut.isCutBefore, isCutBehind: cut.isCutBehind, isBest: rank == 0)
    }
  }

  private func marks(
    of index: Int, in section: PassageTokens.Section, of text: Span<UInt8>
  ) -> [Range<Int>] {
    let hit = hits[index]
    let characters =
      finder.words.indices.contains(hit.word) ? finder.words[hit.word].markedCharacters : nil
    return tokens.ranges(of: hit, at: index, in: section, of: text, markedCharacters: characters)
  }

  private func candidate(_ window: WindowSweep.Window, in text: Span<UInt8>) -> Candidate? {
    guard let section = tokens.section(containing: window.tokens.lowerBound) else { return nil }
    // Where windows are close to each other, a section is much longer than a passage.
    var limits = section.tokens.clamped(to: finder.surroundings(of: window))
    for cut in cuts {
      if cut.tokens.overlaps(window.tokens) { return nil }
      if cut.tokens.upperBound <= window.tokens.lowerBound {
        limits = limits.clamped(to: cut.tokens.upperBound..<Int.max)
      } else {
        limits = limits.clamped(to: 0..<cut.tokens.lowerBound)
      }
    }
    guard limits.contains(window.tokens.lowerBound) else { return nil }
    let cut = PassageCut(
      text, showing: window.tokens, in: section, limits: limits, total: tokens.total,
      length: finder.length)
    // Tokens that are pairs of characters can share bytes with their neighbours.
    if cuts.contains(where: { $0.bytes.overlaps(cut.bytes) }) { return nil }
    let first = section[window.tokens.lowerBound].lowerBound
    return Candidate(window: window, cut: cut, match: first, hits: indices(of: cut.tokens))
  }

  private func penalty(of candidate: Candidate, in text: Span<UInt8>) -> Double {
    let bytes = candidate.cut.bytes
    return hits.isEmpty
      ? judge.strongPenalty(of: text, bytes, match: bytes.lowerBound)
      : judge.penalty(of: text, bytes, match: candidate.match)
  }

  /// The score of a passage; the most that it can be if its text was not yet judged.
  private func score(_ candidate: Candidate) -> Double {
    let (window, cut) = (candidate.window, candidate.cut)
    // Without hits, the first window that is no metadata is the best.
    if hits.isEmpty { return window.score - 100 * (candidate.penalty ?? 0) }
    var share = -(candidate.penalty ?? 0) - costOfDistance(window)
    if !cut.isCutBefore { share += Self.valueOfSentence }
    if !cut.isCutBehind { share += Self.valueOfSentence }
    share -= Self.costOfBoundary * Double(min(cut.boundaries, 3))
    let value = finder.value(of: hits[candidate.hits], after: shown)
    return value * (1 + share) + max(0, window.score - window.value)
  }

  /// The hits that some tokens show, by index.
  private func indices(of shown: Range<Int>) -> Range<Int> {
    let tokens = shown.lowerBound - (longestHit - 1)..<shown.upperBound
    let start = hits.partitioningIndex { $0.token >= tokens.lowerBound }
    let end = hits.partitioningIndex { $0.token >= tokens.upperBound }
    return start..<max(start, end)
  }
}
