import TextAnalysis

/// Chooses passages one by one; words that no passage shows yet count more.
struct PassageChoice {
  private let finder: PassageFinder
  private let hits: [PassageHit]
  private let tokens: PassageTokens
  /// The end of the metadata at the start of the text; 0 if there is none.
  private let frontMatter: Int
  /// The first token behind the metadata; nil if there is no metadata, or if it is not known.
  private let firstOfText: Int?
  /// The number of tokens of the longest hit.
  private let longestHit: Int
  /// The windows that can still be chosen; `cut` is nil until the window has been cut to a passage.
  private var candidates: [(window: WindowSweep.Window, cut: PassageCut?)] = []
  private var chosen: [PassageCut] = []
  /// The indices of the words that ``chosen`` shows.
  private var shown: Set<Int> = []

  /// The share of its value that a passage gains if it begins with a sentence, and again if it ends with one.
  private static let valueOfSentence = 0.03
  /// The share of its value that a passage loses if no sentence ends in it, as in lists, headings and code.
  private static let costOfFragments = 0.06
  /// Added to the value of a passage that shows metadata, so that any other passage is better.
  private static let valueOfMetadata = -1e9

  init(
    for finder: PassageFinder, _ hits: [PassageHit], _ tokens: PassageTokens, frontMatter: Int
  ) {
    (self.finder, self.hits, self.tokens) = (finder, hits, tokens)
    self.frontMatter = frontMatter
    let section = frontMatter > 0 ? tokens.section(containing: 0) : nil
    firstOfText = section.flatMap { section in
      section.tokens.first { section[$0].lowerBound >= frontMatter }
    }
    longestHit = hits.reduce(1) { max($0, $1.count) }
    if let firstOfText {
      consider([
        WindowSweep.Window(tokens: firstOfText..<firstOfText + 1, value: 0, bonus: 0)
      ])
    }
  }

  /// Allows windows to be chosen.
  mutating func consider(_ windows: [WindowSweep.Window]) {
    candidates += windows.map { ($0, nil) }
  }

  /// Chooses the best passage that does not overlap with the chosen ones; false if there is none.
  mutating func addBest(in text: Span<UInt8>) -> Bool {
    var best: (index: Int, cut: PassageCut, score: Double)?
    for index in candidates.indices {
      if candidates[index].cut == nil {
        candidates[index].cut = cut(candidates[index].window, in: text)
      }
      guard let cut = candidates[index].cut else { continue }
      let score = score(cut, of: candidates[index].window)
      if score > best?.score ?? -.infinity { best = (index, cut, score) }
    }
    guard let best else { return false }
    chosen.append(best.cut)
    shown.formUnion(hits[indices(of: best.cut.tokens)].map(\.word))
    candidates.remove(at: best.index)
    for index in candidates.indices {
      guard let other = candidates[index].cut else { continue }
      if other.tokens.overlaps(best.cut.tokens) || other.bytes.overlaps(best.cut.bytes) {
        candidates[index].cut = nil
      }
    }
    return true
  }

  /// The chosen passages in the order of the text.
  func passages(of text: Span<UInt8>) -> [Passage] {
    // The first one that was chosen is the best.
    let sorted = chosen.enumerated().sorted {
      $0.element.bytes.lowerBound < $1.element.bytes.lowerBound
    }
    return sorted.map { rank, cut in
      let section = tokens.section(containing: cut.tokens.lowerBound)
      let ranges = indices(of: cut.tokens).flatMap { index in
        section.map { tokens.marks(of: hits[index], at: index, in: $0, of: text) } ?? []
      }.filter { $0.overlaps(cut.bytes) }
      let match = ranges.lazy.map(\.lowerBound).min().map { max($0, cut.bytes.lowerBound) }
      return Passage(
        bytes: cut.bytes, matches: ranges, matchOffset: match,
        isCutBefore: cut.isCutBefore, isCutBehind: cut.isCutBehind, isBest: rank == 0)
    }
  }

  /// Returns the passage of a window; nil if it would overlap with a chosen one.
  private func cut(_ window: WindowSweep.Window, in text: Span<UInt8>) -> PassageCut? {
    guard let section = tokens.section(containing: window.tokens.lowerBound) else { return nil }
    // Where windows are close to each other, a section is much longer than a passage.
    var limits = section.tokens.clamped(to: finder.surroundings(of: window))
    for cut in chosen {
      if cut.tokens.overlaps(window.tokens) { return nil }
      let isBefore = cut.tokens.upperBound <= window.tokens.lowerBound
      limits = limits.clamped(
        to: isBefore ? cut.tokens.upperBound..<Int.max : 0..<cut.tokens.lowerBound)
    }
    if let firstOfText, window.tokens.lowerBound >= firstOfText {
      limits = limits.clamped(to: firstOfText..<Int.max)
    }
    guard limits.contains(window.tokens.lowerBound) else { return nil }
    let cut = PassageCut(
      text, showing: window.tokens, in: section, limits: limits,
      beginning: firstOfText ?? 0, total: tokens.total, length: finder.length)
    // Neighbouring tokens that are pairs of characters share bytes.
    return chosen.contains { $0.bytes.overlaps(cut.bytes) } ? nil : cut
  }

  private func score(_ cut: PassageCut, of window: WindowSweep.Window) -> Double {
    let isMetadata = cut.bytes.lowerBound < frontMatter
    var share = 0.0
    if !cut.hasSentenceEnd { share -= Self.costOfFragments }
    if !cut.isCutBefore { share += Self.valueOfSentence }
    if !cut.isCutBehind { share += Self.valueOfSentence }
    let value = finder.value(of: hits[indices(of: cut.tokens)], after: shown) * (1 + share)
    return value + window.bonus + (isMetadata ? Self.valueOfMetadata : 0)
  }

  /// Returns the indices of the hits in a range of tokens.
  private func indices(of shown: Range<Int>) -> Range<Int> {
    let start = hits.partitioningIndex { $0.token > shown.lowerBound - longestHit }
    return start..<max(start, hits.partitioningIndex { $0.token >= shown.upperBound })
  }
}

extension Span where Element == UInt8 {
  /// The end of YAML between two lines `---`, or of TOML between `+++`, at the start of the text; else 0.
  var endOfFrontMatter: Int {
    // The text can begin with a byte order mark.
    let start = count >= 3 && self[0] == 0xef && self[1] == 0xbb && self[2] == 0xbf ? 3 : 0
    guard let mark = fence(at: start) else { return 0 }
    for offset in start + 4..<Swift.max(start + 4, Swift.min(count, 16_384))
    where self[offset - 1] == 0x0a && fence(at: offset) == mark {
      return offset + 3
    }
    return 0
  }

  /// Returns the character of a line of three `-` or `+` at an offset; nil if there is no such line.
  private func fence(at offset: Int) -> UInt8? {
    guard offset + 3 <= count,
      self[offset] == UInt8(ascii: "-") || self[offset] == UInt8(ascii: "+"),
      self[offset + 1] == self[offset], self[offset + 2] == self[offset],
      offset + 3 == count || self[offset + 3] == 0x0a || self[offset + 3] == 0x0d
    else { return nil }
    return self[offset]
  }
}
