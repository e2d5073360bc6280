/// The windows of a text that begin with a hit, valued by token positions alone.
///
/// The value of a window is the sum of the weights of its different words. Repeated hits, closeness
/// and the order of the query decide between windows of almost the same value.
struct WindowSweep {
  /// A window that begins with a hit.
  struct Window: Equatable {
    /// The positions from its first hit to the end of its last hit.
    var tokens: Range<Int>
    /// The sum of the weights of its different words.
    var value: Double
    /// The value with all bonuses.
    var score: Double
  }

  /// The hits of one window that are looked at; a text can have many at each position.
  private static let hitLimit = 256
  /// Windows with this part of the best value are close to the best.
  private static let nearBest = 0.7
  /// The number of tokens, from the first of several equal windows on, in which others are
  /// considered.
  private static let horizon = 20_000
  /// The same for further passages, which should show the whole of a book.
  private static let furtherHorizon = 100_000

  /// One window for each position with a hit, in the order of the text.
  private let windows: [Window]
  private let length: Int

  /// Values all windows; O(hits × hits in a window).
  ///
  /// - Parameters:
  ///   - hits: the hits, in the order of their positions.
  ///   - weights: the weight of each word.
  ///   - length: the number of tokens in a window.
  init(_ hits: [PassageHit], weights: [Double], length: Int) {
    var windows: [Window] = []
    windows.reserveCapacity(hits.count)
    var tally = WindowTally(weights: weights)
    var previous = Int.min
    for (index, first) in hits.enumerated() where first.token != previous {
      previous = first.token
      tally.begin(at: first.token)
      for hit in hits[index...].prefix(Self.hitLimit) {
        guard hit.token < first.token + length else { break }
        // A phrase longer than the window is cut if the window begins with it, or else left out.
        let end = hit.token + hit.count
        if end <= first.token + length || hit.token == first.token {
          tally.add(hit, end: min(end, first.token + length))
        }
      }
      windows.append(tally.window(length: length))
    }
    self.windows = windows
    self.length = length
  }

  /// The best windows, and others that may be better once their text is known.
  ///
  /// Of windows with almost the same value, some near the first one and some further on are chosen.
  /// So an early table of contents does not use up all the places. Windows far from the first one
  /// are not chosen, because the text before them would have to be tokenized.
  ///
  /// - Parameter limit: the largest number of windows.
  /// - Returns: windows that do not begin close to each other, in the order of the text.
  func candidates(limit: Int) -> [Window] {
    var chosen: [Window] = []
    let best = windows.reduce(0) { max($0, $1.value) }
    choose(&chosen, limit: limit - limit / 3, least: best * 0.98)
    choose(&chosen, limit: limit, least: best * Self.nearBest)
    return chosen.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
  }

  /// Windows with a share of the best value that do not begin close to some others.
  func candidates(besides others: [Window], limit: Int, leastShare: Double) -> [Window] {
    var chosen = others
    let best = windows.reduce(0) { max($0, $1.value) }
    let (horizon, most) = (Self.furtherHorizon, others.count + limit)
    choose(&chosen, limit: most - limit / 3, least: best * Self.nearBest, horizon: horizon)
    choose(&chosen, limit: most, least: best * leastShare, horizon: horizon)
    return chosen.dropFirst(others.count).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
  }

  /// The first window of the highest score that shows one word, for each of some words.
  static func first(
    _ hits: [PassageHit], weights: [Double], length: Int, showing words: [Int]
  ) -> [Window] {
    words.compactMap { word in
      hits.first { $0.word == word }.map { hit in
        let near = hits.filter {
          $0.token >= hit.token - length / 2 && $0.token + $0.count <= hit.token + length / 2
        }
        let all = near.isEmpty ? [hit] : near
        return WindowSweep(all, weights: weights, length: length).windows.max {
          $0.score < $1.score
        } ?? Window(tokens: hit.token..<hit.token + 1, value: 0, score: 0)
      }
    }
  }

  private func choose(
    _ chosen: inout [Window], limit: Int, least: Double, horizon: Int = Self.horizon
  ) {
    guard let anchor = windows.first(where: { $0.value >= least })?.tokens.lowerBound else {
      return
    }
    // The best window of each distance from the anchor; distances grow by the factor 2.
    var best: [Window?] = []
    for window in windows where window.value >= least {
      let distance = window.tokens.lowerBound - anchor
      if distance > horizon { break }
      let bucket = Int.bitWidth - (distance / (2 * length)).leadingZeroBitCount
      while best.count <= bucket { best.append(nil) }
      if window.score > best[bucket]?.score ?? -1, isApart(window, from: chosen) {
        best[bucket] = window
      }
    }
    for window in best.compactMap(\.self) where chosen.count < limit {
      if isApart(window, from: chosen) { chosen.append(window) }
    }
    // Then the best of the rest.
    while chosen.count < limit {
      var next: Window?
      for window in windows where window.value >= least && window.score > next?.score ?? -1 {
        if window.tokens.lowerBound > anchor + horizon { break }
        if isApart(window, from: chosen) { next = window }
      }
      guard let next else { break }
      chosen.append(next)
    }
  }

  private func isApart(_ window: Window, from others: [Window]) -> Bool {
    others.allSatisfy { abs($0.tokens.lowerBound - window.tokens.lowerBound) >= length / 2 }
  }
}

/// The words that one window shows.
private struct WindowTally {
  private let weights: [Double]
  /// For each word: the number of the last window that shows it.
  private var windowOfWord: [Int]
  private var factors: [Double]
  private var repeats: [Int]
  private var number = 0
  private var start = 0
  private var end = 0
  private var value = 0.0
  private var bonus = 0.0
  private var distinct = 0
  private var distinctTokens = 0
  private var distinctEnd = 0
  private var lastWord = Int.max

  init(weights: [Double]) {
    self.weights = weights
    windowOfWord = Array(repeating: 0, count: weights.count)
    factors = Array(repeating: 0, count: weights.count)
    repeats = Array(repeating: 0, count: weights.count)
  }

  mutating func begin(at token: Int) {
    number += 1
    (start, end, distinctEnd) = (token, token, token)
    (value, bonus, distinct, distinctTokens, lastWord) = (0, 0, 0, 0, .max)
  }

  mutating func add(_ hit: PassageHit, end hitEnd: Int) {
    guard weights.indices.contains(hit.word) else { return }
    let weight = weights[hit.word]
    end = max(end, hitEnd)
    if windowOfWord[hit.word] != number {
      windowOfWord[hit.word] = number
      factors[hit.word] = hit.factor
      repeats[hit.word] = 0
      value += weight * hit.factor
      distinct += 1
      distinctTokens += hit.count
      distinctEnd = max(distinctEnd, hitEnd)
      if hit.word > lastWord { bonus += 0.02 * min(weight, weights[lastWord]) }
      lastWord = hit.word
    } else if hit.factor > factors[hit.word] {
      value += weight * (hit.factor - factors[hit.word])
      factors[hit.word] = hit.factor
    } else if repeats[hit.word] < 2 {
      repeats[hit.word] += 1
      bonus += 0.02 * weight * hit.factor
    }
  }

  func window(length: Int) -> WindowSweep.Window {
    var score = value + bonus
    if distinct > 1 {
      let gap = max(0, distinctEnd - start - distinctTokens)
      score += 0.1 * value * (1 - Double(gap) / Double(length))
    }
    return WindowSweep.Window(tokens: start..<max(end, start + 1), value: value, score: score)
  }
}
