/// Finds the stretches of a text with the most different phrases.
///
/// All hits of a stretch are kept or none, so that a snippet of it can mark them all.
struct BestStretches {
  /// The number of tokens in a stretch.
  static let length = 64
  /// The number of levels of values.
  private static let levels = 32
  /// Positions after this are not kept; a text has at most 32 MiB.
  private static let lastPosition = 1 << 26

  /// For each stretch: the number of hits.
  private var counts: [Int32] = []
  /// For each stretch: the sum of the weights of the phrases in it and in the next one.
  private var values: [Float] = []
  private var weight: Float = 0
  /// The last stretch that has the weight of the current phrase.
  private var lastStretch = -1

  /// The stretches that are kept.
  struct Selection {
    fileprivate var isKept: [Bool]

    /// Whether a token is in one of them.
    func contains(_ token: Int) -> Bool {
      let stretch = token / BestStretches.length
      return stretch < isKept.count && isKept[stretch]
    }
  }

  /// Begins with the next phrase, which occurs `count` times; rare phrases weigh more.
  mutating func beginPhrase(count: Int) {
    weight = 1 / Float(Int.bitWidth - count.leadingZeroBitCount + 1)
    lastStretch = -1
  }

  /// Adds an occurrence of the phrase; its positions ascend.
  mutating func add(_ token: Int) {
    guard token < Self.lastPosition else { return }
    let stretch = token / Self.length
    if stretch >= counts.count {
      let missing = max(stretch + 1, 2 * counts.count) - counts.count
      counts.append(contentsOf: repeatElement(0, count: missing))
      values.append(contentsOf: repeatElement(0, count: missing))
    }
    counts[stretch] += 1
    guard stretch > lastStretch else { return }
    values[stretch] += weight
    if stretch > 0, stretch - 1 > lastStretch { values[stretch - 1] += weight }
    lastStretch = stretch
  }

  /// The best stretches and their neighbours; O(stretches).
  ///
  /// - Parameter limit: about how many hits they may have.
  /// - Returns: the selection.
  func best(limit: Int) -> Selection {
    var selection = Selection(isKept: Array(repeating: false, count: counts.count))
    let largest = values.max() ?? 0
    guard largest > 0 else { return selection }
    var byLevel = [[Int]](repeating: [], count: Self.levels)
    for stretch in counts.indices where counts[stretch] > 0 {
      byLevel[Int(values[stretch] / largest * Float(Self.levels - 1))].append(stretch)
    }
    var room = limit
    for stretches in byLevel.reversed() where room > 0 {
      // The first ones in half of the room, then some of all others.
      var (position, half) = (0, room / 2)
      while position < stretches.count, half > 0 {
        let taken = take(stretches[position], &selection)
        half -= taken
        room -= taken
        position += 1
      }
      let left = stretches[position...]
      let hits = left.reduce(0) { $0 + Int(counts[$1]) }
      // Each stretch takes its two neighbours along.
      let step = max(1, 3 * hits / max(1, room))
      for stretch in stride(from: position, to: stretches.count, by: step) where room > 0 {
        room -= take(stretches[stretch], &selection)
      }
    }
    return selection
  }

  /// Keeps a stretch and its neighbours, and returns how many of their hits were not kept before.
  private func take(_ stretch: Int, _ selection: inout Selection) -> Int {
    var hits = 0
    for index in max(0, stretch - 1)...min(stretch + 1, counts.count - 1)
    where !selection.isKept[index] {
      selection.isKept[index] = true
      hits += Int(counts[index])
    }
    return hits
  }
}
