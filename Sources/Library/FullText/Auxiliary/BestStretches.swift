/// Finds the stretches of a text that contain the most different phrases; a stretch has 64 tokens.
///
/// Either all hits of a stretch are kept or none, so that a snippet can mark all hits that it shows.
struct BestStretches {
  /// The number of tokens in a stretch.
  static let length = 64
  /// The number of levels into which stretches are sorted by their value.
  private static let levels = 32
  /// The position from which on hits are ignored; a text has at most 32 MiB.
  private static let lastPosition = 1 << 26

  /// The number of hits in each stretch.
  private var counts: [Int32] = []
  /// For each stretch, the sum of the weights of the phrases in it or in the next stretch.
  private var values: [Float] = []
  private var weight: Float = 0
  /// The last stretch to which the weight of the current phrase was added.
  private var lastStretch = -1

  /// The stretches whose hits are kept.
  struct Selection {
    fileprivate var isKept: [Bool]

    /// Whether a token is in one of the stretches.
    func contains(_ token: Int) -> Bool {
      let stretch = token / BestStretches.length
      return stretch < isKept.count && isKept[stretch]
    }
  }

  /// Begins the next phrase, which occurs `count` times; a rare phrase weighs more.
  mutating func beginPhrase(count: Int) {
    weight = 1 / Float(Int.bitWidth - count.leadingZeroBitCount + 1)
    lastStretch = -1
  }

  /// Adds an occurrence of the current phrase; positions must ascend.
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

  /// Selects the best stretches, with their neighbours; O(stretches).
  ///
  /// - Parameter limit: about how many hits the selected stretches may have.
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
      // Half of the room is for the first of these stretches, the rest for some of the others.
      var (position, half) = (0, room / 2)
      while position < stretches.count, half > 0 {
        let taken = take(stretches[position], &selection)
        half -= taken
        room -= taken
        position += 1
      }
      let left = stretches[position...]
      let hits = left.reduce(0) { $0 + Int(counts[$1]) }
      // Selecting a stretch also selects its two neighbours.
      let step = max(1, 3 * hits / max(1, room))
      for stretch in stride(from: position, to: stretches.count, by: step) where room > 0 {
        room -= take(stretches[stretch], &selection)
      }
    }
    return selection
  }

  /// Selects a stretch and its neighbours; returns the number of their hits that were not selected before.
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
